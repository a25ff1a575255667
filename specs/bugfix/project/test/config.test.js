import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseConfig } from '../src/config.js';

test('reads settings and trims them', () => {
  assert.deepEqual(parseConfig('host = example.org\n\n  port=8080  \n'), {
    host: 'example.org',
    port: '8080',
  });
});

test('a quoted value keeps its blanks', () => {
  assert.deepEqual(parseConfig('greeting = " hello "'), { greeting: ' hello ' });
});

test('only the first = separates', () => {
  assert.deepEqual(parseConfig('query = a=1'), { query: 'a=1' });
});

test('a line that is no setting is refused with its number', () => {
  assert.throws(() => parseConfig('port = 8080\nnonsense\n'), {
    name: 'SyntaxError',
    message: 'line 2: expected `key = value`, got `nonsense`',
  });
});
