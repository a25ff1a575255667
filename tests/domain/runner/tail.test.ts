import { describe, expect, it } from 'vitest';
import { tailOf } from '../../../src/domain/runner/tail.ts';

const lines = (n: number, word = 'step'): string[] =>
  Array.from({ length: n }, (_, i) => `${word} ${String(i + 1)}`);

describe('the tail of an output', () => {
  it('is the whole when it fits', () => {
    expect(tailOf('a\nb\n\n', 100)).toBe('a\nb');
  });

  it('keeps the end and the error lines of the middle, and says what is left out', () => {
    const all = [...lines(200), 'src/a.ts(3,1): error TS2322: wrong type', ...lines(300, 'more')];
    const tail = tailOf(all.join('\n'), 800);
    expect(tail).toContain('error TS2322');
    expect(tail.endsWith('more 300')).toBe(true);
    expect(tail).toMatch(/\[… 199 lines left out …\]\nstep 200\nsrc\/a\.ts/);
    expect(tail.length).toBeLessThanOrEqual(800);
  });

  it('tells the true number of lines that are missing', () => {
    const all = [...lines(100), 'fatal: broken', ...lines(100, 'after')];
    const tail = tailOf(all.join('\n'), 600).split('\n');
    const told = tail.reduce(
      (sum, line) => sum + Number(/\[… (\d+) lines left out …\]/.exec(line)?.[1] ?? 0),
      0,
    );
    const kept = tail.filter((line) => !line.startsWith('[…')).length;
    expect(told + kept).toBe(201);
  });

  it.each([200, 1000, 6000])('stays within %i characters, whatever the lines are', (limit) => {
    const long = [`error ${'x'.repeat(50_000)}`, ...lines(2000, 'error'), 'y'.repeat(9000)].join('\n');
    expect(tailOf(long, limit).length).toBeLessThanOrEqual(limit);
  });
});
