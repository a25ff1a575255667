import { expect, test } from 'vitest';
import { sumUsage, usdOf } from '../../src/model/price.ts';

const price = { input: 3, cached: 0.3, output: 15 };

test.each([
  [
    'fresh, cached and written tokens have a price each',
    { input: 1_000_000, cached: 600_000, output: 100_000 },
    price,
    2.88,
  ],
  [
    'cached tokens without a price of their own cost as input',
    { input: 1_000_000, cached: 600_000, output: 0 },
    { input: 3, output: 15 },
    3,
  ],
  ['what costs nothing is nothing', { input: 5, cached: 0, output: 5 }, { input: 0, output: 0 }, 0],
])('%s', (_, counts, of, usd) => {
  expect(usdOf(counts, of)).toBeCloseTo(usd, 10);
});

test('an unknown price is unknown, also in a sum', () => {
  const counts = { input: 5, cached: 0, output: 5 };
  expect(usdOf(counts, undefined)).toBeNull();
  expect(sumUsage({ ...counts, usd: 1 }, { ...counts, usd: null })).toEqual({
    input: 10,
    cached: 0,
    output: 10,
    usd: null,
  });
});
