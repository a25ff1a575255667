import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nothing, spend, Usage } from '../../src/domain/usage.ts';

const usage = (more: Partial<Usage> = {}): Usage => ({ input: 10, cached: 4, output: 2, usd: 0.25, ...more });

it('sums tokens and money over calls', () => {
  expect([usage(), usage({ usd: 0.5 })].reduce(spend, nothing)).toEqual({
    calls: 2,
    input: 20,
    cached: 8,
    output: 4,
    usd: 0.75,
    unpriced: 0,
    estimated: false,
  });
});

it('counts a call whose price is unknown apart: unknown is not zero', () => {
  expect(spend(nothing, usage({ usd: null }))).toMatchObject({ usd: 0, unpriced: 1 });
  expect(spend(nothing, usage({ usd: 0 }))).toMatchObject({ usd: 0, unpriced: 0 });
});

it('stays an estimate once one figure in it was estimated', () => {
  expect([usage({ estimated: true }), usage()].reduce(spend, nothing).estimated).toBe(true);
});

it('does not depend on the order of calls', () => {
  const tokens = fc.nat(1_000_000);
  const calls = fc.array(fc.record({ input: tokens, cached: tokens, output: tokens, usd: fc.constant(1) }));
  fc.assert(
    fc.property(calls, (all) => {
      expect(all.reduce(spend, nothing)).toEqual(all.toReversed().reduce(spend, nothing));
    }),
  );
});

it.each([{ input: -1 }, { usd: -0.1 }, { usd: Number.NaN }, { total: 3 }])('refuses %o', (more) => {
  expect(Usage.safeParse({ ...usage(), ...more }).success).toBe(false);
});
