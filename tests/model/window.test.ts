import { expect, test } from 'vitest';
import { windowIn } from '../../src/model/window.ts';

test.each<[string, number | undefined]>([
  [
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
    8192,
  ],
  ['prompt is too long: 210000 tokens > 200000 maximum', 200_000],
  ['input length and `max_tokens` exceed context limit: 6000 + 4096 > 8192, decrease input length', 8192],
  [
    'Prompt contains 9001 tokens and 0 draft tokens, too large for model with 8192 maximum context length',
    8192,
  ],
  ["The input (9001 tokens) is longer than the model's context length (8192 tokens).", 8192],
  ['Your request exceeded model token limit: 8192 (requested: 9001)', 8192],
  ['Range of input length should be [1, 30720]', 30_720],
  ['Input length 9001 exceeds the maximum allowed input length of 8192 tokens.', 8192],
  ["Input length (9001) exceeds model's maximum context length (8192).", 8192],
  ['The input token count (1200000) exceeds the maximum number of tokens allowed (1048575).', 1_048_575],
  ['prompt token count of 70000 exceeds the limit of 64000', 64_000],
  ["This model's maximum prompt length is 131072 but the request contains 140000 tokens.", 131_072],
  ['maximum context length is 128,000 tokens', 128_000],
  ['{"n_prompt_tokens":9000,"n_ctx":4096}', 4096],
  ['Please reduce the length of the messages or completion.', undefined],
  ['invalid params, context window exceeds limit (20)', undefined],
])('"%s" tells %s', (text, window) => {
  expect(windowIn(text)).toBe(window);
});
