import type { Compat } from '../entry.ts';
import type { Exchange } from './history.ts';

const BEGIN = 'Begin.';
const GO_ON = 'Go on.';
const SEEN = 'Understood.';

/**
 * Who may speak when: one system message in front, a user's message next, never the assistant's last; what a server's
 * rules ask for between a tool result and a user's message.
 */
export function inTurn(exchanges: readonly Exchange[], compat: Compat): Exchange[] {
  const [first] = exchanges;
  const system = first?.role === 'system' ? [first] : [];
  const rest = joinUsers(
    exchanges
      .slice(system.length)
      .map((e) => (e.role === 'system' && !compat.lateSystem ? { role: 'user', text: e.text } : e)),
  );
  const opener: Exchange[] =
    rest[0]?.role === 'user' || rest[0]?.role === 'system' ? [] : [{ role: 'user', text: BEGIN }];
  const last = rest.at(-1);
  const closer: Exchange[] =
    last?.role === 'assistant' && last.results.length === 0 ? [{ role: 'user', text: GO_ON }] : [];
  const body = [...opener, ...rest, ...closer];
  return [...system, ...(compat.bridgeAfterTool ? bridged(body) : body)];
}

function joinUsers(exchanges: readonly Exchange[]): Exchange[] {
  return exchanges.reduce<Exchange[]>((done, next) => {
    const last = done.at(-1);
    if (last?.role === 'user' && next.role === 'user') {
      done[done.length - 1] = { role: 'user', text: `${last.text}\n\n${next.text}` };
    } else {
      done.push(next);
    }
    return done;
  }, []);
}

function bridged(exchanges: readonly Exchange[]): Exchange[] {
  return exchanges.flatMap((exchange, n): Exchange[] => {
    const before = exchanges[n - 1];
    const needsBridge =
      exchange.role !== 'assistant' && before?.role === 'assistant' && before.results.length > 0;
    const bridge: Exchange = {
      role: 'assistant',
      turn: { role: 'assistant', text: SEEN, calls: [] },
      results: [],
    };
    return needsBridge ? [bridge, exchange] : [exchange];
  });
}
