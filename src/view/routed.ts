import type { Difficulty } from '../domain/plan.ts';
import type { AttemptFact, Fate } from './report.ts';
import { FAILED } from './words.ts';

type Before = Pick<AttemptFact, 'id' | 'asked' | 'fate' | 'failure'>;

/** Why an attempt asks the model that it asks: the difficulty at first, then what became of the attempt before. */
export function routed(asked: string, difficulty: Difficulty, before: Before | undefined): string {
  if (!before) {
    return `for ${difficulty} work`;
  }
  const because = `${before.id} ${ended(before)}`;
  return asked === before.asked
    ? `again, after ${because}`
    : `in place of ${before.asked}, because ${because}`;
}

const ended = ({ fate, failure }: Before): string =>
  (failure === null ? undefined : new Map<string, string>(Object.entries(FAILED)).get(failure)) ??
  ENDED[fate];

const ENDED: Readonly<Record<Fate, string>> = {
  landed: 'landed',
  accepted: 'did not land',
  under_way: 'did not end',
  red: 'failed its check',
  guarded: 'was stopped by the guard',
  sent_back: 'was sent back by its review',
  rejected: 'was rejected by its review',
  asked: 'asked a question',
  stopped: 'was left off',
  failed: 'failed',
};
