import type { RawTurn } from './turn.ts';

type End = RawTurn['end'];

/** The words in which servers say how a turn ended; any other is an ordinary end. */
const words: Readonly<Record<Exclude<End, 'stop'>, RegExp>> = {
  garbled: /^(malformed|unexpected|invalid)_(function|tool)_call|^tool_use_failed|^too_many_tool_calls/,
  failed: /^(error|network_error|server_error|abort(ed)?|insufficient_system_resources?|engine_\w+|timeout)$/,
  filtered: /filter|^sensitive$|safety|^refusal$|^recitation$|^blocklist$|^prohibited_content$|^spii$|policy/,
  length: /length|^max_.*tokens$|^token_limit|context_window_exceeded/,
};

const order: readonly End[] = ['stop', 'length', 'filtered', 'failed', 'garbled'];

export function endOf(word: string): End {
  const lower = word.toLowerCase();
  return order.findLast((end) => end !== 'stop' && words[end].test(lower)) ?? 'stop';
}

/** Of two ends told for one turn, the one that must not be overlooked. */
export const worse = (before: string, word: string): string =>
  word !== '' && (before === '' || order.indexOf(endOf(word)) > order.indexOf(endOf(before))) ? word : before;
