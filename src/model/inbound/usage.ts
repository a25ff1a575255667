import { type Json, numberOf, objectOf } from '../json.ts';

/** What a server counted, as far as it told. Cached input tokens are part of the input. */
export type Counts = {
  readonly input?: number;
  readonly output?: number;
  readonly cached?: number;
};

/** Reads any vendor's usage object onto what was known: the last figure told wins, nothing is summed. */
export function countsFrom(before: Counts, value: unknown): Counts {
  const usage = objectOf(value);
  if (!usage) {
    return before;
  }
  const input = first(usage, ['prompt_tokens', 'input_tokens', 'prompt_eval_count']);
  const output = first(usage, ['completion_tokens', 'output_tokens', 'eval_count']);
  const cached = cachedIn(usage);
  if (input === 0 && (output ?? 0) === 0) {
    return before;
  }
  // Some count cached tokens beside the input instead of inside it.
  const all = input !== undefined && cached !== undefined && cached > input ? input + cached : input;
  return {
    ...before,
    ...(all !== undefined && { input: all }),
    ...(output !== undefined && { output }),
    ...(cached !== undefined && { cached }),
  };
}

function cachedIn(usage: Json): number | undefined {
  const details = objectOf(usage['prompt_tokens_details']) ?? objectOf(usage['input_tokens_details']) ?? {};
  return (
    first(details, ['cached_tokens']) ??
    first(usage, ['prompt_cache_hit_tokens', 'cached_tokens', 'cache_read_input_tokens'])
  );
}

function first(object: Json, keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const count = numberOf(object[key]);
    if (count !== undefined && count >= 0) {
      return count;
    }
  }
  return undefined;
}
