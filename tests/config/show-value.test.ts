import { describe, expect, it } from 'vitest';
import { namesSecret, showValue } from '../../src/config/show-value.ts';

describe('a received value', () => {
  it.each([
    ['three', '"three"'],
    ['', '""'],
    [3, '3'],
    [false, 'false'],
    [null, 'nothing'],
    [undefined, 'nothing'],
    [[], 'an empty list'],
    [['a', 'b'], 'a list of 2'],
    [{}, 'an empty mapping'],
    [{ a: 1, b: 2 }, 'a mapping of a, b'],
    ['two\nlines', '"two\\nlines"'],
    ['\u001b[31mred', '"\\u001b[31mred"'],
  ])('%j is shown as %s', (value, shown) => {
    expect(showValue(value, ['limits', 'parallel'])).toBe(shown);
  });

  it('is cut when it is long', () => {
    expect(showValue('x'.repeat(500), ['check'])).toHaveLength(60);
    expect(
      showValue(Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`key${String(i)}`, i])), ['a']),
    ).toHaveLength(60);
  });

  it('is not shown where it may be a key', () => {
    expect(showValue('sk-123', ['models', 'a', 'apiKey'])).toBe('not shown');
    expect(showValue('sk-123', ['providers', 'a', 'headers', 'X-Thing'])).toBe('not shown');
    expect(showValue(['sk-123'], ['keys'])).toBe('a list of 1');
  });
});

describe('names of secrets', () => {
  it.each([
    'OPENAI_API_KEY',
    'apiKey',
    'api_key',
    'X-Auth-Token',
    'authToken',
    'GITHUBTOKEN',
    'PGPASSWORD',
    'DBPassword',
    'DB_PWD',
    'client-secret',
    'SENTRY_DSN',
    'CREDENTIALS',
  ])('%s', (name) => {
    expect(namesSecret(name)).toBe(true);
  });

  it.each([
    'PATH',
    'PWD',
    'OLDPWD',
    'AUTHOR',
    'GIT_AUTHOR_NAME',
    'KEYBOARD',
    'MONKEY',
    'maxTokens',
    'TOKENIZERS_PARALLELISM',
    'window',
    'COMPASS',
    '',
  ])('not %j', (name) => {
    expect(namesSecret(name)).toBe(false);
  });
});
