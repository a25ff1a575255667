import { setTimeout } from 'node:timers/promises';
import type { Place } from './place.ts';
import type { Heartbeat } from './registry.ts';

/** A job in hand, and where it is worked on. */
export type InHand = {
  readonly place: Place;
  readonly since: number;
  activeAt: number;
  doing: string;
  /** Asks it to come to an end with what it has. */
  readonly stop: AbortController;
  /** Ends it at once; the reason is what it ends with. */
  readonly end: AbortController;
};

const LOOK_MS = 50;

/** The jobs that one worker has in hand, each in a place of its own. */
export class Hands {
  readonly #free: Place[];
  readonly #held = new Map<string, InHand>();

  constructor(places: readonly Place[]) {
    this.#free = [...places];
  }

  hasRoom(): boolean {
    return this.#free.length > 0;
  }

  /** Undefined where there is no room. */
  take(id: string): InHand | undefined {
    const place = this.#free.shift();
    if (!place) {
      return undefined;
    }
    const now = Date.now();
    const hand: InHand = {
      place,
      since: now,
      activeAt: now,
      doing: 'begins',
      stop: new AbortController(),
      end: new AbortController(),
    };
    this.#held.set(id, hand);
    return hand;
  }

  drop(id: string): void {
    const hand = this.#held.get(id);
    if (hand) {
      this.#held.delete(id);
      this.#free.unshift(hand.place);
    }
  }

  stop(id: string): void {
    this.#held.get(id)?.stop.abort();
  }

  end(id: string, why: Error): void {
    this.#held.get(id)?.end.abort(why);
  }

  endAll(why: Error): void {
    this.#held.forEach(({ end }) => end.abort(why));
  }

  /** After a freeze a job may come back to the very worker that still has it in hand: that is ended first. */
  async without(id: string, why: Error): Promise<void> {
    while (this.#held.has(id)) {
      this.end(id, why);
      await setTimeout(LOOK_MS);
    }
  }

  isEmpty(): boolean {
    return this.#held.size === 0;
  }

  /** Resolves once nothing is in hand. */
  async empty(): Promise<void> {
    while (!this.isEmpty()) {
      await setTimeout(LOOK_MS);
    }
  }

  told(): Heartbeat['jobs'] {
    return [...this.#held].map(([id, { since, activeAt, doing }]) => ({ id, since, activeAt, doing }));
  }
}
