import { expect, test } from 'vitest';
import { type ErrorKind, ModelError, retryable } from '../../src/model/errors.ts';
import { nextTry, noTries, type RetryPolicy, shorter } from '../../src/model/retry.ts';

const policy: RetryPolicy = {
  retries: 2,
  rateLimitRetries: 3,
  baseMs: 100,
  longestMs: 250,
  longestAskedMs: 5000,
};
const middle = (): number => 0.5;
const next = (error: ModelError, tries = noTries) => nextTry(error, tries, policy, middle);

test.each<[ErrorKind, boolean]>([
  ['overflow', false],
  ['truncated', false],
  ['content_filter', false],
  ['quota', false],
  ['rate_limit', true],
  ['auth', false],
  ['not_found', false],
  ['bad_request', false],
  ['bad_arguments', false],
  ['unsupported', false],
  ['server', true],
  ['protocol', true],
  ['timeout', true],
  ['connection', true],
])('%s may pass: %s', (kind, passes) => {
  expect(retryable(new ModelError(kind, 'x'))).toBe(passes);
  expect(next(new ModelError(kind, 'x')).step).toBe(passes ? 'again' : 'give up');
});

test('a call of little worth is tried less often than others, and never more often', () => {
  expect(shorter(policy, { retries: 1, longestAskedMs: 10 })).toEqual({
    ...policy,
    retries: 1,
    longestAskedMs: 10,
  });
  expect(shorter(policy, { retries: 9, rateLimitRetries: 9, baseMs: 9000, longestMs: 9000 })).toEqual(policy);
  expect(shorter(policy)).toEqual(policy);
});

test('waits double up to a bound and are spread', () => {
  const error = new ModelError('server', 'x');
  const wait = (failures: number, random: number) =>
    nextTry(error, { ...noTries, failures }, { ...policy, retries: 9 }, () => random);
  expect(wait(0, 1)).toMatchObject({ waitMs: 100 });
  expect(wait(1, 1)).toMatchObject({ waitMs: 200 });
  expect(wait(5, 1)).toMatchObject({ waitMs: 250 });
  expect(wait(5, 0)).toMatchObject({ waitMs: 125 });
});

test('the budget of tries ends, for failures and for limits apart', () => {
  expect(next(new ModelError('server', 'x'), { failures: 2, limits: 0, once: false }).step).toBe('give up');
  expect(next(new ModelError('rate_limit', 'x'), { failures: 2, limits: 2, once: false }).step).toBe('again');
  expect(next(new ModelError('rate_limit', 'x'), { failures: 0, limits: 3, once: false }).step).toBe(
    'give up',
  );
});

test('what the server asks for is kept, a little more and never less', () => {
  expect(next(new ModelError('rate_limit', 'x', { retryAfterMs: 1000 }))).toMatchObject({
    step: 'again',
    waitMs: 1015,
  });
});

test('a wait that is too long is named and not waited for', () => {
  const given = next(new ModelError('rate_limit', 'slow down', { retryAfterMs: 60_000 }));
  expect(given).toMatchObject({
    step: 'give up',
    error: {
      kind: 'rate_limit',
      retryAfterMs: 60_000,
      message: 'slow down (the server asks to wait 60 s, longer than the 5 s allowed)',
    },
  });
});

test('some failures are worth one try, some none', () => {
  const once = new ModelError('bad_arguments', 'x', { repeat: 'once' });
  const first = next(once);
  expect(first).toMatchObject({ step: 'again', waitMs: 0 });
  expect(next(once, { ...noTries, once: true }).step).toBe('give up');
  expect(next(new ModelError('server', 'x', { repeat: 'never' })).step).toBe('give up');
});
