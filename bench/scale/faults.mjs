// What happens to work on several machines when something breaks: real Redis, real git, real processes. Each row breaks
// one thing in the midst of a run and counts what is on the branch at the end.
//   npm run build && node bench/scale/faults.mjs [repeats] [--at-once n] [--lease s] [row …]
import { parseArgs } from 'node:util';
import { below, contentOf, endAll, sleep, until, world } from './world.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'at-once': { type: 'string', default: '3' },
    // Seconds: on a busy machine workers are taken for dead that are only slow.
    lease: { type: 'string', default: '6' },
  },
});
const [given = '5', ...only] = positionals;
const repeats = Number(given);
const atOnce = Number(values['at-once']);
const LEASE_S = Number(values.lease);
const CHECKPOINTS = 4;

/** Signals a worker and everything below it: a machine that freezes or dies does so as a whole. */
const all = (worker, signal) => {
  for (const pid of [...below(worker.child.pid), worker.child.pid]) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended by itself.
    }
  }
};

const slow = (seconds) => (id, turn) =>
  turn === 0
    ? {
        calls: [
          {
            name: 'bash',
            arguments: { command: `sleep ${seconds}; echo ${id} > f${id.slice(1)}.txt` },
          },
        ],
      }
    : undefined;

/** The process of an attempt: a worker has others below it, such as git. */
const attemptOf = (worker) =>
  below(worker.child.pid).find((pid) => contentOf(`/proc/${pid}/cmdline`).includes('--attempt'));

/** A worker in the midst of an attempt: all coders have asked, and were told to run a command that takes its time. */
async function busy({ w, workers }) {
  await until(() => w.started.size === CHECKPOINTS, 120_000);
  await sleep(500);
  let found;
  await until(() => (found = workers.find((worker) => attemptOf(worker) !== undefined)), 120_000);
  return found;
}

const refs = (w) => w.git('ls-remote', w.remote, 'refs/orchestrate/*');
const claimed = (w) => /\/claim\/1$/m.test(refs(w));
const resulted = (w) => /\/code\.g\d+\/result\/1$/m.test(refs(w));

/** Each breaks something once work is under way, and mends it where that is part of it. */
const rows = {
  'nothing broken': { break: async () => undefined },
  'worker killed': {
    seconds: 4,
    break: async ({ w, workers }) => {
      all(await busy({ w, workers }), 'SIGKILL');
      await w.worker('--slots', '2', '--lease', String(LEASE_S));
    },
  },
  'worker frozen, thawed late': {
    seconds: 4,
    break: async ({ w, workers }) => {
      const frozen = await busy({ w, workers });
      all(frozen, 'SIGSTOP');
      await sleep((LEASE_S + 14) * 1_000);
      all(frozen, 'SIGCONT');
    },
  },
  'event loop blocked 40 s': {
    // The attempt's own process stands still, as one does that counts to the end of the world: its worker goes on.
    seconds: 4,
    break: async ({ w, workers }) => {
      const attempt = attemptOf(await busy({ w, workers }));
      process.kill(attempt, 'SIGSTOP');
      await sleep(40_000);
      process.kill(attempt, 'SIGCONT');
    },
    starts: CHECKPOINTS,
  },
  'killed after push, before completion': {
    seconds: 0.1,
    break: async ({ w, workers }) => {
      // Redis stands still, so that what is pushed cannot be told.
      await until(() => claimed(w));
      w.redis.freeze();
      await until(() => resulted(w), 20_000).catch(() => undefined);
      all(workers[0], 'SIGKILL');
      all(workers[1], 'SIGKILL');
      w.redis.thaw();
      await w.worker('--slots', '2', '--lease', String(LEASE_S));
    },
  },
  'coordinator killed': {
    break: async ({ w, runs }) => {
      await until(() => claimed(w));
      runs.at(-1).child.kill('SIGKILL');
      await runs.at(-1).ended;
      runs.push(w.coordinator('resume', ...w.remoteFlags));
    },
    starts: CHECKPOINTS,
  },
  'Redis restarted': {
    break: async ({ w }) => {
      await until(() => claimed(w));
      await w.redis.kill();
      await sleep(1_000);
      await w.redis.start();
    },
  },
  'Redis wiped': {
    break: async ({ w }) => {
      await until(() => claimed(w));
      await w.redis.kill();
      w.redis.wipe();
      await sleep(1_000);
      await w.redis.start();
    },
  },
  'Redis cut off 15 s': {
    break: async ({ w }) => {
      await until(() => claimed(w));
      w.redis.freeze();
      await sleep(15_000);
      w.redis.thaw();
    },
  },
};

