// Kills a run at every kind of moment, goes on with it, and compares what comes out with the run that nobody killed.
//   npm run build && node bench/kills.mjs [most cuts] [lanes]
// A moment is a phase (mid tool call, mid command, each git call begun and ended, half a line of a record written, a small
// file half replaced, after an event) together with the kind of the latest event: each such pair is tried once.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpoint } from './endpoint.mjs';
import { answer, args, recordsIn, repository } from './durable/story.mjs';

const most = Number(process.argv[2] ?? Infinity);
const lanes = Number(process.argv[3] ?? 2);
const bin = fileURLToPath(new URL('../bin/orchestrate.mjs', import.meta.url));
const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const home = realpathSync(mkdtempSync(path.join(memory, 'orchestrate-kills-')));
const say = (text) => process.stdout.write(`${text}\n`);

async function program(given, { cwd, env }) {
  const child = spawn(process.execPath, [bin, ...given], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let err = '';
  child.stderr.on('data', (chunk) => (err += chunk));
  return new Promise((resolve) => {
    child.on('close', (exit, signal) => resolve({ exit, signal, err }));
  });
}

/** Goes on until the run has ended: answers what it asks, and resumes it once it was killed, which happens once. */
async function toTheEnd(where, kill, server) {
  let inFlight = null;
  let ran = { exit: 6, signal: null };
  for (let n = 0; n < 12 && (ran.exit === 6 || ran.signal === 'SIGKILL'); n += 1) {
    const armed = inFlight === null ? { ...where, env: { ...where.env, ...kill } } : where;
    const { events } = recordsIn(where.env.XDG_STATE_HOME);
    const asked = events.findLast((e) => e.type === 'run.paused')?.detail ?? '';
    if (ran.exit === 6 && asked !== '') {
      await program(['answer', asked === 'All of it?' ? 'Yes, all of it.' : 'This one.'], where);
    }
    ran = await program(events.length === 0 ? args(where.spec) : ['resume', '--json'], armed);
    if (ran.signal === 'SIGKILL') {
      inFlight = server.requests.length - recordsIn(where.env.XDG_STATE_HOME).replies;
    }
  }
  return { last: ran, inFlight };
}

function alive(mark) {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark);
    } catch {
      return false;
    }
  }).length;
}

let number = 0;
async function once(kill = {}) {
  const dir = path.join(home, String(++number));
  const { root, git, spec } = repository(dir);
  const server = await endpoint(answer);
  const env = {
    PATH: process.env.PATH,
    HOME: dir,
    XDG_STATE_HOME: path.join(dir, 'state'),
    XDG_CONFIG_HOME: path.join(dir, 'config'),
    OPENAI_API_KEY: 'none',
    OPENAI_MODEL: 'bench',
    OPENAI_BASE_URL: server.url,
    BENCH_MARK: dir,
  };
  const where = { cwd: root, env, spec };
  const before = [git('status', '--porcelain'), git('symbolic-ref', 'HEAD'), git('rev-parse', 'HEAD')].join();
  const { last, inFlight } = await toTheEnd(where, kill, server);
  const counts = new Map();
  for (const { body } of server.requests) {
    const key = JSON.stringify(body.messages);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const repeated = [...counts.values()].reduce((sum, n) => sum + n - 1, 0);
  const { events } = recordsIn(env.XDG_STATE_HOME);
  const branch = git('for-each-ref', '--format=%(refname)', 'refs/heads/orchestrate/').split('\n')[0];
  const landed = events.filter((e) => e.type === 'checkpoint.landed').map((e) => e.attempt.split('.')[0]);
  const after = [git('status', '--porcelain'), git('symbolic-ref', 'HEAD'), git('rev-parse', 'HEAD')].join();
  const result = {
    killed: inFlight !== null,
    exit: last.exit,
    err: last.err,
    tree: branch === '' ? '' : git('rev-parse', `${branch}^{tree}`),
    landed: landed.toSorted().join(),
    types: events.map((e) => e.type),
    anew: events.filter((e) => e.type === 'attempt.failed' && e.failure === 'workspace').length,
    calls: server.requests.length,
    inFlight: inFlight ?? 0,
    paidTwice: Math.max(0, repeated - (inFlight ?? 0)),
    left: alive(`BENCH_MARK=${dir}`),
    untouched: before === after,
  };
  server.close();
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  return result;
}

/** One moment of each pair of phase and latest event; the later ones in the middle of their kind, not always the first. */
async function moments() {
  const file = path.join(home, 'moments');
  const whole = await once({ ORCHESTRATE_PHASES: file });
  const seen = new Map();
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    seen.set(line, (seen.get(line) ?? 0) + 1);
  }
  return { whole, seen };
}

const { whole, seen } = await moments();
if (whole.exit !== 1) {
  say(`the run that nobody killed ended with ${String(whole.exit)}:\n${whole.err}`);
  process.exit(1);
}
const pairs = [...seen].map(([pair, times]) => {
  const [phase, type] = pair.split('@');
  return `${phase}:${String(Math.ceil(times / 2))}${type === 'nothing' ? '' : `@${type}`}`;
});
const step = Math.max(1, pairs.length / most);
const chosen = pairs.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
const kinds = new Set(whole.types);
const phases = new Set(pairs.map((p) => p.split(':')[0]));
say(
  `a run of ${whole.types.length} events of ${kinds.size} kinds, ${phases.size} phases: ${pairs.length} pairs, ${chosen.length} are tried`,
);

const sum = { tried: 0, missed: 0, converged: 0, paidTwice: 0, inFlight: 0, anew: 0, left: 0, touched: 0 };
const wrong = [];
const todo = [...chosen];
async function lane() {
  for (let at = todo.shift(); at !== undefined; at = todo.shift()) {
    const cut = await once({ ORCHESTRATE_KILL_AT: at });
    if (!cut.killed) {
      sum.missed += 1;
      if (cut.exit === whole.exit) {
        continue;
      }
    }
    sum.tried += 1;
    const good = cut.exit === whole.exit && cut.tree === whole.tree && cut.landed === whole.landed;
    sum.converged += good ? 1 : 0;
    sum.paidTwice += cut.paidTwice;
    sum.inFlight += cut.inFlight;
    sum.anew += cut.anew;
    sum.left += cut.left;
    sum.touched += cut.untouched ? 0 : 1;
    if (!good || cut.paidTwice > 0 || cut.left > 0 || !cut.untouched) {
      wrong.push(
        `${at}: exit ${cut.exit}, tree ${cut.tree === whole.tree ? 'same' : 'other'}, landed ${cut.landed}, paid twice ${cut.paidTwice}, left ${cut.left}\n    ${cut.err.trim().split('\n').at(-1)}`,
      );
    }
    if (sum.tried % 50 === 0) {
      say(`  ${sum.tried} tried, ${sum.converged} converged`);
    }
  }
}
await Promise.all(Array.from({ length: lanes }, lane));
rmSync(home, { recursive: true, force: true });
say(
  `kill points tried       ${sum.tried} (${sum.missed} moments were not reached in a run that went otherwise)`,
);
say(`converged               ${sum.converged}`);
say(`replies paid twice      ${sum.paidTwice} beyond the ${sum.inFlight} in flight`);
say(`attempts begun anew     ${sum.anew}`);
say(`processes left          ${sum.left}`);
say(`user's checkout changed ${sum.touched}`);
wrong.forEach((text) => say(`  ${text}`));
process.exitCode = wrong.length === 0 ? 0 : 1;
