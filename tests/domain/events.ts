import type { Event, EventOf } from '../../src/domain/event.ts';
import type { GuardFinding } from '../../src/domain/finding.ts';
import { accept, base, check, sha } from './world.ts';

/** The events of one attempt, each with what a test does not care about filled in. */

export const work = sha(7);

type More<T extends Event['type']> = Partial<Omit<EventOf<T>, 'type'>>;

export const begun = (attempt = 'c1.a1', more: More<'attempt.started'> = {}): Event => ({
  type: 'attempt.started',
  attempt,
  base,
  from: base,
  model: 'm',
  ...more,
});

export const submitted = (attempt = 'c1.a1', more: More<'attempt.submitted'> = {}): Event => ({
  type: 'attempt.submitted',
  attempt,
  commit: work,
  changed: ['a.ts'],
  summary: 'added a',
  notes: [],
  ...more,
});

export const asked = (attempt: string, question: string): Event => ({
  type: 'attempt.asked',
  attempt,
  question,
  commit: null,
});

export const failed = (attempt = 'c1.a1', more: More<'attempt.failed'> = {}): Event => ({
  type: 'attempt.failed',
  attempt,
  failure: 'turns',
  detail: 'no luck',
  commit: null,
  ...more,
});

export const ran = (attempt = 'c1.a1', more: More<'check.ran'> = {}): Event => ({
  type: 'check.ran',
  attempt,
  commit: work,
  result: check(),
  ...more,
});

export const red = (attempt = 'c1.a1', commit = work): Event =>
  ran(attempt, { commit, result: check('failed') });

export const guarded = (
  attempt = 'c1.a1',
  { commit = work, level }: { commit?: string; level?: GuardFinding['level'] } = {},
): Event => ({
  type: 'guard.ran',
  attempt,
  commit,
  findings: level ? [{ rule: 'secret', level, file: 'k.pem', detail: 'a key' }] : [],
});

export const reviewed = (attempt = 'c1.a1', more: More<'review.given'> = {}): Event => ({
  type: 'review.given',
  attempt,
  commit: work,
  verdict: accept,
  model: 'r',
  ...more,
});

export const unavailable = (attempt = 'c1.a1'): Event => ({
  type: 'review.unavailable',
  attempt,
  commit: work,
  reason: 'prose',
});

export const rebased = (attempt: string, more: More<'attempt.rebased'> = {}): Event => ({
  type: 'attempt.rebased',
  attempt,
  commit: sha(9),
  base,
  samePatch: true,
  ...more,
});

export const held = (attempt: string, on: string): Event => ({
  type: 'attempt.held',
  attempt,
  base: on,
  detail: 'both change a.ts',
});

export const landed = (attempt = 'c1.a1', commit = work): EventOf<'checkpoint.landed'> => ({
  type: 'checkpoint.landed',
  attempt,
  commit,
});

export const blocked = (checkpoint: string): Event => ({
  type: 'checkpoint.blocked',
  checkpoint,
  reason: 'r',
});

export const final = (commit: string, result = check()): Event => ({ type: 'run.checked', commit, result });

/** All the way to where only the landing is left. */
export const accepted = (attempt = 'c1.a1', commit = work): Event[] => [
  begun(attempt),
  submitted(attempt, { commit }),
  ran(attempt, { commit }),
  guarded(attempt, { commit }),
  reviewed(attempt, { commit }),
];

/** All the way to a reviewer who sends it back. */
export const toReview = (attempt = 'c1.a1'): Event[] => accepted(attempt).slice(0, 4);