const LIMIT_MS = 240_000;

/** One run in a world of its own. `left`: processes that are still there when everybody who was started has ended. */
async function once({ break: breaks, seconds = 2 }) {
  const w = await world({ checkpoints: CHECKPOINTS, coder: slow(seconds) });
  try {
    const workers = [];
    for (let i = 0; i < 2; i++) {
      workers.push(await w.worker('--slots', '2', '--lease', String(LEASE_S)));
    }
    const began = performance.now();
    const runs = [w.coordinator('--parallel', '4', ...w.remoteFlags)];
    await breaks({ w, workers, runs });
    const code = await Promise.race([runs.at(-1).ended, sleep(LIMIT_MS, 'late', { ref: false })]);
    const s = (performance.now() - began) / 1_000;
    if (code !== 0) {
      process.stderr.write(`${code}\n${runs.at(-1).said.err.slice(-1500)}\n`);
    }
    const starts = [...w.started.values()].reduce((sum, n) => sum + n, 0);
    const late = refs(w)
      .split('\n')
      .filter((row) => row.includes('/late/')).length;
    return { code, ...w.effects(), starts, late, s, left: await leftBy(w) };
  } finally {
    await w.close();
  }
}

async function leftBy(w) {
  await w.leave();
  await sleep(1_000);
  return endAll(w.repo.home);
}

const COLUMNS = [
  ['what is broken', 38],
  ['runs', 6],
  ['once', 7],
  ['lost', 5],
  ['doubled', 8],
  ['starts', 7],
  ['late', 5],
  ['left', 5],
  ['median s', 9],
  ['longest s', 10],
];
const line = (cells) =>
  cells
    .map((cell, i) => (i === 0 ? cell.padEnd(COLUMNS[i][1]) : String(cell).padStart(COLUMNS[i][1])))
    .join(' ');

function told(name, seen) {
  const sum = (key) => seen.reduce((total, one) => total + one[key], 0);
  const times = seen.map(({ s }) => s).toSorted((a, b) => a - b);
  return line([
    name,
    `${seen.filter(({ code }) => code === 0).length}/${repeats}`,
    `${sum('once')}/${repeats * CHECKPOINTS}`,
    ...['lost', 'doubled', 'starts', 'late', 'left'].map(sum),
    times[Math.floor(times.length / 2)].toFixed(1),
    times.at(-1).toFixed(1),
  ]);
}

const wanted = Object.entries(rows).filter(
  ([name]) => only.length === 0 || only.some((o) => name.includes(o)),
);
const seen = new Map(wanted.map(([name]) => [name, []]));
const waiting = wanted.flatMap(([name, what]) => Array.from({ length: repeats }, () => ({ name, what })));
console.log(
  `${CHECKPOINTS} checkpoints, 2 workers of 2, lease ${LEASE_S} s, ${repeats} times each, ${atOnce} at once\n${line(COLUMNS.map(([title]) => title))}`,
);
const began = performance.now();
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const of = seen.get(next.name);
      of.push(await once(next.what).catch((error) => failure(error)));
      if (of.length === repeats) {
        console.log(told(next.name, of));
      }
    }
  }),
);
const ran = [...seen.values()].flat();
const total = (key) => ran.reduce((sum, one) => sum + one[key], 0);
console.log(
  `${ran.length} runs in ${((performance.now() - began) / 60_000).toFixed(1)} min: once ${total('once')} of ${ran.length * CHECKPOINTS}, lost ${total('lost')}, doubled ${total('doubled')}, processes left ${total('left')}`,
);

/** What could not be broken as it was meant to be counts as a run that failed. */
function failure(error) {
  process.stderr.write(`${error.stack}\n`);
  return { code: 'failed', once: 0, lost: CHECKPOINTS, doubled: 0, starts: 0, late: 0, left: 0, s: 0 };
}
