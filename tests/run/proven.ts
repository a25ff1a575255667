import { expect } from 'vitest';
import { weigh, type CheckResult } from '../../src/domain/check.ts';
import type { Event } from '../../src/domain/event.ts';

type Made = {
  readonly base: string;
  readonly changed: readonly string[];
  readonly check: CheckResult | null;
  readonly checked: string;
  /** The verdict that was given on this commit, or on one of which this is the same change on another base. */
  readonly accepted: boolean;
};

/**
 * Reads the law of landing off the events alone: what lands stands on the head, was checked green as that very commit, and
 * was accepted as that very change.
 */
export function expectProven(log: readonly Event[]): void {
  const made = new Map<string, Made>();
  /** Accepted commits, as they landed. */
  const landed = new Map<string, string>();
  let head = '';
  let baseline: CheckResult | null = null;
  const change = (attempt: string, more: Partial<Made>): void => {
    const was = made.get(attempt) ?? { base: '', changed: [], check: null, checked: '', accepted: false };
    made.set(attempt, { ...was, ...more });
  };
  for (const event of log) {
    if (event.type === 'run.started') {
      head = event.base;
    } else if (event.type === 'baseline.ran') {
      baseline = event.check;
    } else if (event.type === 'attempt.started') {
      change(event.attempt, { base: event.base, check: null, accepted: false });
    } else if (event.type === 'attempt.submitted') {
      change(event.attempt, { changed: event.changed });
    } else if (event.type === 'check.ran') {
      change(event.attempt, { check: event.result, checked: event.commit });
    } else if (event.type === 'review.given') {
      change(event.attempt, { accepted: event.verdict.decision === 'accept' });
    } else if (event.type === 'attempt.rebased') {
      const accepted = event.samePatch && made.get(event.attempt)?.accepted === true;
      change(event.attempt, { base: event.base, check: null, accepted });
    } else if (event.type === 'checkpoint.landed') {
      const { check, checked, accepted, changed, base = '' } = made.get(event.attempt) ?? {};
      expect(event.accepted ?? event.commit, event.attempt).toBe(checked);
      expect(check && weigh(check, baseline), event.attempt).toBe('green');
      expect(accepted, event.attempt).toBe(true);
      if (changed && changed.length > 0) {
        expect(landed.get(base) ?? base, `${event.attempt} stands on the head`).toBe(head);
        landed.set(checked ?? '', event.commit);
        head = event.commit;
      }
    }
  }
}
