import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { freshTokens, type Usage } from '../domain/usage.ts';
import type { Limit } from '../model/account.ts';
import { createBudget, type Budget, type BudgetOptions } from '../model/budget.ts';
import { LimitReached } from '../model/errors.ts';
import type { Estimate } from '../model/model.ts';
import { orAborted } from './or-aborted.ts';
import { pause } from './pause.ts';
import { CHARGE, RENEW, RESERVE } from './shared-scripts.ts';

const HOLD_MS = 120_000;
const RENEW_MS = 30_000;
const ASK_AGAIN_MS = 500;

type Caller = Parameters<Budget['reserve']>[1];
type Reservation = Awaited<ReturnType<Budget['reserve']>>;

/**
 * A budget whose limits for the run hold for all machines together; those of a checkpoint and an attempt are kept by
 * whoever works on them, since nobody else does at the same time. Without Redis nothing is reserved, so nothing is spent.
 */
export function sharedBudget(
  redis: Redis,
  of: { repository: string; run: string },
  options: BudgetOptions,
): Budget {
  const { usd, tokens } = options.limits?.run ?? {};
  const own = createBudget(options);
  return usd === undefined && tokens === undefined
    ? own
    : new SharedBudget(redis, of, { own, run: options.limits?.run ?? {} });
}

class SharedBudget implements Budget {
  readonly #redis: Redis;
  readonly #own: Budget;
  readonly #keys: readonly [string, string, string];
  #limit: Limit;

  constructor(
    redis: Redis,
    { repository, run: id }: { repository: string; run: string },
    { own, run }: { own: Budget; run: Limit },
  ) {
    this.#redis = redis;
    this.#own = own;
    this.#limit = run;
    const key = `orchestrate:${repository}:budget:{${id}}`;
    this.#keys = [`${key}:spent`, `${key}:ends`, `${key}:holds`];
  }

  async reserve(estimate: Estimate, caller: Caller): Promise<Reservation> {
    const own = await this.#own.reserve(estimate, caller);
    try {
      const id = await this.#hold(estimate, caller);
      return this.#reservation(id, own);
    } catch (error) {
      own.release();
      throw error;
    }
  }

  raise(limits: Parameters<Budget['raise']>[0]): void {
    this.#own.raise(limits);
    this.#limit = limits.run ?? this.#limit;
  }

  spent(scope?: Parameters<Budget['spent']>[0]): ReturnType<Budget['spent']> {
    return this.#own.spent(scope);
  }

  async #hold({ input, output, usd }: Estimate, { signal, model, onWait }: Caller): Promise<string> {
    const id = randomUUID();
    const { usd: mostUsd = -1, tokens: mostTokens = -1 } = this.#limit;
    for (let tries = 0; ; tries++) {
      const { spend } = this.#own.spent();
      const args = [
        mostUsd,
        mostTokens,
        spend.usd,
        freshTokens(spend),
        usd ?? 0,
        input + output,
        id,
        HOLD_MS,
      ];
      const answer = await orAborted(
        this.#redis.eval(RESERVE, 3, ...this.#keys, ...args.map(String)),
        signal,
      );
      const [verdict, spentUsd, spentTokens] = Array.isArray(answer) ? answer.map(String) : [];
      if (verdict === 'now') {
        return id;
      }
      if (verdict === 'never') {
        throw refusal(this.#limit, { usd: Number(spentUsd), tokens: Number(spentTokens), model });
      }
      if (tries === 0) {
        const reason = 'calls under way on all machines may take what is left of the budget';
        onWait?.({ why: 'budget', ms: 0, of: model, reason });
      }
      await pause(ASK_AGAIN_MS, signal);
    }
  }

  #reservation(id: string, own: Reservation): Reservation {
    const renewing = setInterval(() => this.#quietly(RENEW, [id, String(HOLD_MS)]), RENEW_MS);
    renewing.unref();
    let open = true;
    const close = (usage: Usage | null): void => {
      if (open) {
        open = false;
        clearInterval(renewing);
        const tokens = usage === null ? 0 : freshTokens(usage);
        this.#quietly(CHARGE, [id, String(usage?.usd ?? 0), String(tokens)]);
      }
    };
    return {
      settle: (usage) => {
        own.settle(usage);
        close(usage);
      },
      release: () => {
        own.release();
        close(null);
      },
    };
  }

  /** What does not arrive is charged as it was estimated, once the reservation has ended. */
  #quietly(script: string, args: readonly string[]): void {
    this.#redis.eval(script, 3, ...this.#keys, ...args).catch(() => undefined);
  }
}

function refusal(
  limit: Limit,
  { usd, tokens, model }: { usd: number; tokens: number; model: string },
): LimitReached {
  return limit.usd === undefined
    ? new LimitReached(
        'tokens',
        'run',
        `all machines have spent ${String(tokens)} of ${String(limit.tokens)} tokens; the next call of ${model} does not fit`,
      )
    : new LimitReached(
        'usd',
        'run',
        `all machines have spent $${usd.toFixed(4)} of $${limit.usd.toFixed(4)}; the next call of ${model} does not fit`,
      );
}
