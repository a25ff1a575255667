import { apply } from '../domain/apply.ts';
import type { Event, EventOf, Line } from '../domain/event.ts';
import { empty, type Run } from '../domain/run.ts';
import { nothing, spend, type Spend } from '../domain/usage.ts';

/** What happened, its number and its time (ISO 8601): all that views know of a journal's line. */
export type Entry = Pick<Line, 'seq' | 'at' | 'event'>;

/**
 * What a model or a tool does at this very moment; never journaled. `text` is the reply so far, the tool's call or
 * what is waited for. `attempt` is null for work on behalf of the whole run, such as planning.
 */
export type Live = {
  readonly role: string;
  readonly attempt: string | null;
  readonly kind: 'text' | 'tool' | 'wait';
  readonly text: string;
};

/** The run as it is watched: its state, and the times and figures that the state itself does not need. */
export type Watch = {
  readonly run: Run;
  /** Times in milliseconds since 1970. */
  readonly startedAt: number;
  readonly lastAt: number;
  /** Milliseconds during which the run lay still: paused, or not yet resumed after a crash. */
  readonly idle: number;
  /** By attempt, and by role for calls on behalf of the whole run. */
  readonly spent: Readonly<Record<string, Spend>>;
  /** The model in force by attempt and role, as its last call told. */
  readonly models: Readonly<Record<string, string>>;
  /** When an attempt, or the whole run's work, came to where it is now. */
  readonly since: Readonly<Record<string, number>>;
  readonly doing: Readonly<Record<string, Live>>;
};

export const unwatched: Watch = {
  run: empty,
  startedAt: 0,
  lastAt: 0,
  idle: 0,
  spent: {},
  models: {},
  since: {},
  doing: {},
};

/** Key in `since` of work on behalf of the whole run. */
export const WHOLE = 'run';

/** Pure; throws, as `apply` does, on an event that could not have happened. */
export function watch(seen: Watch, { at, event }: Entry): Watch {
  const now = Date.parse(at);
  const next: Watch = {
    ...seen,
    run: apply(seen.run, event),
    startedAt: event.type === 'run.started' ? now : seen.startedAt,
    idle: event.type === 'run.resumed' ? seen.idle + Math.max(0, now - seen.lastAt) : seen.idle,
    lastAt: now,
  };
  if (event.type === 'model.called') {
    return called(next, event);
  }
  const key = attemptOf(event) ?? WHOLE;
  const { [key]: _, ...doing } = next.doing;
  return { ...next, since: { ...next.since, [key]: now }, doing };
}

export const watchAll = (entries: Iterable<Entry>): Watch => {
  let seen = unwatched;
  for (const entry of entries) {
    seen = watch(seen, entry);
  }
  return seen;
};

export const hear = (seen: Watch, live: Live): Watch => ({
  ...seen,
  doing: { ...seen.doing, [live.attempt ?? WHOLE]: live },
});

/** Milliseconds at work from the start until `now`, pauses left out. */
export const elapsed = (seen: Watch, now: number): number =>
  Math.max(0, (atRest(seen.run) ? seen.lastAt : now) - seen.startedAt - seen.idle);

/** Nothing moves until a person or another call resumes the run, if anything does. */
export const atRest = (run: Run): boolean => run.at === 'ended' || run.paused !== null;

export const attemptOf = (event: Event): string | null =>
  'attempt' in event && event.attempt !== null ? event.attempt : null;

/** The model that last answered for an attempt in a role. */
export const modelInForce = (seen: Watch, attempt: string | null, role: string): string | undefined =>
  seen.models[`${attempt ?? WHOLE} ${role}`];

export const spentOn = (seen: Watch, key: string): Spend => seen.spent[key] ?? nothing;

function called(seen: Watch, event: EventOf<'model.called'>): Watch {
  const key = event.attempt ?? event.role;
  return {
    ...seen,
    spent: { ...seen.spent, [key]: spend(spentOn(seen, key), event.usage) },
    models: { ...seen.models, [`${event.attempt ?? WHOLE} ${event.role}`]: event.model },
  };
}
