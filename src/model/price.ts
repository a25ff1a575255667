import type { Usage } from '../domain/usage.ts';
import type { Price } from './entry.ts';

const MILLION = 1_000_000;

/** US dollars for these tokens, or null where the price is unknown. Cached tokens without a price of their own cost as input. */
export function usdOf(
  { input, cached, output }: Omit<Usage, 'usd'>,
  price: Price | undefined,
): number | null {
  if (!price) {
    return null;
  }
  const fresh = Math.max(0, input - cached);
  return (fresh * price.input + cached * (price.cached ?? price.input) + output * price.output) / MILLION;
}

export const sumUsage = (a: Usage, b: Usage | undefined): Usage =>
  b === undefined
    ? a
    : {
        input: a.input + b.input,
        cached: a.cached + b.cached,
        output: a.output + b.output,
        usd: a.usd === null || b.usd === null ? null : a.usd + b.usd,
        ...((a.estimated === true || b.estimated === true) && { estimated: true }),
      };
