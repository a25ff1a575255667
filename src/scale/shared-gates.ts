import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import {
  createGate,
  type Entrant,
  type Gate,
  type GateLimits,
  type Gates,
  type Outcome,
  type Pass,
} from '../model/gate.ts';
import { pause } from './pause.ts';
import { ADMIT, ARRIVE, HOLD_OFF, SETTLE } from './shared-scripts.ts';
import { orAborted } from './or-aborted.ts';

const MINUTE_MS = 60_000;
/** A pause that nobody named a length for. */
const BACKOFF_MS = 1_000;

/** Gates whose rates hold for all processes that use a key, wherever they run. Without Redis nobody is let in. */
export function sharedGates(redis: Redis, limitsOf: (key: string) => GateLimits): Gates {
  const gates = new Map<string, Gate>();
  return {
    of(key) {
      const gate = gates.get(key) ?? new SharedGate(redis, key, limitsOf(key));
      gates.set(key, gate);
      return gate;
    },
  };
}

/** Fairness and the number of requests at once are each process's own; the rate and its pauses are everybody's. */
class SharedGate implements Gate {
  readonly #redis: Redis;
  readonly #name: string;
  readonly #limits: GateLimits;
  readonly #inner: Gate;
  readonly #keys: readonly [string, string, string];

  constructor(redis: Redis, name: string, limits: GateLimits) {
    const { concurrency } = limits;
    this.#redis = redis;
    this.#name = name;
    this.#limits = limits;
    this.#inner = createGate(name, concurrency === undefined ? {} : { concurrency });
    const key = `orchestrate:rate:{${name.replaceAll(/\s+/g, '-')}}`;
    this.#keys = [`${key}:marks`, `${key}:tokens`, `${key}:pause`];
  }

  concurrency(): number {
    return this.#inner.concurrency();
  }

  pause(ms: number): void {
    this.#inner.pause(ms);
    this.#quietly(HOLD_OFF, [String(Math.ceil(ms))]);
  }

  async enter(entrant: Entrant): Promise<Pass> {
    const pass = await this.#inner.enter(entrant);
    try {
      const id = randomUUID();
      await this.#admitted(entrant, id);
      return {
        answered: () => {
          pass.answered();
          this.#quietly(ARRIVE, [id]);
        },
        done: (outcome) => {
          this.#settle(id, outcome);
          pass.done(outcome);
        },
      };
    } catch (error) {
      pass.done({ result: 'failed' });
      throw error;
    }
  }

  async #admitted({ tokens, signal, onWait }: Entrant, id: string): Promise<void> {
    const { requestsPerMinute = -1, tokensPerMinute = -1, minuteMs = MINUTE_MS } = this.#limits;
    // A little longer than the server's window, since requests travel for different times.
    const span = minuteMs + Math.min(500, minuteMs / 100 + 5);
    const args = [span, requestsPerMinute, tokensPerMinute, Math.ceil(tokens), id].map(String);
    for (let tries = 0; ; tries++) {
      const wait = Number(await orAborted(this.#redis.eval(ADMIT, 3, ...this.#keys, ...args), signal));
      if (wait <= 0) {
        return;
      }
      if (tries === 0) {
        onWait?.({
          why: 'rate limit',
          ms: wait,
          of: this.#name,
          reason: `${this.#name} takes no more requests now, from all machines together`,
        });
      }
      await pause(wait + Math.random() * 20, signal);
    }
  }

  #settle(id: string, outcome: Outcome): void {
    if (outcome.result === 'ok' && outcome.tokens !== undefined) {
      this.#quietly(SETTLE, [id, String(outcome.tokens)]);
    }
    if (outcome.result === 'limited') {
      this.#quietly(HOLD_OFF, [String(Math.ceil(outcome.retryAfterMs ?? BACKOFF_MS))]);
    }
  }

  /** Corrections may be lost: then the limit is kept with what was assumed. */
  #quietly(script: string, args: readonly string[]): void {
    this.#redis.eval(script, 3, ...this.#keys, ...args).catch(() => undefined);
  }
}
