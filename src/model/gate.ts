import { createFairQueue } from './fair-queue.ts';
import { createWindow } from './rate-window.ts';
import type { OnWait } from './wait.ts';

/** What one provider key allows. What is not given is learned from refusals and headers. */
export type GateLimits = {
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
  /** The most requests at once. */
  readonly concurrency?: number;
  /** The length of the "minute" in milliseconds; servers with other windows, and tests, set it. */
  readonly minuteMs?: number;
};

export type Entry = {
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

/** Must be given back exactly once. */
export type Pass = { done(outcome: Outcome): void };

/** Lets requests of one provider key through at the pace that the provider bears. */
export type Gate = {
  /** Rejects with the signal's reason. */
  enter(entry: Entry): Promise<Pass>;
  /** Nobody is let in for this long. */
  pause(ms: number): void;
  /** How many are let in at once now. */
  concurrency(): number;
};

const MOST_AT_ONCE = 64;
const MINUTE_MS = 60_000;
const FIRST_BACKOFF_MS = 1000;
const LONGEST_BACKOFF_MS = 30_000;

type Waiting = { readonly tokens: number; readonly admit: (pass: Pass) => void };

export function createGate(name: string, limits: GateLimits = {}): Gate {
  const most = limits.concurrency ?? MOST_AT_ONCE;
  const queue = createFairQueue<Waiting>();
  const window = createWindow({
    ms: limits.minuteMs ?? MINUTE_MS,
    requests: limits.requestsPerMinute ?? Infinity,
    tokens: limits.tokensPerMinute ?? Infinity,
  });
  const state = { running: 0, atOnce: most, pausedUntil: 0, successes: 0, refusals: 0 };
  let timer: NodeJS.Timeout | undefined;

  const waitMs = (tokens: number, now: number): number =>
    Math.max(state.pausedUntil - now, window.waitFor(tokens, now), 0);

  const pump = (): void => {
    clearTimeout(timer);
    for (let next = queue.peek(); next && state.running < state.atOnce; next = queue.peek()) {
      const now = Date.now();
      const wait = waitMs(next.tokens, now);
      if (wait > 0) {
        timer = setTimeout(pump, wait);
        return;
      }
      queue.shift();
      state.running++;
      const mark = window.add(next.tokens, now);
      next.admit(passFor(mark));
    }
  };
  const passFor = (mark: { tokens: number }): Pass => ({
    done(outcome) {
      state.running--;
      settle(outcome, mark);
      pump();
    },
  });
  const settle = (outcome: Outcome, mark: { tokens: number }): void => {
    if (outcome.result === 'ok') {
      mark.tokens = outcome.tokens ?? mark.tokens;
      state.refusals = 0;
      if (++state.successes >= state.atOnce && state.atOnce < most) {
        state.atOnce++;
        state.successes = 0;
      }
    } else if (outcome.result === 'limited') {
      slowDown(outcome.retryAfterMs);
    }
  };
  /** Requests that were on their way together are refused together: they count as one refusal. */
  const slowDown = (retryAfterMs: number | undefined): void => {
    const now = Date.now();
    if (state.pausedUntil <= now) {
      state.refusals++;
      state.atOnce = Math.max(1, Math.floor(state.atOnce / 2));
      state.successes = 0;
    }
    const backoff = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (state.refusals - 1));
    state.pausedUntil = Math.max(state.pausedUntil, now + (retryAfterMs ?? backoff));
  };

  return {
    concurrency: () => state.atOnce,
    pause(ms) {
      state.pausedUntil = Math.max(state.pausedUntil, Date.now() + ms);
    },
    async enter({ lane, tokens, signal, again = false, onWait }) {
      signal.throwIfAborted();
      return new Promise<Pass>((resolve, reject) => {
        const waiting: Waiting = {
          tokens,
          admit(pass) {
            signal.removeEventListener('abort', leave);
            resolve(pass);
          },
        };
        const leave = (): void => {
          queue.remove(waiting);
          reject(signal.reason as Error);
          pump();
        };
        signal.addEventListener('abort', leave, { once: true });
        queue.push(waiting, { lane, first: again });
        pump();
        const ms = waitMs(tokens, Date.now());
        if (ms > 0 && queue.has(waiting)) {
          onWait?.({ why: 'rate limit', ms, of: name, reason: `${name} takes no more requests now` });
        }
      });
    },
  };
}

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
