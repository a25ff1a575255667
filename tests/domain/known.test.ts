import { expect, test } from 'vitest';
import type { Event } from '../../src/domain/event.ts';
import { checkAt } from '../../src/domain/known.ts';
import { accept, after, base, check, sha, state, start, plan } from './world.ts';

const red = (name: string) =>
  check('failed', {
    tests: {
      runner: 'tap',
      run: 2,
      passed: 1,
      failed: 1,
      skipped: 0,
      failures: [{ name }],
      skips: [],
      passes: [],
    },
  });

const landing = (id: string, from: string, commit: string, result = check()): Event[] => [
  { type: 'attempt.started', attempt: `${id}.a1`, base: from, from, model: 'm' },
  { type: 'attempt.submitted', attempt: `${id}.a1`, commit, changed: ['a.ts'], summary: '', notes: [] },
  { type: 'check.ran', attempt: `${id}.a1`, commit, result },
  { type: 'guard.ran', attempt: `${id}.a1`, commit, findings: [] },
  { type: 'review.given', attempt: `${id}.a1`, commit, verdict: accept, model: 'm' },
  { type: 'checkpoint.landed', attempt: `${id}.a1`, commit },
];

const redAtFirst = state(
  start(),
  { type: 'baseline.ran', commit: base, check: red('old') },
  { type: 'plan.made', plan, by: 'planner', edges: [] },
);

test('what was red at the base is nobody’s failure', () => {
  const run = after(redAtFirst, ...landing('c4', base, sha(2), red('old')));
  expect(run.head).toBe(sha(2));
});

test('what a landed checkpoint has mended is a failure again for whoever starts from there', () => {
  const mended = after(redAtFirst, ...landing('c1', base, sha(2)));
  expect(checkAt(mended, sha(2))).toEqual(check());
  const broken = after(mended, ...landing('c2', sha(2), sha(3), red('old')).slice(0, 3));
  expect(broken.progress.find((p) => p.checkpoint.id === 'c2')).toMatchObject({ at: 'todo', charged: 1 });
});

test('who started before the mend is not blamed for what was red then', () => {
  const mended = after(redAtFirst, ...landing('c1', base, sha(2)));
  const old = after(mended, ...landing('c4', base, sha(3), red('old')).slice(0, 3));
  expect(old.progress.find((p) => p.checkpoint.id === 'c4')?.at).toBe('guarding');
});
