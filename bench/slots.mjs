// Time and disk to open a slot on a large repository, first and re-used, against `git worktree add`.
//   node bench/slots.mjs [files]
/* oxlint-disable typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return -- a plain script without types */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const files = Number(process.argv[2] ?? 50_000);
const root = fileURLToPath(new URL('../', import.meta.url));
// Trees go to memory where there is enough of it: a throttled disk measures itself.
const memory = '/dev/shm';
const roomy = existsSync(memory) && statfsSync(memory).bavail * statfsSync(memory).bsize > 2 ** 31;
const dir = mkdtempSync(path.join(roomy ? memory : tmpdir(), 'orchestrate-bench-'));
const at = (...names) => path.join(dir, ...names);
const env = { PATH: process.env.PATH, HOME: dir, GIT_CONFIG_NOSYSTEM: '1' };
const git = (...args) => execFileSync('git', args, { cwd: at('repo'), env, encoding: 'utf8' }).trim();
const say = (text) => process.stdout.write(`${text}\n`);

/** The sources are TypeScript, which the oldest supported Node cannot load by itself. */
async function load() {
  writeFileSync(
    at('entry.ts'),
    ['git/open', 'slot', 'slot-trash'].map((m) => `export * from '${root}src/io/${m}.ts';`).join('\n'),
  );
  const bundle = await rolldown({
    input: at('entry.ts'),
    platform: 'node',
    cwd: root,
    logLevel: 'silent',
    resolve: { modules: [path.join(root, 'node_modules')] },
  });
  await bundle.write({ file: at('bench.mjs'), format: 'esm' });
  return import(pathToFileURL(at('bench.mjs')).href);
}

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
const megabytes = (folder) =>
  Number(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0]);

const fileCommand = (i) => {
  const text = `file ${i}\n`.repeat(200);
  return `M 100644 inline p${i % 50}/s${Math.floor(i / 50) % 50}/f${i}.txt\ndata ${text.length}\n${text}\n`;
};
const commitCommand = (text) =>
  `commit refs/heads/main\ncommitter b <b@b> 1 +0000\ndata ${text.length}\n${text}\n`;

/** Two commits, straight into a pack: the user's own checkout is not part of what is measured. */
function makeRepository() {
  mkdirSync(at('repo'));
  git('init', '-q');
  const base = [commitCommand('base'), ...Array.from({ length: files }, (_, i) => fileCommand(i))];
  const changed = Array.from(
    { length: 20 },
    (_, i) => `M 100644 inline p${i}/s0/f${i}.txt\ndata 8\nchanged\n\n`,
  );
  const input = [...base, commitCommand('next'), ...changed, 'done\n'].join('');
  execFileSync('git', ['fast-import', '--quiet', '--done'], { cwd: at('repo'), env, input });
}

async function slots({ openGit, openSlot, emptyTrash }) {
  const [base, next] = [git('rev-parse', 'main^'), git('rev-parse', 'main')];
  const opened = await openGit({ dir: at('repo'), env });
  const slot = openSlot({
    git: opened.git,
    path: at('state/s1'),
    indexFile: at('state/s1.index'),
    trash: at('state/trash'),
  });
  const first = await timed(async () => slot.reset(base));
  const worktree = await timed(async () => git('worktree', 'add', '-q', '--detach', at('linked'), base));
  const reused = [];
  const snapshots = [];
  for (let round = 0; round < 5; round += 1) {
    writeFileSync(at('state/s1/p1/s1/new.txt'), String(round));
    snapshots.push(
      await timed(async () => slot.snapshot({ base: round % 2 ? next : base, message: 'bench' })),
    );
    reused.push(await timed(async () => slot.reset(round % 2 ? base : next)));
  }
  const ratio = (time) => `${(time / worktree).toFixed(2)} of it`;
  say(`files                  ${files}, in ${dir}`);
  say(`git worktree add       ${worktree.toFixed(0)} ms, ${megabytes(at('linked'))} MB`);
  say(`slot, first            ${first.toFixed(0)} ms, ${ratio(first)}, ${megabytes(at('state/s1'))} MB`);
  say(`slot, re-used (median) ${median(reused).toFixed(0)} ms, ${ratio(median(reused))}`);
  say(`snapshot (median)      ${median(snapshots).toFixed(0)} ms`);
  await emptyTrash(at('state/trash'));
}

try {
  const modules = await load();
  makeRepository();
  await slots(modules);
} finally {
  rmSync(dir, { recursive: true, force: true });
}
