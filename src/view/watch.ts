import { apply } from '../domain/apply.ts';
import type { Event, EventOf, Line } from '../domain/event.ts';
import { checkpointOf } from '../domain/ids.ts';
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
  /** What it does in a few words, where that is not the end of the text. */
  readonly now?: string;
};

/** Work under way, as far as it is known: one for each attempt, and one for the run as a whole. */
export type Hand = {
  /** When it came to where it is now: milliseconds since 1970. */
  readonly since: number;
  readonly spent: Spend;
  /** The model in force by role, as its last call told. */
  readonly models: Readonly<Record<string, string>>;
  readonly live: Live | null;
};

/** The run as it is watched: its state, and the times and figures that the state itself does not need. */
export type Watch = {
  readonly run: Run;
  /** Times in milliseconds since 1970. */
  readonly startedAt: number;
  readonly lastAt: number;
  /** Milliseconds during which the run lay still: paused, or not yet resumed after a crash. */
  readonly idle: number;
  /** By attempt or `WHOLE`. An attempt is let go of when its checkpoint has landed or another attempt begins. */
  readonly hands: Readonly<Record<string, Hand>>;
  /** Remarks of models' calls so far: each is told once. */
  readonly remarks: readonly string[];
};

export const unwatched: Watch = { run: empty, startedAt: 0, lastAt: 0, idle: 0, hands: {}, remarks: [] };

/** Key of work on behalf of the run as a whole. */
export const WHOLE = 'run';

/** Pure; throws, as `apply` does, on an event that could not have happened. */
export function watch(seen: Watch, { at, event }: Entry): Watch {
  const now = Date.parse(at);
  return {
    run: apply(seen.run, event),
    startedAt: event.type === 'run.started' ? now : seen.startedAt,
    idle:
      event.type === 'run.resumed' || atRest(seen.run)
        ? seen.idle + Math.max(0, now - seen.lastAt)
        : seen.idle,
    lastAt: now,
    hands: handsAfter(seen, event, now),
    remarks: event.type === 'model.called' ? heard(seen, event) : seen.remarks,
  };
}

export const watchAll = (entries: Iterable<Entry>): Watch => {
  let seen = unwatched;
  for (const entry of entries) {
    seen = watch(seen, entry);
  }
  return seen;
};

export const hear = (seen: Watch, live: Live): Watch => {
  const key = live.attempt ?? WHOLE;
  return { ...seen, hands: { ...seen.hands, [key]: { ...handOf(seen, key), live } } };
};

export const handOf = (seen: Watch, key: string): Hand =>
  seen.hands[key] ?? { since: seen.startedAt, spent: nothing, models: {}, live: null };

/** Milliseconds at work from the start until `now`, pauses left out. */
export const elapsed = (seen: Watch, now: number): number =>
  Math.max(0, (atRest(seen.run) ? seen.lastAt : now) - seen.startedAt - seen.idle);

/** Nothing moves until a person or another call resumes the run, if anything does. */
export const atRest = (run: Run): boolean => run.at === 'ended' || run.paused !== null;

export const attemptOf = (event: Event): string | null =>
  'attempt' in event && event.attempt !== null ? event.attempt : null;

/** What a call is worth telling beside its cost. */
export const remarksIn = ({ remarks = [], failed }: EventOf<'model.called'>): readonly string[] =>
  failed === undefined ? remarks : [...remarks, `paid for, and of no use: ${failed}`];

export const hasHeard = ({ remarks }: Watch, model: string, remark: string): boolean =>
  remarks.includes(`${model}: ${remark}`);

function heard({ remarks }: Watch, event: EventOf<'model.called'>): Watch['remarks'] {
  const more = remarksIn(event).map((remark) => `${event.model}: ${remark}`);
  return more.length === 0 ? remarks : [...new Set([...remarks, ...more])];
}

function handsAfter(seen: Watch, event: Event, now: number): Watch['hands'] {
  if (event.type === 'model.called') {
    return billed(seen, event);
  }
  return event.type === 'tool.called' ? quiet(seen, event.attempt ?? WHOLE) : moved(seen, event, now);
}

/** What it did is done; it is still where it was, and what it said can still be read. */
function quiet({ hands }: Watch, key: string): Watch['hands'] {
  const hand = hands[key];
  return hand?.live ? { ...hands, [key]: { ...hand, live: { ...hand.live, kind: 'text', now: '' } } } : hands;
}

function billed(seen: Watch, { attempt, role, model, usage }: EventOf<'model.called'>): Watch['hands'] {
  const key = attempt ?? WHOLE;
  const hand = handOf(seen, key);
  const next = { ...hand, spent: spend(hand.spent, usage), models: { ...hand.models, [role]: model } };
  return { ...seen.hands, [key]: next };
}

function moved(seen: Watch, event: Event, now: number): Watch['hands'] {
  const key = attemptOf(event) ?? WHOLE;
  const kept = FINISHES[event.type] === true ? without(seen.hands, checkpointOf(key)) : seen.hands;
  return event.type === 'checkpoint.landed'
    ? kept
    : { ...kept, [key]: { ...handOf(seen, key), since: now, live: null } };
}

/** Events after which the attempts that a checkpoint has had so far are history. */
const FINISHES: { readonly [T in Event['type']]?: true } = {
  'attempt.started': true,
  'checkpoint.landed': true,
};

const without = (hands: Watch['hands'], checkpoint: string): Watch['hands'] =>
  Object.fromEntries(Object.entries(hands).filter(([key]) => checkpointOf(key) !== checkpoint));
