import { createFairQueue } from './fair-queue.ts';
import { arrivedBy, type Mark, RateWindow } from './rate-window.ts';
import { onAbort, type OnWait, reasonOf } from './wait.ts';

/** What one provider key allows. What is not given is learned from refusals and headers. */
export type GateLimits = {
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
  /** The most requests at once. */
  readonly concurrency?: number;
  /** The length of the "minute" in milliseconds, for servers with other windows. */
  readonly minuteMs?: number;
};

export type Entrant = {
  /** Whose turn it is to share: callers of different lanes take turns, whatever their number. */
  readonly lane: string;
  /** Tokens that the request is expected to take. */
  readonly tokens: number;
  readonly signal: AbortSignal;
  /** A request that was let in before and refused by the server goes first in its lane. */
  readonly again?: boolean;
  readonly onWait?: OnWait;
};

export type Outcome =
  | { readonly result: 'ok'; readonly tokens?: number }
  | { readonly result: 'limited'; readonly retryAfterMs?: number | undefined }
  | { readonly result: 'failed' };

/** `done` must be called exactly once. */
export type Pass = {
  /** The server has begun to answer. */
  answered(): void;
  done(outcome: Outcome): void;
};

/** Lets requests of one provider key through at the pace that the provider bears. */
export type Gate = {
  /** Rejects with the signal's reason. */
  enter(entrant: Entrant): Promise<Pass>;
  /** Nobody is let in for this long. */
  pause(ms: number): void;
  /** How many are let in at once now. */
  concurrency(): number;
};

export const createGate = (name: string, limits: GateLimits = {}): Gate => new KeyGate(name, limits);

/** Gates by provider key, so that what one provider refuses slows no other. */
export type Gates = { of(key: string): Gate };

export function createGates(limitsOf: (key: string) => GateLimits = () => ({})): Gates {
  const gates = new Map<string, Gate>();
  return {
    of(key) {
      const gate = gates.get(key) ?? createGate(key, limitsOf(key));
      gates.set(key, gate);
      return gate;
    },
  };
}

const MOST_AT_ONCE = 64;
const MINUTE_MS = 60_000;
const FIRST_BACKOFF_MS = 1000;
const LONGEST_BACKOFF_MS = 30_000;

/** No clock that is set while a request waits. */
const steady = (): number => performance.now();

type Waiting = { readonly tokens: number; readonly admit: (pass: Pass) => void };

class KeyGate implements Gate {
  readonly #name: string;
  readonly #most: number;
  readonly #window: RateWindow;
  readonly #queue = createFairQueue<Waiting>();
  #timer: NodeJS.Timeout | undefined;
  #running = 0;
  #atOnce: number;
  #pausedUntil = 0;
  #successes = 0;
  #refusals = 0;

  constructor(name: string, limits: GateLimits) {
    this.#name = name;
    this.#most = limits.concurrency ?? MOST_AT_ONCE;
    this.#atOnce = this.#most;
    this.#window = new RateWindow({
      ms: limits.minuteMs ?? MINUTE_MS,
      requests: limits.requestsPerMinute ?? Infinity,
      tokens: limits.tokensPerMinute ?? Infinity,
    });
  }

  concurrency(): number {
    return this.#atOnce;
  }

  pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, steady() + ms);
  }

  async enter({ lane, tokens, signal, again = false, onWait }: Entrant): Promise<Pass> {
    signal.throwIfAborted();
    return new Promise<Pass>((resolve, reject) => {
      const waiting: Waiting = {
        tokens,
        admit: (pass) => {
          forget();
          resolve(pass);
        },
      };
      const forget = onAbort(signal, () => {
        this.#queue.remove(waiting);
        reject(reasonOf(signal));
        this.#pump();
      });
      this.#queue.push(waiting, { lane, first: again });
      this.#pump();
      const ms = this.#waitMs(tokens);
      if (ms > 0 && this.#queue.has(waiting)) {
        onWait?.({
          why: 'rate limit',
          ms,
          of: this.#name,
          reason: `${this.#name} takes no more requests now`,
        });
      }
    });
  }

  #waitMs(tokens: number): number {
    const now = steady();
    return Math.ceil(Math.max(this.#pausedUntil - now, this.#window.waitFor(tokens, now), 0));
  }

  /** Lets in whoever may enter now, and comes back when the next one may. */
  #pump(): void {
    clearTimeout(this.#timer);
    for (let next = this.#queue.peek(); next && this.#running < this.#atOnce; next = this.#queue.peek()) {
      const wait = this.#waitMs(next.tokens);
      if (wait > 0) {
        this.#timer = setTimeout(() => {
          this.#pump();
        }, wait);
        return;
      }
      this.#queue.shift();
      this.#running++;
      next.admit(this.#passFor(this.#window.add(next.tokens, steady())));
    }
  }

  #passFor(mark: Mark): Pass {
    return {
      answered: () => {
        arrivedBy(mark, steady());
      },
      done: (outcome) => {
        this.#running--;
        if (outcome.result === 'ok') {
          mark.tokens = outcome.tokens ?? mark.tokens;
          this.#speedUp();
        } else if (outcome.result === 'limited') {
          this.#slowDown(outcome.retryAfterMs);
        }
        this.#pump();
      },
    };
  }

  /** One more at once after each round of successes. */
  #speedUp(): void {
    this.#refusals = 0;
    if (++this.#successes >= this.#atOnce && this.#atOnce < this.#most) {
      this.#atOnce++;
      this.#successes = 0;
    }
  }

  /** Half as many at once. Requests that were on their way together are refused together: they count as one refusal. */
  #slowDown(retryAfterMs: number | undefined): void {
    if (this.#pausedUntil <= steady()) {
      this.#refusals++;
      this.#atOnce = Math.max(1, Math.floor(this.#atOnce / 2));
      this.#successes = 0;
    }
    const backoff = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.max(0, this.#refusals - 1));
    this.pause(retryAfterMs ?? backoff);
  }
}
