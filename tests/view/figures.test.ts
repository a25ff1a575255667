import { describe, expect, it } from 'vitest';
import { nothing, spend, type Spend } from '../../src/domain/usage.ts';
import { briefMoney, clock, count, dollars, money, tokens, took } from '../../src/view/figures.ts';

const call = (usd: number | null, estimated = false) => ({ input: 1, cached: 0, output: 1, usd, estimated });
const sum = (...calls: ReturnType<typeof call>[]): Spend => calls.reduce(spend, nothing);

it.each([
  [0, '00:00'],
  [59_999, '00:59'],
  [247_000, '04:07'],
  [3_847_000, '1:04:07'],
  [90_000_000, '25:00:00'],
  [-5, '00:00'],
])('%i ms on the clock are %s', (ms, text) => {
  expect(clock(ms)).toBe(text);
});

it.each([
  [0, '0.0 s'],
  [420, '0.4 s'],
  [12_440, '12.4 s'],
  [59_949, '59.9 s'],
  [59_950, '1m 00s'],
  [192_000, '3m 12s'],
  [3_599_400, '59m 59s'],
  [7_500_000, '2h 05m'],
])('%i ms take %s', (ms, text) => {
  expect(took(ms)).toBe(text);
});

it.each([
  [0, '$0.00'],
  [0.00001, '<$0.0001'],
  [0.0004, '$0.0004'],
  [0.0123, '$0.0123'],
  [0.05, '$0.05'],
  [0.123, '$0.12'],
  [2, '$2.00'],
  [1234.5, '$1234.50'],
])('%d dollars are %s', (usd, text) => {
  expect(dollars(usd)).toBe(text);
});

describe('money', () => {
  it('is nothing before the first call', () => {
    expect(money(nothing)).toBe('$0.00');
    expect(briefMoney(nothing)).toBe('$0.00');
  });

  it('of a model without a price is unknown, never zero', () => {
    expect(money(sum(call(null)), 2)).toBe('cost unknown');
    expect(briefMoney(sum(call(null)))).toBe('$?');
  });

  it('says how many calls are not in the sum', () => {
    const spent = sum(call(0.5), call(null), call(null));
    expect(money(spent, 2)).toBe('$0.50 of $2.00 + 2 calls of unknown price');
    expect(briefMoney(spent)).toBe('$0.50+?');
  });

  it('marks an estimate', () => {
    expect(money(sum(call(0.5), call(0.25, true)))).toBe('~$0.75');
    expect(briefMoney(sum(call(0.5, true)))).toBe('~$0.50');
  });
});

it('counts tokens and things', () => {
  expect([999, 12_345, 999_949, 1_200_000].map(tokens)).toEqual(['999', '12.3k', '999.9k', '1.2M']);
  expect([count(1, 'call'), count(0, 'call'), count(3, 'call')]).toEqual(['1 call', '0 calls', '3 calls']);
});
