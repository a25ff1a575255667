import { expect, test } from 'vitest';
import { endOf, worse } from '../../../src/model/inbound/ends.ts';
import { countsFrom } from '../../../src/model/inbound/usage.ts';

test.each<[string, unknown, unknown]>([
  ['chat', { prompt_tokens: 12, completion_tokens: 5 }, { input: 12, output: 5 }],
  [
    'responses',
    { input_tokens: 12, output_tokens: 5, input_tokens_details: { cached_tokens: 4 } },
    { input: 12, output: 5, cached: 4 },
  ],
  [
    'details',
    { prompt_tokens: 12, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 8 } },
    { input: 12, output: 5, cached: 8 },
  ],
  [
    'null details',
    { prompt_tokens: 12, completion_tokens: 5, prompt_tokens_details: null },
    { input: 12, output: 5 },
  ],
  [
    'hits and misses',
    { prompt_tokens: 120, completion_tokens: 5, prompt_cache_hit_tokens: 96 },
    { input: 120, output: 5, cached: 96 },
  ],
  [
    'cached beside the input',
    { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 90 },
    { input: 100, output: 5, cached: 90 },
  ],
  ['figures as text', { prompt_tokens: '12', completion_tokens: '5' }, { input: 12, output: 5 }],
  ['zeros', { prompt_tokens: 0, completion_tokens: 0 }, {}],
  ['null', null, {}],
  ['negative', { prompt_tokens: -1, completion_tokens: 5 }, { output: 5 }],
])('usage as %s', (_, usage, counts) => {
  expect(countsFrom({}, usage)).toEqual(counts);
});

test('the last figures count, and later silence changes nothing', () => {
  const first = countsFrom({}, { prompt_tokens: 12, completion_tokens: 2 });
  const second = countsFrom(first, { prompt_tokens: 12, completion_tokens: 5 });
  expect(countsFrom(countsFrom(second, null), { prompt_tokens: 0, completion_tokens: 0 })).toEqual({
    input: 12,
    output: 5,
  });
});

test.each([
  ['stop', 'stop'],
  ['tool_calls', 'stop'],
  ['end_turn', 'stop'],
  ['a_new_word', 'stop'],
  ['', 'stop'],
  ['length', 'length'],
  ['MAX_TOKENS', 'length'],
  ['max_output_tokens', 'length'],
  ['model_length', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['content_filter', 'filtered'],
  ['SAFETY', 'filtered'],
  ['sensitive', 'filtered'],
  ['refusal', 'filtered'],
  ['error', 'failed'],
  ['network_error', 'failed'],
  ['insufficient_system_resource', 'failed'],
  ['MALFORMED_FUNCTION_CALL', 'garbled'],
  ['UNEXPECTED_TOOL_CALL', 'garbled'],
])('the end "%s" means %s', (word, end) => {
  expect(endOf(word)).toBe(end);
});

test('of two ends the graver is kept', () => {
  expect(worse('tool_calls', 'stop')).toBe('tool_calls');
  expect(worse('stop', 'length')).toBe('length');
  expect(worse('content_filter', 'stop')).toBe('content_filter');
});
