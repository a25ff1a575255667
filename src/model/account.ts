import { freshTokens, type Spend, spend, type Usage } from '../domain/usage.ts';
import { LimitReached } from './errors.ts';
import type { Estimate } from './model.ts';

/** `tokens` counts input that was not cached, and output: what is sent again from the cache is not new. */
export type Limit = { readonly usd?: number; readonly tokens?: number; readonly minutes?: number };

export type Level = LimitReached['scope'];

/** What was spent and for how long. */
export type Spent = { readonly spend: Spend; readonly minutes: number };

const MINUTE_MS = 60_000;

/** What one run, checkpoint or attempt has spent, and what its calls under way may still take. */
export class Account {
  readonly level: Level;
  readonly #now: () => number;
  readonly #since: number;
  #spend: Spend;
  #held = { usd: 0, tokens: 0 };

  constructor(level: Level, before: Spent, now: () => number) {
    this.level = level;
    this.#now = now;
    this.#since = now() - before.minutes * MINUTE_MS;
    this.#spend = before.spend;
  }

  get spent(): Spent {
    return { spend: this.#spend, minutes: (this.#now() - this.#since) / MINUTE_MS };
  }

  hold(estimate: Estimate): void {
    this.#held = {
      usd: this.#held.usd + (estimate.usd ?? 0),
      tokens: this.#held.tokens + tokensOf(estimate),
    };
  }

  release(estimate: Estimate): void {
    this.#held = {
      usd: this.#held.usd - (estimate.usd ?? 0),
      tokens: this.#held.tokens - tokensOf(estimate),
    };
  }

  charge(usage: Usage): void {
    this.#spend = spend(this.#spend, usage);
  }

  /** Whether a call fits now, or may fit once others have settled. Throws LimitReached where waiting would not help. */
  fit(estimate: Estimate, limit: Limit, model: string): 'now' | 'maybe later' {
    const { minutes, usd, tokens } = limit;
    if (minutes !== undefined && this.spent.minutes >= minutes) {
      throw new LimitReached(
        'minutes',
        this.level,
        `the ${this.level} has used its ${String(minutes)} minutes`,
      );
    }
    if (usd !== undefined && estimate.usd === null) {
      const why = `the price of ${model} is unknown, so a limit of ${money(usd)} cannot be kept`;
      throw new LimitReached('usd', this.level, why);
    }
    const { spend: sum } = this.spent;
    const needs: readonly Need[] = [
      { kind: 'usd', most: usd, spent: sum.usd, held: this.#held.usd, more: estimate.usd ?? 0 },
      {
        kind: 'tokens',
        most: tokens,
        spent: freshTokens(sum),
        held: this.#held.tokens,
        more: tokensOf(estimate),
      },
    ];
    return needs.some((need) => this.#mustWait(need, model)) ? 'maybe later' : 'now';
  }

  #mustWait({ kind, most, spent, held, more }: Need, model: string): boolean {
    if (most === undefined) {
      return false;
    }
    if (spent + more > most) {
      const show = kind === 'usd' ? money : (n: number): string => `${String(n)} tokens`;
      const why = `the ${this.level} has spent ${show(spent)} of ${show(most)}; the next call of ${model} may take ${show(more)}`;
      throw new LimitReached(kind, this.level, why, spent + more);
    }
    return spent + held + more > most;
  }
}

type Need = {
  readonly kind: 'usd' | 'tokens';
  readonly most: number | undefined;
  readonly spent: number;
  readonly held: number;
  readonly more: number;
};

const tokensOf = ({ input, output }: Estimate): number => input + output;

const money = (usd: number): string => `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
