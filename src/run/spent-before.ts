import type { Event, Line } from '../domain/event.ts';
import { checkpointOf } from '../domain/ids.ts';
import { nothing, spend } from '../domain/usage.ts';
import type { Spent } from '../model/account.ts';

const MINUTE_MS = 60_000;

/** `at` is its last event, `stretch` the process that it was in. */
type Account = Spent & { readonly at: number; readonly stretch: number };

/**
 * What the run, its checkpoints and its attempts have taken so far, by `run` and their ids, as a budget goes on from it.
 * Time counts from the first to the last event of each, and stands still while nobody drives the run.
 */
export function spentBefore(lines: readonly Line[]): Record<string, Spent> {
  const accounts = new Map<string, Account>();
  let stretch = 0;
  for (const { at: time, event } of lines) {
    const at = Date.parse(time);
    stretch += event.type === 'run.resumed' ? 1 : 0;
    if (event.type === 'checkpoint.retried') {
      accounts.delete(event.checkpoint);
    }
    for (const key of accountsOf(event)) {
      const before = accounts.get(key) ?? { spend: nothing, minutes: 0, at, stretch };
      const worked = before.stretch === stretch ? Math.max(0, at - before.at) : 0;
      accounts.set(key, {
        spend: event.type === 'model.called' ? spend(before.spend, event.usage) : before.spend,
        minutes: before.minutes + worked / MINUTE_MS,
        at,
        stretch,
      });
    }
  }
  return Object.fromEntries(
    [...accounts].map(([key, { spend: sum, minutes }]) => [key, { spend: sum, minutes }]),
  );
}

/** What a person says is no work, also where it is said while nobody drives the run. */
const SAID: { readonly [T in Event['type']]?: true } = {
  'question.answered': true,
  'checkpoint.approved': true,
  'run.told': true,
  'checkpoint.skipped': true,
  'checkpoint.retried': true,
  'run.reopened': true,
};

function accountsOf(event: Event): string[] {
  if (SAID[event.type] === true) {
    return [];
  }
  const attempt = 'attempt' in event ? event.attempt : null;
  return attempt === null ? ['run'] : ['run', checkpointOf(attempt), attempt];
}
