import { expect, test } from 'vitest';
import { durationOf, limitsIn, retryAfterOf } from '../../../src/model/failure/waits.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const asked = (headers: Record<string, string>, body: unknown = {}): number | undefined =>
  retryAfterOf(new Headers(headers), body, now);

test.each<[Record<string, string>, number]>([
  [{ 'retry-after': '20' }, 20_000],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '1.5' }, 1500],
  [{ 'retry-after-ms': '700', 'retry-after': '1' }, 700],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:05 GMT' }, 5000],
  [{ 'retry-after': 'Wed, 31 Dec 2025 23:00:00 GMT' }, 0],
  [{ 'x-ratelimit-reset-requests': '80ms', 'x-ratelimit-reset-tokens': '1.2s' }, 1200],
  [
    {
      'x-ratelimit-reset-requests': '6m0s',
      'x-ratelimit-remaining-requests': '9',
      'x-ratelimit-reset-tokens': '1s',
      'x-ratelimit-remaining-tokens': '0',
    },
    1000,
  ],
  [
    {
      'anthropic-ratelimit-requests-reset': '2026-01-01T00:00:30Z',
      'anthropic-ratelimit-requests-remaining': '0',
    },
    30_000,
  ],
  [{ 'x-ratelimit-reset': String(now / 1000 + 7) }, 7000],
  [{ 'x-ratelimit-reset': String(now + 900) }, 900],
  [{ 'ratelimit-reset': '4' }, 4000],
])('headers %j ask for %d ms', (headers, ms) => {
  expect(asked(headers)).toBe(ms);
});

test.each<[string, number | undefined]>([
  ['Please try again in 0.9s.', 900],
  ['Please try again in 1m2.5s. Visit us.', 62_500],
  ['Try again in 20ms', 20],
  ['Please retry after 20 seconds.', 20_000],
  ['Please wait 3 minutes', 180_000],
  ['retry in 34.2s', 34_200],
  ['Rate limit reached on tokens per minute: Limit 6000, Used 5900', undefined],
])('the words "%s" ask for %s ms', (message, ms) => {
  expect(asked({}, { error: { message } })).toBe(ms);
});

test('fields of a body ask too', () => {
  expect(asked({}, [{ error: { details: [{ '@type': 'x', retryDelay: '12s' }] } }])).toBe(12_000);
  expect(asked({}, { error: { message: 'slow', retry_after: 2 } })).toBe(2000);
});

test('headers go before words', () => {
  expect(asked({ 'retry-after': '1' }, { error: { message: 'try again in 9s' } })).toBe(1000);
});

test.each([['soon'], ['5 apples'], ['']])('"%s" is no time', (text) => {
  expect(durationOf(text, now)).toBeUndefined();
});

test('limits are told with what is left of them', () => {
  const headers = new Headers({ 'x-ratelimit-reset-tokens': '2s', 'x-ratelimit-remaining-tokens': '0' });
  expect(limitsIn(headers, now)).toEqual([{ of: 'tokens', remaining: 0, resetMs: 2000 }]);
});
