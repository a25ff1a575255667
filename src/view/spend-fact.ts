import { z } from 'zod';
import type { Spend } from '../domain/usage.ts';

/** Spend for programs to read. `usd` sums the calls whose price is known; it is null when there is none of them. */
export const SpendFact = z.strictObject({
  calls: z.number().int().nonnegative(),
  /** Tokens; `cached` ones are counted inside `input`. */
  input: z.number().nonnegative(),
  cached: z.number().nonnegative(),
  output: z.number().nonnegative(),
  usd: z.number().nonnegative().nullable(),
  /** Calls of unknown price: they are not in `usd`. */
  unpriced: z.number().int().nonnegative(),
  /** Some figures were estimated, because a server did not report them. */
  estimated: z.boolean(),
});
export type SpendFact = z.infer<typeof SpendFact>;

export const spendFact = (spent: Spend): SpendFact => ({
  ...spent,
  usd: spent.calls > 0 && spent.unpriced === spent.calls ? null : spent.usd,
});

export const spendOf = (fact: SpendFact): Spend => ({ ...fact, usd: fact.usd ?? 0 });
