import { expect, test } from 'vitest';
import { asModelError, redact, refused } from '../../../src/model/failure/classify.ts';
import { entryFor } from '../server.ts';

const entry = entryFor('http://127.0.0.1:1');
const of = (status: number | undefined, body: unknown, headers?: Record<string, string>) =>
  refused(
    { status, body, ...(headers && { headers: new Headers(headers) }) },
    entry,
    'http://x/v1/chat/completions',
  );
const kind = (status: number | undefined, body: unknown): string => of(status, body).kind;
const error = (message: string, more: Record<string, unknown> = {}): unknown => ({
  error: { message, ...more },
});

test.each([
  "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens (8000 in the messages, 1000 in the completion).",
  'prompt is too long: 210000 tokens > 200000 maximum',
  'the request exceeds the available context size, try increasing it',
  'input length and `max_tokens` exceed context limit: 6000 + 4096 > 8192, decrease input length',
  'The input token count (1200000) exceeds the maximum number of tokens allowed (1048575).',
  'Input is too long for requested model.',
  'Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300000 tokens.',
  "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
  'prompt token count of 70000 exceeds the limit of 64000',
  'too many tokens: total number of tokens in the prompt cannot exceed 4081',
  'Your input exceeds the context window of this model.',
  'Requested token count exceeds the model maximum of 8192 tokens.',
  'Please reduce the length of the messages or completion.',
  'Trying to keep the first 9001 tokens when the context overflows.',
  'The decoder prompt (length 9001) is longer than the maximum model length of 8192.',
  'Sequence length 9001 exceeds max_seq_len 8192.',
  'Prompt token length (9001) exceeds the allowed 8192',
  'Total tokens exceed max message tokens.',
  '`inputs` tokens + `max_new_tokens` must be <= 8192. Given: 9001 `inputs` tokens and 100 `max_new_tokens`',
  'max_tokens must be at least 1, got -809.',
  'Range of input length should be [1, 30720]',
  'Invalid request: Your request exceeded model token limit: 8192 (requested: 9001)',
  'context_length_exceeded',
])('overflow: %s', (message) => {
  expect(kind(400, error(message))).toBe('overflow');
  expect(kind(undefined, error(message, { type: 'invalid_request_error' }))).toBe('overflow');
});

test.each([
  [429, error('Rate limit reached for requests')],
  [429, error('Too many tokens, please wait before trying again.')],
  [400, error('Too many tokens per minute, please slow down')],
  [undefined, error('Requests have exceeded the token rate limit', { code: 'rate_limit_exceeded' })],
  [
    429,
    [
      {
        error: {
          code: 429,
          status: 'RESOURCE_EXHAUSTED',
          message: 'You exceeded your current quota, please check your plan and billing details.',
          details: [
            { violations: [{ quotaId: 'GenerateRequestsPerMinutePerProject' }] },
            { retryDelay: '20s' },
          ],
        },
      },
    ],
  ],
])('rate limit: %s %j', (status, body) => {
  expect(kind(status, body)).toBe('rate_limit');
});

test('a request that is larger than the allowance is a rate limit that waiting does not lift', () => {
  const message = 'Request too large on tokens per minute (TPM): Limit 8000, Requested 10400';
  expect(of(413, error(message))).toMatchObject({ kind: 'rate_limit', repeat: 'never' });
  expect(of(429, error(message))).toMatchObject({ kind: 'rate_limit', repeat: 'never' });
});

test.each([
  [429, error('You exceeded your current quota', { code: 'insufficient_quota' })],
  [402, error('Payment Required')],
  [402, 'nothing told'],
  [400, error('Your credit balance is too low to access the API.')],
  [403, error('Insufficient balance')],
  [429, error('Quota exceeded for metric: requests_per_day, limit: 50')],
  [undefined, error('This request requires more credits')],
])('quota: %s %j', (status, body) => {
  expect(kind(status, body)).toBe('quota');
});

test.each([
  [401, error('Incorrect API key provided')],
  [401, ''],
  [403, 'Forbidden'],
  [
    400,
    [
      {
        error: {
          code: 400,
          message: 'API key not valid. Please pass a valid API key.',
          status: 'INVALID_ARGUMENT',
        },
      },
    ],
  ],
  [undefined, error('invalid x-api-key', { type: 'authentication_error' })],
])('auth: %s %j', (status, body) => {
  expect(kind(status, body)).toBe('auth');
});

