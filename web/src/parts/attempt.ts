import type { AttemptFact, CheckpointFact } from '../../../src/view/report.ts';
import type { Shown } from './shown.ts';

export type OfAttempt = {
  readonly shown: Shown;
  readonly fact: CheckpointFact;
  /** The attempt that is looked at; undefined before the first one. */
  readonly attempt: AttemptFact | undefined;
};

const FATE: Readonly<Record<AttemptFact['fate'], string>> = {
  landed: 'landed',
  accepted: 'accepted',
  under_way: 'under way',
  red: 'check red',
  guarded: 'stopped by the guard',
  sent_back: 'sent back',
  rejected: 'rejected',
  asked: 'asked',
  stopped: 'left off, as you wanted',
  failed: 'failed',
};
export const fateOf = (attempt: AttemptFact): string =>
  attempt.failure === null ? FATE[attempt.fate] : attempt.failure.replaceAll('_', ' ');
