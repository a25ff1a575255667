// What several machines cost and bring: the same run in one process and by workers, how long a job takes to reach one,
// how close the time comes to the ideal, how much of a shared rate limit is used, and what a large repository costs.
//   npm run build && node bench/scale/overhead.mjs [checkpoints] [part …]     parts: ratio makespan rate large
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import { sharedGates } from '../../dist/lib/scale/shared-gates.js';
import { percentile, redisServer, sleep, world } from './world.mjs';

const checkpoints = Number(process.argv[2] ?? 64);
const only = process.argv.slice(3);
const wanted = (part) => only.length === 0 || only.includes(part);

const at = (line) => Date.parse(line.at);

/** One run to its end: seconds, and how long each job took from the journal to its first model call. */
async function oneRun({ workers, slots = 1, parallel, delayMs }) {
  const w = await world({ checkpoints, delayMs });
  try {
    for (let i = 0; i < workers; i++) {
      await w.worker('--slots', String(slots));
    }
    const began = performance.now();
    const flags = ['--parallel', String(parallel), ...(workers > 0 ? w.remoteFlags : [])];
    const run = w.coordinator(...flags);
    const code = await run.ended;
    const s = (performance.now() - began) / 1_000;
    if (code !== 0) {
      process.stderr.write(run.said.err.slice(-1_000));
    }
    const lines = w.journal();
    const waits = lines
      .filter(({ event }) => event.type === 'attempt.sent' && event.work === 'code')
      .map((sent) => {
        const first = lines.find(
          ({ event }) => event.type === 'model.called' && event.attempt === sent.event.attempt,
        );
        return first ? at(first) - at(sent) - delayMs : Number.NaN;
      });
    return { code, s, waits, ...w.effects() };
  } finally {
    await w.close();
  }
}

if (wanted('ratio')) {
  const alone = await oneRun({ workers: 0, parallel: 4, delayMs: 0 });
  const away = await oneRun({ workers: 2, slots: 2, parallel: 4, delayMs: 0 });
  console.log(
    `${checkpoints} checkpoints, 4 at a time: in process ${alone.s.toFixed(1)} s, 2 workers of 2 ${away.s.toFixed(1)} s, ratio ${(away.s / alone.s).toFixed(2)} (exit ${alone.code}, ${away.code}; once ${away.once}, lost ${away.lost}, doubled ${away.doubled})`,
  );
  console.log(
    `from the journal to the first reply of a coder: p50 ${percentile(away.waits, 50)} ms, p99 ${percentile(away.waits, 99)} ms`,
  );
}

if (wanted('makespan')) {
  const LATENCY_MS = 500;
  for (const workers of [2, 4, 8]) {
    const { s, code } = await oneRun({ workers, parallel: workers, delayMs: LATENCY_MS });
    // Two turns of a coder for each, and a review; the planner's turn before and the last look after them.
    const ideal = ((checkpoints / workers) * 3 + 2) * (LATENCY_MS / 1_000);
    console.log(
      `${workers} workers at ${LATENCY_MS} ms a reply: ${s.toFixed(1)} s, the models alone ${ideal.toFixed(1)} s, ${((ideal / s) * 100).toFixed(0)} % (exit ${code})`,
    );
  }
}

if (wanted('rate')) {
  const server = await redisServer();
  const limit = 60;
  const minuteMs = 3_000;
  const machines = [1, 2, 3].map(() => new Redis(server.url, { maxRetriesPerRequest: null }));
  const gates = machines.map((redis) =>
    sharedGates(redis, () => ({ requestsPerMinute: limit, minuteMs })).of('key'),
  );
  const end = new AbortController();
  const passed = [];
  const loops = gates.flatMap((gate) =>
    Array.from({ length: 8 }, async () => {
      for (;;) {
        const pass = await gate.enter({ lane: '', tokens: 1, signal: end.signal });
        passed.push(performance.now());
        pass.answered();
        await sleep(20);
        pass.done({ result: 'ok' });
      }
    }),
  );
  const began = performance.now();
  await sleep(minuteMs * 6);
  end.abort(new Error('over'));
  await Promise.allSettled(loops);
  const spent = performance.now() - began;
  const most = Math.max(
    ...passed.map((from) => passed.filter((t) => t >= from && t < from + minuteMs).length),
  );
  console.log(
    `${limit} requests in ${minuteMs} ms for 3 connections: ${((passed.length / ((spent / minuteMs) * limit)) * 100).toFixed(1)} % used in ${(spent / 1_000).toFixed(1)} s, at most ${most} within one window`,
  );
  machines.forEach((redis) => redis.disconnect());
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
