/* oxlint-disable typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return, typescript/no-unsafe-type-assertion, typescript/require-array-sort-compare, typescript/restrict-template-expressions -- plain JavaScript */
// grep, glob, list and read against ripgrep and git on a tree of 50,000 files, as ratios within one run.
// Usage: node bench/tools/search.mjs [files]   (ends by itself, in under a minute)
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { load } from './load.mjs';

const FILES = Number(process.argv[2] ?? 50_000);
const MOST_ROUNDS = 7;
const MOST_MS = 1_000;
const FLAGS = ['--no-config', '--hidden', '--glob=!.git'];
const signal = new AbortController().signal;

function grow(root) {
  const body = Array.from(
    { length: 40 },
    (_, line) => `export const value${line} = ${line}; // plain line`,
  ).join('\n');
  for (let file = 0; file < FILES; file += 1) {
    const folder = join(root, `p${Math.floor(file / 1000)}`, `d${Math.floor(file / 50) % 20}`);
    if (file % 50 === 0) {
      mkdirSync(folder, { recursive: true });
    }
    const rare = file % 1000 === 7 ? '\nconst needle = 1;' : '';
    writeFileSync(join(folder, `f${file}.${file % 3 === 0 ? 'ts' : 'js'}`), body + rare);
  }
  writeFileSync(join(root, '.gitignore'), 'node_modules/\n*.log\n');
  execFileSync('git', ['init', '-q'], { cwd: root });
  execFileSync('git', ['add', '-A', '-N'], { cwd: root, stdio: 'ignore' });
}

/** Of as many rounds as fit into the time, seven at most. */
async function median(work) {
  const times = [];
  const end = performance.now() + MOST_MS;
  while (times.length < MOST_ROUNDS && (times.length === 0 || performance.now() < end)) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
}

const run = (file, args, cwd) => {
  const { status, stdout } = spawnSync(file, args, { cwd, maxBuffer: 1 << 30, encoding: 'utf8' });
  if (status !== 0 && status !== 1) {
    throw new Error(`${file} ${args.join(' ')}: ${status}`);
  }
  return stdout;
};

const parent = mkdtempSync(join(tmpdir(), 'bench-search-'));
const root = join(parent, 'tree');
try {
  mkdirSync(root);
  const start = performance.now();
  grow(root);
  process.stdout.write(`${FILES} files in ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
  const { createTools } = await load('agent/tools/create-tools.ts');
  const set = await createTools({ root, logs: join(parent, 'logs'), env: { PATH: process.env.PATH } });
  const tool = (name) => set.tools.find(({ spec }) => spec.name === name);
  const call = async (name, input) => {
    const result = await tool(name).run(input, { signal });
    if (!result.ok) {
      throw new Error(`${name}: ${result.text}`);
    }
    return result.text;
  };
  const theirs =
    (file, ...args) =>
    () =>
      run(file, args, root);
  const ours = (name, input) => async () => call(name, input);
  const rows = [
    ['grep, 50 matches', ours('grep', { pattern: 'needle' }), theirs(rgPath, ...FLAGS, '-n', 'needle', '.')],
    [
      'grep, name glob',
      ours('grep', { pattern: 'needle', glob: '*.ts' }),
      theirs(rgPath, ...FLAGS, '-n', '-g', '*.ts', 'needle', '.'),
    ],
    [
      'grep, too many matches',
      ours('grep', { pattern: 'value7' }),
      theirs(rgPath, ...FLAGS, '-n', 'value7', '.'),
    ],
    [
      'grep, names only',
      ours('grep', { pattern: 'needle', output: 'files' }),
      theirs(rgPath, ...FLAGS, '-l', 'needle', '.'),
    ],
    [
      'glob, against rg --files',
      ours('glob', { pattern: '*.ts' }),
      theirs(rgPath, ...FLAGS, '--files', '-g', '*.ts'),
    ],
    ['glob, against git (index only)', ours('glob', { pattern: '*.ts' }), theirs('git', 'ls-files', '*.ts')],
    [
      'glob, against git (tree walked)',
      ours('glob', { pattern: '*.ts' }),
      theirs('git', 'ls-files', '-co', '--exclude-standard', '*.ts'),
    ],
    ['list', ours('list', { path: 'p7/d3' }), theirs('ls', '-A', 'p7/d3')],
    ['read', ours('read', { path: 'p7/d3/f7150.js' }), theirs('cat', '-n', 'p7/d3/f7150.js')],
  ];
  process.stdout.write(`${'tool'.padEnd(32)} ours ms  theirs ms  ratio\n`);
  for (const [name, mine, other] of rows) {
    await mine();
    const [a, b] = [await median(mine), await median(other)];
    const cells = [a.toFixed(1).padStart(8), b.toFixed(1).padStart(10), (a / b).toFixed(2).padStart(6)];
    process.stdout.write(`${name.padEnd(32)}${cells.join(' ')}\n`);
  }
  await set.close();
} finally {
  rmSync(parent, { recursive: true, force: true });
}
