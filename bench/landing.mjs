// Landings per minute: many checkpoints from many workers that change lines of the same few files, under a check that
// takes a while. Once with accepted changes checked on top of each other, once one by one. Then each branch is replayed
// commit by commit, and the check run on every one of them.
//   npm run build && node bench/landing.mjs [checkpoints] [workers] [seconds of the check] [wait | work]
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { orchestrate } from '../dist/lib/index.js';
import { call, says } from '../dist/lib/model/scripted.js';
import { smallRepo } from './small-repo.mjs';

const checkpoints = Number(process.argv[2] ?? 40);
const workers = Number(process.argv[3] ?? 8);
const seconds = Number(process.argv[4] ?? 1);
/** A check that waits (for a server, a disk, a browser) or one that keeps a processor busy. */
const kind = process.argv[5] ?? 'wait';
const FILES = 5;
const LINES = 400;

const numbers = Array.from({ length: checkpoints }, (_, i) => i + 1);
const placeOf = (n) => ({ file: `part${n % FILES}.txt`, line: Math.floor((n * LINES) / (checkpoints + 1)) });

/** Red where two changes of one file lie on one line, or one has gone: what a bad merge would leave behind. */
const check = `
import { readFileSync } from 'node:fs';
const until = performance.now() + ${seconds * 1000};
${kind === 'work' ? 'while (performance.now() < until);' : `await new Promise((done) => setTimeout(done, ${seconds * 1000}));`}
let bad = 0;
for (let file = 0; file < ${FILES}; file += 1) {
  const rows = readFileSync('part' + file + '.txt', 'utf8').trimEnd().split('\\n');
  bad += rows.length === ${LINES} && rows.every((row) => /^line \\d+( is c\\d+)?$/.test(row)) ? 0 : 1;
}
console.log((bad ? 'not ' : '') + 'ok 1 - every line is whole\\n1..1');
process.exitCode = bad ? 1 : 0;
`;

const finish = (input) => says('', call('finish', input));
const plan = finish({
  requirements: [{ id: 'R1', text: 'all of it' }],
  checkpoints: numbers.map((n) => ({
    id: `c${n}`,
    title: `Change line ${placeOf(n).line} of ${placeOf(n).file}`,
    goal: 'Change it.',
    acceptance: ['it is changed'],
    covers: ['R1'],
    difficulty: 'easy',
  })),
});
const accept = finish({
  decision: 'accept',
  reason: 'It is.',
  criteria: [{ criterion: 'it is changed', met: true, evidence: 'the diff' }],
  findings: [],
});

function models({ role, conversation }) {
  return {
    name: 'bench',
    complete: async ({ messages }) => {
      if (role !== 'coder') {
        return role === 'planner' ? plan : accept;
      }
      const n = Number(/^c(\d+)/.exec(conversation)[1]);
      const { file, line } = placeOf(n);
      return messages.some((m) => m.role === 'assistant')
        ? finish({ outcome: 'done', summary: 'done' })
        : says('', call('edit', { path: file, old: `line ${line}\n`, new: `line ${line} is c${n}\n` }));
    },
  };
}

async function measure(stack) {
  const repo = smallRepo();
  const git = (...args) => execFileSync('git', args, { cwd: repo.root, encoding: 'utf8' }).trim();
  const text = Array.from({ length: LINES }, (_, i) => `line ${i}\n`).join('');
  for (let file = 0; file < FILES; file += 1) {
    writeFileSync(path.join(repo.root, `part${file}.txt`), text);
  }
  writeFileSync(path.join(repo.root, 'check.mjs'), check);
  git('add', '-A');
  git('-c', 'user.name=b', '-c', 'user.email=b@localhost', 'commit', '-q', '-m', 'Parts');
  const spec = `---\nstack: ${stack}\nparallel: ${workers}\ncheckpoints: ${checkpoints}\n---\n# Bench\n\n1. Change it.\n`;
  const running = orchestrate({ cwd: repo.root, env: repo.env, models, spec, check: 'node check.mjs' });
  const counts = {};
  const times = [];
  for await (const { at, event } of running) {
    counts[event.type] = (counts[event.type] ?? 0) + 1;
    if (event.type === 'checkpoint.landed') {
      times.push(Date.parse(at));
    }
  }
  const { report } = await running.result;
  const minutes = (times.at(-1) - times[0]) / 60_000;
  const rate = (times.length - 1) / minutes;
  console.log(
    `stack ${stack}: ${report.outcome}, ${times.length} landed, ${rate.toFixed(1)} a minute; ` +
      `${counts['check.ran']} checks, ${counts['attempt.rebased'] ?? 0} rebases, ${counts['attempt.held'] ?? 0} held`,
  );
  replay(repo, git, report);
  repo.remove();
  return rate;
}

/** Every commit of the branch, checked out on its own. */
function replay(repo, git, { base, branch }) {
  const commits = git('rev-list', '--reverse', `${base}..${branch}`).split('\n');
  const red = commits.filter((commit) => {
    const folder = path.join(repo.home, 'replayed', commit);
    mkdirSync(folder, { recursive: true });
    execFileSync('git', ['--work-tree', folder, 'checkout', '-q', commit, '--', '.'], {
      cwd: repo.root,
      env: { ...repo.env, GIT_INDEX_FILE: path.join(repo.home, 'replay.index') },
    });
    const quick = check.replace(/until = .*;/, 'until = 0;').replace(/await new .*;/, '');
    writeFileSync(path.join(folder, 'quick.mjs'), quick);
    return spawnSync(process.execPath, ['quick.mjs'], { cwd: folder }).status !== 0;
  });
  console.log(
    `  replayed: ${commits.length} commits, ${commits.length - red.length} green, ${red.length} red`,
  );
}

console.log(
  `${checkpoints} checkpoints, ${workers} workers, ${FILES} files, a check of ${seconds} s that ${kind}s`,
);
const stacked = await measure(workers);
const single = await measure(1);
console.log(`on top of each other against one by one: ${(stacked / single).toFixed(1)} times`);
