import type { Spend } from '../domain/usage.ts';

/** Time since the start as a clock: `04:07`, `1:04:07`. */
export function clock(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  const [h, m, rest] = [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60];
  const tail = `${two(m)}:${two(rest)}`;
  return h > 0 ? `${String(h)}:${tail}` : tail;
}

/** How long something took: `0.4 s`, `12.4 s`, `3m 12s`, `2h 05m`. */
export function took(ms: number): string {
  if (ms < 59_950) {
    return `${(ms / 1000).toFixed(1)} s`;
  }
  const s = Math.round(ms / 1000);
  return s < 3600
    ? `${String(Math.floor(s / 60))}m ${two(s % 60)}s`
    : `${String(Math.floor(s / 3600))}h ${two(Math.floor(s / 60) % 60)}m`;
}

const two = (n: number): string => String(n).padStart(2, '0');

/** US dollars in cents; small sums to a hundredth of a cent. */
export function dollars(usd: number): string {
  if (usd > 0 && usd < 0.00005) {
    return '<$0.0001';
  }
  return `$${usd.toFixed(usd < 0.0995 ? 4 : 2).replace(/(\.\d\d\d*?)0+$/, '$1')}`;
}

/**
 * What was spent, against the budget where there is one. Unknown is said, never shown as zero; `~` marks figures that
 * no server reported.
 */
export function money({ calls, usd, unpriced, estimated }: Spend, budget: number | null = null): string {
  if (calls > 0 && unpriced === calls) {
    return 'cost unknown';
  }
  const of = budget === null ? '' : ` of ${dollars(budget)}`;
  const known = `${estimated ? '~' : ''}${dollars(usd)}${of}`;
  return unpriced === 0 ? known : `${known} + ${count(unpriced, 'call')} of unknown price`;
}

/** The same in a column of a table. */
export function briefMoney({ calls, usd, unpriced, estimated }: Spend): string {
  if (calls > 0 && unpriced === calls) {
    return '$?';
  }
  return `${estimated ? '~' : ''}${dollars(usd)}${unpriced === 0 ? '' : '+?'}`;
}

/** Tokens: `812`, `12.3k`, `1.2M`. */
export function tokens(n: number): string {
  if (n < 1000) {
    return String(n);
  }
  return n < 999_950 ? `${(n / 1000).toFixed(1)}k` : `${(n / 1_000_000).toFixed(1)}M`;
}

/** `1 call`, `3 calls`. */
export const count = (n: number, noun: string): string => `${String(n)} ${noun}${n === 1 ? '' : 's'}`;
