import { expect, test, vi } from 'vitest';
import { jumpWords, watchJumps } from '../../src/cli/clock-jump.ts';

test('a machine that slept is noticed by its two clocks; time that passes on both is not', () => {
  vi.useFakeTimers();
  try {
    let [wall, steady] = [1_000_000, 0];
    const seen: number[] = [];
    const end = watchJumps((ms) => seen.push(ms), 1_000, { wall: () => wall, steady: () => steady });
    const pass = (onWall: number, onSteady: number): void => {
      wall += onWall;
      steady += onSteady;
      vi.advanceTimersByTime(1_000);
    };
    pass(60_000, 60_000);
    pass(1_500, 1_000);
    expect(seen).toEqual([]);
    pass(7_201_000, 1_000);
    pass(1_000, 1_000);
    pass(-60_000, 1_000);
    expect(seen).toEqual([7_200_000, -61_000]);
    end();
    pass(7_200_000, 1_000);
    expect(seen).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

test('it is told for how long, and what that means', () => {
  expect(jumpWords(7_510_000)).toMatch(/^the machine slept for 2h 5m 10s, or .*no limit counts/);
  expect(jumpWords(-61_000)).toMatch(/set back by 0h 1m 1s/);
});
