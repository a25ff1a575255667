import { checkpointOf } from '../../domain/ids.ts';
import type { Event } from '../../domain/event.ts';
import type { Progress } from '../../domain/progress.ts';
import type { Run } from '../../domain/run.ts';
import { nothing, spend, type Spend } from '../../domain/usage.ts';
import { Attempts } from '../attempts.ts';
import { checkpointFact } from '../facts.ts';
import { narrate } from '../narrate.ts';
import type { Said } from '../said.ts';
import type { CheckpointFact } from '../report.ts';
import { atRest, attemptOf, unwatched, watch, type Entry, type Watch } from '../watch.ts';
import { moved, paid, stillNow, type Phase, type Span } from './phases.ts';

/** A line about something that happened. */
export type Told = Said & { readonly seq: number };

/** What a role has taken of a model. `ms` is wall time, waits included. */
export type Taken = {
  readonly role: string;
  readonly model: string;
  readonly spent: Spend;
  readonly ms: number;
};

/** Sums after each call of a model; times in milliseconds since 1970. */
export type Series = { readonly at: number[]; readonly usd: number[]; readonly tokens: number[] };

type KnownFact = { readonly events: number; readonly at: string; readonly fact: CheckpointFact };

/**
 * Everything that the page knows of a run: the fold of its events, kept up while pages of them come in. Each event is
 * taken in once; nothing is computed anew for those before it.
 */
export class Story {
  #seen: Watch = unwatched;
  #abandoned = false;
  readonly entries: Entry[] = [];
  readonly told: Told[] = [];
  readonly pauses: Span[] = [];
  readonly landings = new Map<string, number>();
  readonly series: Series = { at: [], usd: [], tokens: [] };
  readonly #phases = new Map<string, readonly Phase[]>();
  readonly #taken = new Map<string, Taken>();
  readonly #of = new Map<string, Entry[]>();
  readonly #attempts = new Map<string, Attempts>();
  readonly #facts = new Map<string, KnownFact>();

  get seen(): Watch {
    return this.#abandoned && !atRest(this.#seen.run) ? cutOff(this.#seen) : this.#seen;
  }

  get run(): Run {
    return this.seen.run;
  }

  /** Whether a program works on it, which no event tells: a run that was cut off rests, although it says nothing of it. */
  get worked(): boolean {
    return !this.#abandoned;
  }

  set worked(worked: boolean) {
    this.#abandoned = !worked;
  }

  /** Takes in what follows; throws on an event that could not have happened. What was known before is passed over. */
  add(entries: readonly Entry[]): void {
    for (const entry of entries) {
      if (entry.seq === this.entries.length) {
        this.#take(entry);
      }
    }
  }

  phasesOf(checkpoint: string): readonly Phase[] {
    return this.#phases.get(checkpoint) ?? [];
  }

  /** The events of one checkpoint, its models' calls among them. */
  eventsOf(checkpoint: string): readonly Entry[] {
    return this.#of.get(checkpoint) ?? [];
  }

  /** By role and model, in order of appearance. */
  taken(): Taken[] {
    return [...this.#taken.values()];
  }

  pausesUntil(now: number): Span[] {
    return [...this.pauses, ...stillNow(this.run, this.seen.lastAt, now)];
  }

  /** What is told of a checkpoint; computed anew only when something has happened to it. */
  factOf(checkpoint: string): CheckpointFact | undefined {
    const p = this.run.progress.find((q) => q.checkpoint.id === checkpoint);
    return p ? this.#factOf(p) : this.#facts.get(checkpoint)?.fact;
  }

  /**
   * Computes what is told of the checkpoints of a run that has ended, which is looked at all at once, until the time is up
   * (by the clock of `performance`). Gives whether all is there.
   */
  prepare(until: number): boolean {
    return (
      this.run.at !== 'ended' ||
      this.run.progress.every((p) => performance.now() < until && this.#factOf(p) !== undefined)
    );
  }

  #factOf(p: Progress): CheckpointFact {
    const checkpoint = p.checkpoint.id;
    const known = this.#facts.get(checkpoint);
    const events = this.eventsOf(checkpoint).length;
    if (known?.events === events && known.at === p.at) {
      return known.fact;
    }
    const spent = this.eventsOf(checkpoint).reduce(
      (sum, { event }) => (event.type === 'model.called' ? spend(sum, event.usage) : sum),
      nothing,
    );
    const fact = checkpointFact(p, { attempts: this.#attemptsOf(checkpoint).facts(), spent });
    this.#facts.set(checkpoint, { events, at: p.at, fact });
    return fact;
  }

  #attemptsOf(checkpoint: string): Attempts {
    const attempts = this.#attempts.get(checkpoint) ?? new Attempts();
    this.#attempts.set(checkpoint, attempts);
    return attempts;
  }

  #take(entry: Entry): void {
    const was = this.#seen;
    const now = watch(was, entry);
    this.#seen = now;
    this.entries.push(entry);
    const { seq, event } = entry;
    this.told.push(...narrate(was, now, event).map((said) => Object.assign({ seq }, said)));
    const id = subjectOf(event);
    if (id !== null) {
      const own = this.#of.get(id);
      this.#of.set(id, own ?? [entry]);
      own?.push(entry);
      this.#attemptsOf(id).take(entry, was.run);
    }
    if (event.type === 'model.called') {
      this.#pay(event, id, now.lastAt);
    } else {
      this.#move(was, now);
    }
  }

  #pay(event: Extract<Event, { type: 'model.called' }>, id: string | null, at: number): void {
    const { role, model, usage, ms } = event;
    const key = JSON.stringify([role, model]);
    const sum = this.#taken.get(key) ?? { role, model, spent: nothing, ms: 0 };
    this.#taken.set(key, { ...sum, spent: spend(sum.spent, usage), ms: sum.ms + ms });
    if (id !== null) {
      this.#phases.set(id, paid(this.phasesOf(id), usage.usd ?? 0));
    }
    const { spent } = this.run;
    this.series.at.push(at);
    this.series.usd.push(spent.usd);
    this.series.tokens.push(spent.input + spent.output);
  }

  #move(was: Watch, now: Watch): void {
    const { type } = this.entries.at(-1)?.event ?? {};
    if (type === 'run.resumed') {
      this.pauses.push({ from: was.lastAt, to: now.lastAt });
    }
    if (was.run.progress === now.run.progress) {
      return;
    }
    for (const p of now.run.progress.filter((q, i) => q !== was.run.progress[i])) {
      const key = p.checkpoint.id;
      this.#phases.set(key, moved(this.phasesOf(key), p, now.lastAt));
      if (p.at === 'landed' && !this.landings.has(key)) {
        this.landings.set(key, now.lastAt);
      }
    }
  }
}

const cutOff = (seen: Watch): Watch => ({
  ...seen,
  run: { ...seen.run, paused: { reason: 'interrupted', detail: 'it was cut off: no program works on it' } },
});

/** The checkpoint that an event is about; null for the run as a whole. */
function subjectOf(event: Event): string | null {
  const attempt = attemptOf(event);
  if (attempt !== null) {
    return checkpointOf(attempt);
  }
  return 'checkpoint' in event ? event.checkpoint : null;
}
