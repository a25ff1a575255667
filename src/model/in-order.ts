import type { Model } from './model.ts';
import type { Replay } from './replay.ts';
import { onAbort, reasonOf, sleep } from './wait.ts';

/**
 * Serves a recording reply by reply in the order in which it was recorded, whoever asks first: conversations that ran
 * side by side do so again, and each sees what it saw then. `paceMs` lets people follow. A call that fails ends them all:
 * whoever waits for a later turn would wait for ever.
 */
export function inOrder(replay: Replay, { paceMs = 0 }: { paceMs?: number } = {}): (key: string) => Model {
  const order = replay.left().map((place) => place.slice(0, place.lastIndexOf(' ')));
  const queue = new Queue();
  const broken = new AbortController();
  const asked = new Map<string, number>();
  return (key) => {
    const model = replay.model(key);
    return {
      ...model,
      async complete(request, options) {
        const count = asked.get(key) ?? 0;
        asked.set(key, count + 1);
        const place = order.map((k, i) => ({ k, i })).filter(({ k }) => k === key)[count]?.i ?? 0;
        const signal = AbortSignal.any([options.signal, broken.signal]);
        try {
          await queue.reach(place, signal);
          await sleep(paceMs, signal);
          const reply = await model.complete(request, options);
          queue.next();
          return reply;
        } catch (error) {
          broken.abort(error);
          throw error;
        }
      },
    };
  };
}

/** Places from 0, each reached when those before it are done. */
class Queue {
  #done = 0;
  readonly #waiting = new Map<number, () => void>();

  async reach(place: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (place <= this.#done) {
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const forget = onAbort(signal, () => {
        reject(reasonOf(signal));
      });
      this.#waiting.set(place, () => {
        forget();
        resolve();
      });
    });
  }

  next(): void {
    this.#done += 1;
    this.#waiting.get(this.#done)?.();
  }
}
