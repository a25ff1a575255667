import type { Event, Line } from '../domain/event.ts';
import { accountOf, checkpointOf } from '../domain/ids.ts';
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
  const begun = new Map<string, number>();
  const formerly = new Map<string, number>();
  let stretch = 0;
  for (const { at: time, event } of lines) {
    const at = Date.parse(time);
    stretch += event.type === 'run.resumed' ? 1 : 0;
    if (event.type === 'attempt.started') {
      const checkpoint = checkpointOf(event.attempt);
      begun.set(checkpoint, (begun.get(checkpoint) ?? 0) + 1);
    }
    if (event.type === 'checkpoint.retried') {
      formerly.set(event.checkpoint, begun.get(event.checkpoint) ?? 0);
    }
    for (const key of accountsOf(event, formerly)) {
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
  'plan.declined': true,
  'checkpoint.approved': true,
  'checkpoint.declined': true,
  'run.told': true,
  'checkpoint.skipped': true,
  'checkpoint.retried': true,
  'run.reopened': true,
};

function accountsOf(event: Event, formerly: ReadonlyMap<string, number>): string[] {
  if (SAID[event.type] === true) {
    return [];
  }
  const attempt = 'attempt' in event ? event.attempt : null;
  if (attempt === null) {
    return ['run'];
  }
  const checkpoint = checkpointOf(attempt);
  const before = formerly.get(checkpoint) ?? 0;
  const isFormer = Number(attempt.split('.a')[1]) <= before;
  return ['run', accountOf(checkpoint, isFormer ? 0 : before), attempt];
}
