// What happens to work on several machines when something breaks: real Redis, real git, real processes. Each row breaks
// one thing in the midst of a run and counts what is on the branch at the end.
//   npm run build && node bench/scale/faults.mjs [repeats] [row …]
import { readFileSync } from 'node:fs';
import { below, sleep, until, world } from './world.mjs';

const repeats = Number(process.argv[2] ?? 5);
const only = process.argv.slice(3);
const LEASE_S = 6;
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
const attemptOf = (worker) => below(worker.child.pid).find((pid) => commandOf(pid).includes('--attempt'));

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** A worker in the midst of an attempt. */
async function busy(workers) {
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
    break: async ({ w, workers }) => {
      all(await busy(workers), 'SIGKILL');
      await w.worker('--slots', '2', '--lease', String(LEASE_S));
    },
  },
  'worker frozen, thawed late': {
    break: async ({ workers }) => {
      const frozen = await busy(workers);
      all(frozen, 'SIGSTOP');
      await sleep((LEASE_S + 14) * 1_000);
      all(frozen, 'SIGCONT');
    },
  },
  'event loop blocked 40 s': {
    // The attempt's own process stands still, as one does that counts to the end of the world: its worker goes on.
    seconds: 3,
    break: async ({ workers }) => {
      const attempt = attemptOf(await busy(workers));
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

async function once({ break: breaks, seconds = 2 }) {
  const w = await world({ checkpoints: CHECKPOINTS, coder: slow(seconds) });
  const limit = 240_000;
  try {
    const workers = [];
    for (let i = 0; i < 2; i++) {
      workers.push(await w.worker('--slots', '2', '--lease', String(LEASE_S)));
    }
    const began = performance.now();
    const runs = [w.coordinator('--parallel', '4', ...w.remoteFlags)];
    await breaks({ w, workers, runs });
    const code = await Promise.race([runs.at(-1).ended, sleep(limit, 'late', { ref: false })]);
    if (code !== 0) {
      process.stderr.write(`${code}\n${runs.at(-1).said.err.slice(-1500)}\n`);
    }
    const starts = [...w.started.values()].reduce((sum, n) => sum + n, 0);
    return { code, ...w.effects(), starts, ms: performance.now() - began };
  } finally {
    await w.close();
  }
}

console.log(
  `${CHECKPOINTS} checkpoints, 2 workers of 2, lease ${LEASE_S} s, ${repeats} times each\n${'what is broken'.padEnd(40)} ${'runs'.padStart(5)} ${'once'.padStart(7)} ${'lost'.padStart(5)} ${'doubled'.padStart(8)} ${'starts'.padStart(7)} ${'median s'.padStart(9)} ${'longest s'.padStart(10)}`,
);
for (const [name, row] of Object.entries(rows).filter(
  ([n]) => only.length === 0 || only.some((o) => n.includes(o)),
)) {
  const seen = [];
  for (let i = 0; i < repeats; i++) {
    seen.push(await once(row));
  }
  const sum = (key) => seen.reduce((total, one) => total + one[key], 0);
  const times = seen.map(({ ms }) => ms / 1_000).toSorted((a, b) => a - b);
  console.log(
    `${name.padEnd(40)} ${`${seen.filter(({ code }) => code === 0).length}/${repeats}`.padStart(5)} ${`${sum('once')}/${repeats * CHECKPOINTS}`.padStart(7)} ${String(sum('lost')).padStart(5)} ${String(sum('doubled')).padStart(8)} ${String(sum('starts')).padStart(7)} ${times[Math.floor(times.length / 2)].toFixed(1).padStart(9)} ${times.at(-1).toFixed(1).padStart(10)}`,
  );
}
