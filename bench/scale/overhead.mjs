// What several machines cost and bring: the same run in one process and by workers, how long a job takes to reach one,
// how close the time comes to the ideal, how much of a shared rate limit is used, and what a large repository costs.
//   npm run build && node bench/scale/overhead.mjs [checkpoints] [part …]     parts: ratio makespan rate large
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { contentOf, percentile, redisServer, sleep, world } from './world.mjs';

const checkpoints = Number(process.argv[2] ?? 64);
const only = process.argv.slice(3);
const wanted = (part) => only.length === 0 || only.includes(part);

const at = (line) => Date.parse(line.at);

/** Seconds of work of all cores since the machine began: what was spent in a run, by whatever was there. */
function cpuSeconds() {
  const [user, nice, system] = contentOf('/proc/stat').split('\n')[0].trim().split(/ +/).slice(1).map(Number);
  return (user + nice + system) / 100;
}

/** One run to its end: seconds, and milliseconds from what `from` names to each coder's first request. */
async function oneRun({ workers, slots = 1, parallel, delayMs, from = 'attempt.sent' }) {
  const w = await world({ checkpoints, delayMs });
  try {
    for (let i = 0; i < workers; i++) {
      await w.worker('--slots', String(slots));
    }
    const [began, spent] = [performance.now(), cpuSeconds()];
    const flags = ['--parallel', String(parallel), ...(workers > 0 ? w.remoteFlags : [])];
    const run = w.coordinator(...flags);
    const code = await run.ended;
    const s = (performance.now() - began) / 1_000;
    const cpu = cpuSeconds() - spent;
    if (code !== 0) {
      process.stderr.write(run.said.err.slice(-1_000));
    }
    const waits = w
      .journal()
      .filter(({ event }) => event.type === from && event.work !== 'check')
      .map((line) => w.firstAsked.get(line.event.attempt.split('.')[0]) - at(line))
      .filter((ms) => ms >= 0);
    return { code, s, cpu, waits, ...w.effects() };
  } finally {
    await w.close();
  }
}

const counts = ({ code, once, lost, doubled }) =>
  `exit ${code}, once ${once}, lost ${lost}, doubled ${doubled}`;
const spread = (ms) => `p50 ${percentile(ms, 50).toFixed(0)} ms, p99 ${percentile(ms, 99).toFixed(0)} ms`;

if (wanted('ratio')) {
  const alone = await oneRun({ workers: 0, parallel: 4, delayMs: 0, from: 'attempt.started' });
  // More slots than there is work for, so that a job waits for nothing but its way.
  const away = await oneRun({ workers: 2, slots: 4, parallel: 4, delayMs: 0 });
  console.log(
    `${checkpoints} checkpoints, 4 at a time: in process ${alone.s.toFixed(1)} s (CPU ${alone.cpu.toFixed(0)} s; ${counts(alone)}), 2 workers of 4 ${away.s.toFixed(1)} s (CPU ${away.cpu.toFixed(0)} s; ${counts(away)}), ratio ${(away.s / alone.s).toFixed(2)}`,
  );
  console.log(
    `dispatch, from the journal to the coder's first request: ${spread(away.waits)}; in process ${spread(alone.waits)}`,
  );
}

if (wanted('makespan')) {
  const LATENCY_MS = 500;
  for (const workers of [2, 4, 8]) {
    const { s, cpu, code } = await oneRun({ workers, parallel: workers, delayMs: LATENCY_MS });
    // Two turns of a coder for each, and a review; the planner's turn before and the last look after them.
    const ideal = ((checkpoints / workers) * 3 + 2) * (LATENCY_MS / 1_000);
    const cores = availableParallelism();
    console.log(
      `${checkpoints} checkpoints, ${workers} workers at ${LATENCY_MS} ms a reply: ${s.toFixed(1)} s, the models alone ${ideal.toFixed(1)} s (${((ideal / s) * 100).toFixed(0)} %), the CPU alone ${(cpu / cores).toFixed(1)} s on ${cores} cores (exit ${code})`,
    );
  }
}

if (wanted('rate')) {
  const server = await redisServer();
  const [limit, windowMs, windows] = [60, 3_000, 6];
  const passed = [];
  const gate = fileURLToPath(new URL('gate.mjs', import.meta.url));
  const machines = [1, 2, 3].map(() => {
    const child = spawn(process.execPath, [gate, server.url, String(limit), String(windowMs)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    createInterface({ input: child.stdout }).on('line', (text) => passed.push(Number(text)));
    return { child, ended };
  });
  while (passed.length === 0) {
    await sleep(10);
  }
  await sleep(windowMs * windows);
  const [first] = passed;
  machines.forEach(({ child }) => child.stdin.end());
  await Promise.all(machines.map(async ({ ended }) => ended));
  const counted = passed.filter((t) => t < first + windowMs * windows);
  const most = Math.max(
    ...counted.map((from) => counted.filter((t) => t >= from && t < from + windowMs).length),
  );
  console.log(
    `${limit} requests in ${windowMs} ms for 3 processes: ${((counted.length / (limit * windows)) * 100).toFixed(1)} % of what is allowed in ${windows} windows, at most ${most} within any one`,
  );
  await server.close();
}

if (wanted('large')) {
  await large(50_000);
}

/** A repository of many files: what the second and later pieces of work cost one worker. */
async function large(files) {
  const w = await world({ checkpoints: 4 });
  try {
    for (let i = 0; i < files; i++) {
      const dir = path.join(w.repo.root, 'src', String(i % 250));
      if (i < 250) {
        mkdirSync(dir, { recursive: true });
      }
      writeFileSync(path.join(dir, `${i}.txt`), `${i}\n`.repeat(20));
    }
    w.git('add', '-A');
    w.git('-c', 'user.name=b', '-c', 'user.email=b@localhost', 'commit', '-q', '-m', 'Many');
    const mirror = path.join(w.repo.home, 'w1/state/orchestrate/workers/shop/mirror/.git/objects');
    const bytes = () => Number(spawnSync('du', ['-sb', mirror]).stdout.toString().split('\t')[0]);
    await w.worker('--slots', '1');
    const run = w.coordinator('--parallel', '1', ...w.remoteFlags);
    const sizes = [];
    const watching = setInterval(() => sizes.push(bytes()), 500);
    const code = await run.ended;
    clearInterval(watching);
    const lines = w.journal();
    const took = lines
      .filter(({ event }) => event.type === 'attempt.submitted')
      .map((line) => {
        const sent = lines.find(
          ({ event }) => event.type === 'attempt.sent' && event.attempt === line.event.attempt,
        );
        return (at(line) - at(sent)) / 1_000;
      });
    const first = sizes.find((size) => size > 1_000_000) ?? 0;
    const growth = (bytes() - first) / Math.max(1, took.length * 2 - 1);
    console.log(
      `${files} files: first attempt ${took[0].toFixed(1)} s, later ${took
        .slice(1)
        .map((s) => s.toFixed(1))
        .join(
          ', ',
        )} s; the worker's copy ${(first / 1e6).toFixed(1)} MB, then ${(growth / 1e3).toFixed(0)} kB for each piece of work (exit ${code})`,
    );
  } finally {
    await w.close();
  }
}
