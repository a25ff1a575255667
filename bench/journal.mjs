// What a journal costs: events appended in a second, each on the disk before its promise resolves; and a run of many
// events read, checked and folded.
//   npm run build && node bench/journal.mjs [events]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fold } from '../dist/lib/domain/apply.js';
import { createJournal, readJournal } from '../dist/lib/io/journal.js';

const count = Number(process.argv[2] ?? 100_000);
const dir = mkdtempSync(path.join(tmpdir(), 'orchestrate-bench-'));
const say = (text) => process.stdout.write(`${text}\n`);
async function timed(work) {
  const start = performance.now();
  const result = await work();
  return { ms: performance.now() - start, result };
}

const sha = 'a'.repeat(40);
const usage = { input: 9000, cached: 8000, output: 300, usd: 0.01 };
const called = (n) => ({
  type: 'model.called',
  role: 'coder',
  conversation: `c${n}.a1.coder`,
  attempt: `c${n}.a1`,
  model: 'm',
  usage,
  ms: 900,
});
const checkpoints = Array.from({ length: 40 }, (_, i) => ({
  id: `c${i + 1}`,
  title: `Change ${i + 1}`,
  goal: 'Do it.',
  acceptance: ['it is done'],
  after: [],
  files: [],
  covers: ['R1'],
  difficulty: 'easy',
}));
const opening = [
  {
    type: 'run.started',
    run: 'bench',
    spec: { title: 'Bench', source: 'spec.md', sha256: 'x' },
    base: sha,
    branch: 'orchestrate/bench',
    dirty: null,
    settings: {},
    version: '0.1.0',
  },
  {
    type: 'baseline.ran',
    commit: sha,
    check: { status: 'none', command: '', exitCode: 0, signal: null, ms: 0, tail: '', log: '' },
  },
  {
    type: 'plan.made',
    plan: { requirements: [{ id: 'R1', text: 'all' }], checkpoints },
    by: 'planner',
    edges: [],
  },
  ...[1, 2, 3].map((n) => ({
    type: 'attempt.started',
    attempt: `c${n}.a1`,
    base: sha,
    from: sha,
    model: 'm',
  })),
];

try {
  for (const [writers, lines] of [
    [1, 1000],
    [8, 8000],
    [64, 20_000],
  ]) {
    const journal = await createJournal(path.join(dir, `journal-${writers}.jsonl`));
    const write = async () => {
      for (let i = 0; i < lines / writers; i += 1) {
        await journal.append(called(1));
      }
    };
    const { ms } = await timed(async () => Promise.all(Array.from({ length: writers }, write)));
    await journal.close();
    const rate = ((lines / ms) * 1000).toFixed(0);
    say(
      `append, ${String(writers).padStart(2)} writers      ${rate} events a second, each on the disk before it counts`,
    );
  }
  const file = path.join(dir, 'long.jsonl');
  const journal = await createJournal(file);
  const all = [...opening, ...Array.from({ length: count - opening.length }, (_, i) => called((i % 3) + 1))];
  for (let at = 0; at < all.length; at += 1000) {
    await Promise.all(all.slice(at, at + 1000).map(async (event) => journal.append(event)));
  }
  await journal.close();
  const read = await timed(async () => readJournal(file));
  const events = read.result.lines.map((line) => line.event);
  const folded = await timed(() => fold(events));
  say(
    `read and check         ${read.ms.toFixed(0)} ms for ${events.length} events: chain of hashes, numbers, schema`,
  );
  say(`fold                   ${folded.ms.toFixed(0)} ms, ${folded.result.spent.calls} calls counted`);
} finally {
  rmSync(dir, { recursive: true, force: true });
}
