// A long run that is killed again and again: nothing may be lost, nothing may be there twice.
//   npm run build && node bench/soak.mjs [checkpoints] [most seconds between kills]
// The default is 200 checkpoints with a kill -9 within every 8 seconds of work.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { recordsIn, repository } from './durable/story.mjs';
import { endpoint } from './endpoint.mjs';

const count = Number(process.argv[2] ?? 200);
const longest = Number(process.argv[3] ?? 8) * 1000;
const bin = fileURLToPath(new URL('../bin/orchestrate.mjs', import.meta.url));
const home = realpathSync(
  mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'orchestrate-soak-')),
);
const say = (text) => process.stdout.write(`${text}\n`);

const ids = Array.from({ length: count }, (_, i) => `c${String(i + 1)}`);
const contents = (id) => `work of ${id}\n`.repeat(3);
const call = (name, args) => ({ calls: [{ name, arguments: args }] });
const plan = {
  requirements: [{ id: 'R1', text: 'all of it' }],
  checkpoints: ids.map((id, i) => ({
    id,
    title: `Write ${id}`,
    goal: `Write ${id}.txt`,
    acceptance: ['it is there'],
    files: [`${id}.txt`],
    covers: ['R1'],
    difficulty: 'easy',
    after: i % 10 === 9 ? [ids[i - 5]] : [],
  })),
};

function answer({ messages }) {
  const system = messages[0].content;
  if (system.startsWith('You plan')) {
    return call('finish', plan);
  }
  if (!system.startsWith('You write')) {
    const criteria = [{ criterion: 'it is there', met: true, evidence: 'the diff' }];
    return call('finish', { decision: 'accept', reason: 'good', criteria, findings: [] });
  }
  const [, id] = /^# (c\d+)/m.exec(messages[1].content);
  const replies = messages.filter((m) => m.role === 'assistant').length;
  return replies === 0 || messages.at(-1).content?.startsWith('Interrupted')
    ? call('write', { path: `${id}.txt`, content: contents(id) })
    : call('finish', { outcome: 'done', summary: id });
}

const { root, git, spec } = repository(home);
writeFileSync(
  path.join(root, 'agents.yaml'),
  `limits: { checkpoints: ${count}, parallel: 3 }\nendReview: off\n`,
);
git('add', '-A');
git('commit', '-q', '-m', 'Settings');
const server = await endpoint(answer);
const state = path.join(home, 'state');
const env = {
  PATH: process.env.PATH,
  HOME: home,
  XDG_STATE_HOME: state,
  XDG_CONFIG_HOME: path.join(home, 'config'),
  OPENAI_API_KEY: 'none',
  OPENAI_MODEL: 'bench',
  OPENAI_BASE_URL: server.url,
};
const before = [git('status', '--porcelain'), git('symbolic-ref', 'HEAD'), git('rev-parse', 'HEAD')].join();

/** Runs the program, and kills it at some moment unless it ends before. */
async function forAWhile(args) {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let err = '';
  child.stderr.on('data', (chunk) => (err += chunk));
  let timer;
  const soon = () => (timer ??= setTimeout(() => child.kill('SIGKILL'), Math.random() * longest));
  child.stdout.on('data', soon);
  if (Math.random() < 0.1) {
    soon(); // in the midst of starting, too
  }
  const ended = await new Promise((resolve) => {
    child.on('close', (exit, signal) => resolve({ exit, signal, err }));
  });
  clearTimeout(timer);
  return ended;
}

const began = performance.now();
let kills = 0;
let ran = { exit: null, signal: 'SIGKILL', err: '' };
while (ran.signal === 'SIGKILL') {
  const { events } = recordsIn(state);
  ran = await forAWhile(
    events.length === 0 ? [spec, '--check', 'sh check.sh', '--json'] : ['resume', '--json'],
  );
  kills += ran.signal === 'SIGKILL' ? 1 : 0;
  if (ran.signal === 'SIGKILL' && kills % 20 === 0) {
    const done = events.filter((e) => e.type === 'checkpoint.landed').length;
    say(`  ${kills} kills, ${done} of ${count} landed, ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
}

const { events, replies } = recordsIn(state);
const landed = events.filter((e) => e.type === 'checkpoint.landed').map((e) => e.attempt.split('.')[0]);
const branch = git('for-each-ref', '--format=%(refname)', 'refs/heads/orchestrate/').split('\n')[0];
const trailers = git('log', '--format=%(trailers:key=Checkpoint,valueonly)', `main..${branch}`).split('\n');
const onBranch = trailers.map((line) => line.trim()).filter(Boolean);
const wrong = ids.filter((id) => {
  try {
    return git('show', `${branch}:${id}.txt`) !== contents(id).trim();
  } catch {
    return true;
  }
});
const doubled = (all) => all.length - new Set(all).size;
const files = git('ls-tree', '-r', '--name-only', branch).split('\n').length;
const expected = git('ls-tree', '-r', '--name-only', 'main').split('\n').length + count;
const after = [git('status', '--porcelain'), git('symbolic-ref', 'HEAD'), git('rev-parse', 'HEAD')].join();
const anew = events.filter((e) => e.type === 'attempt.failed').length;
say(
  `checkpoints            ${count} in ${((performance.now() - began) / 1000).toFixed(0)} s, ended with exit ${ran.exit}`,
);
say(`kill -9                ${kills}`);
say(
  `lost                   ${ids.filter((id) => !landed.includes(id)).length} in the journal, ${wrong.length} on the branch`,
);
say(`doubled                ${doubled(landed)} in the journal, ${doubled(onBranch)} on the branch`);
say(
  `final tree             ${wrong.length === 0 && files === expected ? 'equal' : `differs: ${wrong.slice(0, 5).join()}`}`,
);
say(`attempts that failed   ${anew}`);
say(
  `model calls            ${server.requests.length}, ${replies} kept, ${server.requests.length - replies} in flight at a kill`,
);
say(`user's checkout        ${before === after ? 'as it was' : 'changed'}`);
if (ran.exit !== 0) {
  say(ran.err);
}
const good = ran.exit === 0 && wrong.length === 0 && doubled(landed) + doubled(onBranch) === 0;
server.close();
rmSync(home, { recursive: true, force: true, maxRetries: 5 });
process.exitCode = good ? 0 : 1;
