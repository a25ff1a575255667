import { describe, expect, it } from 'vitest';
import type { TestCounts } from '../../../src/domain/check.ts';
import { compareRuns, describeComparison } from '../../../src/domain/runner/compare.ts';
import { toCounts } from '../../../src/domain/runner/runner.ts';
import { duration, statusLine } from '../../../src/domain/runner/status-line.ts';

const counts = (names: readonly string[], passed = 1): TestCounts =>
  toCounts('any', {
    passed,
    failed: names.length,
    skipped: 0,
    failures: names.map((name) => ({ name, detail: `expected ${name}` })),
  });

describe('the status line', () => {
  it.each([
    [
      { exitCode: 1, signal: null, ms: 12_400, tests: counts(['a', 'b', 'c'], 38) },
      'exit 1 · 3 of 41 tests failed · 12.4 s',
    ],
    [{ exitCode: 0, signal: null, ms: 320, tests: counts([], 1) }, 'exit 0 · 1 test passed · 320 ms'],
    [{ exitCode: 0, signal: null, ms: 3, tests: counts([], 0) }, 'exit 0 · no tests ran · 3 ms'],
    [{ exitCode: null, signal: 'SIGKILL', ms: 65_000 }, 'killed by SIGKILL · 1 min 5 s'],
    [{ exitCode: null, signal: 'SIGKILL', ms: 600_000, timedOut: true }, 'timed out · 10 min 0 s'],
    [{ exitCode: null, signal: null, ms: 0 }, 'did not start · 0 ms'],
  ])('%#', (end, line) => {
    expect(statusLine(end)).toBe(line);
  });

  it('tells skipped tests', () => {
    const tests = { ...counts(['a'], 4), skipped: 2 };
    expect(statusLine({ exitCode: 1, signal: null, ms: 1000, tests })).toBe(
      'exit 1 · 1 of 5 tests failed, 2 skipped · 1.0 s',
    );
  });

  it('never shows sixty seconds', () => {
    expect([59_949, 59_950, 60_000].map(duration)).toEqual(['59.9 s', '1 min 0 s', '1 min 0 s']);
  });
});

describe('two runs compared', () => {
  it('marks failures as new, still there, or fixed', () => {
    const change = compareRuns(counts(['a', 'b']), counts(['b', 'c']));
    expect(change.new.map((f) => f.name)).toEqual(['c']);
    expect(change.still.map((f) => f.name)).toEqual(['b']);
    expect(change.fixed).toEqual(['a']);
    expect(describeComparison(change)).toBe('new   c\n    expected c\nstill b\n    expected b\nfixed a');
  });

  it('takes every failure for new without an earlier run', () => {
    expect(compareRuns(undefined, counts(['a']))).toMatchObject({
      new: [{ name: 'a' }],
      still: [],
      fixed: [],
    });
  });
});

describe('counts', () => {
  it('are bounded in names and words, and name each failure once', () => {
    const many = Array.from({ length: 3000 }, (_, i) => ({
      name: `t${String(i)}`,
      detail: 'x'.repeat(5000),
    }));
    const bounded = toCounts('any', { passed: 0, failed: 3000, skipped: 0, failures: [...many, ...many] });
    expect(bounded.failures).toHaveLength(2000);
    expect(JSON.stringify(bounded).length).toBeLessThan(100_000);
    expect(bounded.failed).toBe(3000);
  });

  it('tell apart tests of one name that failed each', () => {
    const failures = [{ name: 'a' }, { name: 'b' }, { name: 'a', detail: 'why' }];
    expect(toCounts('any', { passed: 0, failed: 3, skipped: 0, failures }).failures).toEqual([
      { name: 'a' },
      { name: 'b' },
      { name: 'a (2)', detail: 'why' },
    ]);
  });

  it('keep the telling of a failure that has words', () => {
    const failures = [{ name: 'a' }, { name: 'a', detail: 'why' }];
    expect(toCounts('any', { passed: 0, failed: 1, skipped: 0, failures }).failures).toEqual([
      { name: 'a', detail: 'why' },
    ]);
  });
});
