import { describe, expect, it } from 'vitest';
import { Duration, formatDuration } from '../../src/config/duration.ts';

describe('a duration', () => {
  it.each([
    ['250ms', 250],
    ['90s', 90_000],
    ['10m', 600_000],
    ['1.5h', 5_400_000],
    ['2 m', 120_000],
    ['0.5s', 500],
  ])('%s', (text, ms) => {
    expect(Duration.parse(text)).toBe(ms);
  });

  it.each(['', '10', '10 minutes', 'm', '-1m', '1m30s', '1,5h', ' 1m', '1M', '1e3s', '0s', '0.0001ms'])(
    'is not %j',
    (text) => {
      expect(Duration.safeParse(text).error?.issues[0]?.message).toMatch(/^expected a duration/);
    },
  );

  it.each([
    [250, '250ms'],
    [1500, '1500ms'],
    [90_000, '90s'],
    [600_000, '10m'],
    [7_200_000, '2h'],
    [1, '1ms'],
  ])('of %d milliseconds is written %s, and read back', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
    expect(Duration.parse(text)).toBe(ms);
  });
});
