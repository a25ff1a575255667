import { z } from 'zod';

/**
 * What one model call took: tokens, of which `cached` input tokens are counted inside `input`, and money in US dollars.
 * `usd` is null when the model's price is unknown: unknown is never zero. `estimated` marks figures that the server
 * did not report itself.
 */
export const Usage = z.strictObject({
  input: z.number().nonnegative(),
  cached: z.number().nonnegative(),
  output: z.number().nonnegative(),
  usd: z.number().nonnegative().nullable(),
  estimated: z.boolean().optional(),
});
export type Usage = z.infer<typeof Usage>;

/** The sum over many calls. `unpriced` counts the calls whose price is unknown; `usd` sums the others. */
export type Spend = {
  readonly calls: number;
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly usd: number;
  readonly unpriced: number;
  readonly estimated: boolean;
};

export const nothing: Spend = {
  calls: 0,
  input: 0,
  cached: 0,
  output: 0,
  usd: 0,
  unpriced: 0,
  estimated: false,
};

/** Tokens that count against a limit: what is sent again from the cache is not new. */
export const freshTokens = ({ input, cached, output }: Pick<Spend, 'input' | 'cached' | 'output'>): number =>
  input - cached + output;

export const spend = (sum: Spend, usage: Usage): Spend => ({
  calls: sum.calls + 1,
  input: sum.input + usage.input,
  cached: sum.cached + usage.cached,
  output: sum.output + usage.output,
  usd: sum.usd + (usage.usd ?? 0),
  unpriced: sum.unpriced + (usage.usd === null ? 1 : 0),
  estimated: sum.estimated || usage.estimated === true,
});
