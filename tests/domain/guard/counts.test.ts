import { describe, expect, it } from 'vitest';
import type { TestCounts } from '../../../src/domain/check.ts';
import { guard } from '../../../src/domain/guard/guard.ts';
import { inputOf } from './changes.ts';

const ran = (
  passes: readonly string[],
  skips: readonly string[] = [],
  passed = passes.length,
): TestCounts => ({
  runner: 'vitest',
  run: passed,
  passed,
  failed: 0,
  skipped: skips.length,
  failures: [],
  skips: [...skips],
  passes: [...passes],
});
const before = ran(['a.test.js > adds', 'a.test.js > takes', 'b.test.js > joins']);

type Mode = 'locked' | 'reviewed' | 'free';
const told = (after: TestCounts | undefined, tests: Mode = 'reviewed') =>
  guard(inputOf({ 'src/a.js': ['1\n', '2\n'] }, { counts: { before, after }, tests })).map(
    ({ rule, level, named = false, detail }) => ({ rule, level, named, detail }),
  );

describe('what only the counts of a run tell', () => {
  it('is fewer tests, though no test was seen to go: by name or not at all', () => {
    const [only, ...rest] = told(ran(['a.test.js > adds', 'a.test.js > takes']));
    expect(rest).toEqual([]);
    expect(only).toMatchObject({ rule: 'fewer-tests', level: 'shown', named: true });
    expect(only?.detail).toContain('b.test.js > joins');
    expect(told(undefined)).toMatchObject([{ rule: 'fewer-tests', named: true }]);
  });

  it('is others in their place, so that no count falls', () => {
    const [only, ...rest] = told(ran(['a.test.js > adds', 'a.test.js > takes', 'c.test.js > is a function']));
    expect(rest).toEqual([]);
    expect(only).toMatchObject({ rule: 'tests-replaced', named: false });
    expect(only?.detail).toContain('b.test.js > joins');
  });

  it('is a test that ran and is skipped now, whatever was added beside it', () => {
    const now = ran(['a.test.js > adds', 'a.test.js > takes', 'c.test.js > new'], ['b.test.js > joins']);
    expect(told(now)).toMatchObject([
      { rule: 'now-skipped', level: 'shown', named: true },
      { rule: 'more-skipped', named: false },
    ]);
  });

  it('is nothing where tests were added, moved to another file, or are not all known by name', () => {
    expect(
      told(ran(['a.test.js > adds', 'a.test.js > takes', 'c.test.js > joins', 'c.test.js > new'])),
    ).toEqual([]);
    expect(told(ran(['a.test.js > adds'], [], 3))).toEqual([]);
  });

  it('names the tests that are gone where it knows all of them', () => {
    const testsOf = (was: TestCounts, now: TestCounts) =>
      guard(inputOf({ 'src/a.js': ['1\n', '2\n'] }, { counts: { before: was, after: now } })).map(
        ({ tests }) => tests,
      );
    expect(testsOf(before, ran(['a.test.js > adds']))).toEqual([['a.test.js > takes', 'b.test.js > joins']]);
    expect(testsOf(ran(['a.test.js > adds', 'b.test.js > joins'], [], 9), ran(['a.test.js > adds']))).toEqual(
      [undefined],
    );
  });

  it('is unknown where the runner lists no tests, and said so of a change that touches tests', () => {
    const unlisted: TestCounts = { ...ran(['x/a']), unlisted: 1 };
    const of = (was: TestCounts, now: TestCounts, file: string) =>
      guard(inputOf({ [file]: ['1\n', '2\n'] }, { counts: { before: was, after: now } })).filter(
        ({ rule }) => rule !== 'test-changed',
      );
    expect(of(unlisted, unlisted, 'a_test.go')).toMatchObject([
      { rule: 'tests-not-listed', file: 'a_test.go' },
    ]);
    expect(of(unlisted, unlisted, 'a.go')).toEqual([]);
    const [only] = of(ran(['x/a TestA', 'x/a TestB']), unlisted, 'a.go');
    expect(only).toMatchObject({ rule: 'fewer-tests', named: true });
    expect(only?.detail).toContain('lists its tests no more');
  });

  it('forbids nothing where tests are locked, and asks for no name where they are free', () => {
    const fewer = ran(['a.test.js > adds', 'a.test.js > takes']);
    expect(told(fewer, 'locked')).toMatchObject([{ level: 'shown', named: true }]);
    expect(told(fewer, 'free')).toMatchObject([{ level: 'shown', named: false }]);
  });
});