test.each([
  [404, '404 page not found'],
  [405, error('Method Not Allowed')],
  [404, error('The model `x` does not exist or you do not have access to it.', { code: 'model_not_found' })],
  [400, error('Model not found: x')],
  [404, error('model "x" not found, try pulling it first')],
])('not found: %s %j', (status, body) => {
  expect(kind(status, body)).toBe('not_found');
  expect(of(status, body).message).toContain('http://x/v1/chat/completions');
});

test.each([
  ['unsupported', 400, error('registry/x does not support tools')],
  ['unsupported', 404, error('No endpoints found that support tool use.')],
  [
    'unsupported',
    400,
    error('"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'),
  ],
  [
    'content_filter',
    400,
    error("The response was filtered due to the prompt triggering Azure's content management policy.", {
      code: 'content_filter',
    }),
  ],
  [
    'content_filter',
    400,
    error('Input data may contain inappropriate content.', { code: 'data_inspection_failed' }),
  ],
  ['bad_request', 400, error('Image inputs are not allowed')],
  ['bad_request', 422, { detail: [{ loc: ['body', 'x'], msg: 'Field required' }] }],
  ['bad_request', 400, ''],
  [
    'bad_request',
    400,
    error('max_tokens is too large: 32000. This model supports at most 16384 completion tokens'),
  ],
  [
    'bad_request',
    400,
    error('`max_tokens` must be less than or equal to 4096, less than the `context_window`'),
  ],
  ['bad_request', 500, error('Error rendering chat template: roles must alternate')],
  ['bad_request', undefined, error('temperature must be a number', { type: 'invalid_request_error' })],
  ['timeout', 408, error('Request timed out')],
  ['timeout', 504, '<html><title>504 Gateway Time-out</title></html>'],
  ['server', 409, error('Conflict')],
  ['server', 503, error('The model is overloaded')],
  ['server', 529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }],
  ['server', undefined, error('Provider returned error')],
  ['server', undefined, error('x', { code: 'server_error' })],
  ['bad_arguments', 400, error('Failed to call a function.', { code: 'tool_use_failed' })],
])('%s: %s %j', (expected, status, body) => {
  expect(kind(status, body)).toBe(expected);
});

test('words are found wherever servers put them', () => {
  const nested = error('Provider returned error', {
    metadata: { raw: '{"message":"Images are not allowed"}' },
  });
  expect(of(400, nested).message).toBe('cheap: HTTP 400: Provider returned error: Images are not allowed');
  expect(
    of(400, { message: { detail: [{ loc: ['body', 'messages', 0], msg: 'Field required' }] } }).message,
  ).toContain('body.messages.0: Field required');
  expect(of(400, { error: 'plain' }).message).toBe('cheap: HTTP 400: plain');
  expect(of(400, '').message).toBe('cheap: HTTP 400: no reason given');
});

test('a page is told by its title, and a long message is cut', () => {
  expect(
    of(502, '<!DOCTYPE html><html><title>502: Bad gateway</title><body>filler</body></html>').message,
  ).toBe('cheap: HTTP 502: 502: Bad gateway');
  expect(of(500, error('x'.repeat(5000))).message.length).toBeLessThan(1200);
});

test('the key is in no message', () => {
  expect(of(401, error(`Incorrect API key provided: ${entry.apiKey}.`)).message).not.toContain(entry.apiKey);
  expect(redact('key sk-proj-abcdefghijklmnop given', [])).toBe('key sk-*** given');
  expect(redact('headers X-Org: team-secret, a: b', ['team-secret', 'b'])).toBe('headers X-Org: ***, a: b');
});

test('the server may say whether to repeat', () => {
  expect(of(500, error('again'), { 'x-should-retry': 'false' }).repeat).toBe('never');
  expect(of(400, error('odd'), { 'x-should-retry': 'true' }).repeat).toBe('once');
  expect(of(500, error('odd'), { 'x-should-retry': 'true' }).repeat).toBeUndefined();
});

test('what a connection fails with is told in words', () => {
  const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const failed = asModelError(
    new Error('Connection error.', { cause: new TypeError('fetch failed', { cause }) }),
    entry,
    'http://x',
  );
  expect(failed).toMatchObject({
    kind: 'connection',
    message: 'cheap: connection refused: nothing listens there (http://x)',
  });
  expect(asModelError('odd', entry, 'http://x').message).toBe('cheap: the connection failed (http://x)');
});
