import { expect, it } from 'vitest';
import { PLACEHOLDERS, promptValues } from '../../src/config/prompt-values.ts';

it.each([
  [{ check: ['npm run lint', 'npm test'], setup: 'npm ci' }, ['npm run lint && npm test', 'npm ci', 'shop']],
  [{ check: [], setup: null }, ['none', 'none', 'shop']],
])('%o', (settings, expected) => {
  const values = promptValues(settings, '/home/me/shop');
  expect(PLACEHOLDERS.map((name) => values[name])).toEqual(expected);
});
