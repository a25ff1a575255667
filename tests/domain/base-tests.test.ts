import { describe, expect, it } from 'vitest';
import { differing } from '../../src/domain/base-tests.ts';
import type { CheckResult } from '../../src/domain/check.ts';
import { check } from './world.ts';

const ran = (passes: readonly string[], fails: readonly string[] = [], more: Partial<CheckResult> = {}) =>
  check(fails.length > 0 ? 'failed' : 'passed', {
    tests: {
      runner: 'tap',
      run: passes.length + fails.length,
      passed: passes.length,
      failed: fails.length,
      skipped: 0,
      failures: fails.map((name) => ({ name })),
      skips: [],
      passes: [...passes],
    },
    ...more,
  });
const files = ['test/a.js', 'ci/run.js'];
const differs = (result: CheckResult, own: CheckResult, base: CheckResult) =>
  differing({ files, result }, own, base);

describe('what fails with the base’s files alone', () => {
  const base = ran(['a', 'b']);
  const own = ran(['a', 'b', 'new']);

  it('is named', () => {
    expect(differs(ran(['a'], ['b']), own, base)).toEqual(['b']);
    expect(differs(ran(['a', 'b']), own, base)).toEqual([]);
  });

  it('is no test that is new, which may need what was put back', () => {
    expect(differs(ran(['a', 'b'], ['new']), own, base)).toEqual([]);
    expect(differs(ran(['a'], ['b', 'new']), own, base)).toEqual(['b']);
  });

  it('is a file that cannot be loaded any more, which is no new test', () => {
    expect(differs(ran(['a'], ['test/b.js']), own, base)).toEqual(['test/b.js']);
  });

  it('is anything, where not all tests of the base are known', () => {
    expect(differs(ran(['a', 'b'], ['new']), own, check())).toEqual(['new']);
  });

  it('is told by the files where no test is named, on a red base only by a command that was green there', () => {
    expect(differs(check('failed'), own, base)).toEqual(files);
    const red = ran(['a'], ['b']);
    expect(differs(ran(['a'], ['b']), red, red)).toEqual([]);
    expect(differs(ran(['a'], ['b'], { unnamed: ['lint'] }), red, red)).toEqual(files);
    expect(differs(ran(['a'], ['b'], { unnamed: ['lint'] }), red, { ...red, unnamed: ['lint'] })).toEqual([]);
  });
});
