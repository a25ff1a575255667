import { createHash } from 'node:crypto';
import type { Compat } from '../entry.ts';
import type { Exchange } from './history.ts';

const LONGEST_ID = 64;

const rules: Readonly<Record<Compat['callIds'], RegExp>> = {
  any: /^[^\s]{1,64}$/,
  plain: /^[A-Za-z0-9_-]{1,64}$/,
  nine: /^[A-Za-z0-9]{9}$/,
};

/** Gives calls ids that the server takes and that differ within a turn. Made from the old ones, so that they stay the same from request to request. */
export function withFittingIds(exchanges: readonly Exchange[], rule: Compat['callIds']): Exchange[] {
  return exchanges.map((exchange) => {
    if (exchange.role !== 'assistant' || exchange.turn.calls.length === 0) {
      return exchange;
    }
    const taken = new Set<string>();
    const ids = exchange.turn.calls.map(({ id }, n) => {
      const fitting =
        rules[rule].test(id) && !taken.has(id) ? id : made(taken.has(id) ? `${id} ${String(n)}` : id, rule);
      taken.add(fitting);
      return fitting;
    });
    return {
      ...exchange,
      turn: {
        ...exchange.turn,
        calls: exchange.turn.calls.map((call, n) => ({ ...call, id: ids[n] ?? call.id })),
      },
      results: exchange.results.map((result, n) => ({ ...result, call: ids[n] ?? result.call })),
    };
  });
}

function made(id: string, rule: Compat['callIds']): string {
  const hash = createHash('sha256').update(id).digest('hex');
  return rule === 'nine' ? hash.slice(0, 9) : `call_${hash}`.slice(0, Math.min(29, LONGEST_ID));
}
