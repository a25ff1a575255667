import { describe, expect, it } from 'vitest';
import { CheckResult, noCheck, weigh, type CheckStatus } from '../../src/domain/check.ts';
import { check } from './world.ts';

const failing = (names: readonly string[], failed = names.length) =>
  check('failed', {
    tests: {
      runner: 'vitest',
      run: 9,
      passed: 9 - failed,
      failed,
      skipped: 0,
      failures: names.map((name) => ({ name })),
      skips: [],
      passes: [],
    },
  });

describe('a check on a base that was green', () => {
  it.each<[CheckStatus, ReturnType<typeof weigh>]>([
    ['passed', 'green'],
    ['no_evidence', 'green'],
    ['none', 'green'],
    ['failed', 'red'],
    ['no_tests', 'red'],
    ['timeout', 'red'],
    ['killed', 'red'],
    ['environment', 'red'],
  ])('%s weighs %s', (status, weight) => {
    expect(weigh(check(status), check())).toBe(weight);
  });
});

describe('a check that could not run', () => {
  it('is nobody’s fault where it could not run at the base either, or nobody knows', () => {
    expect(weigh(check('environment'), check('environment'))).toBe('environment');
    expect(weigh(check('environment'), null)).toBe('environment');
  });

  it('is the change’s fault where it could run at the base, red or green', () => {
    expect(weigh(check('environment'), failing(['a']))).toBe('red');
  });
});

describe('a check on a base that was red', () => {
  it.each<[string, CheckResult, CheckResult, 'green' | 'red']>([
    ['the same tests fail', failing(['a', 'b']), failing(['a', 'b']), 'green'],
    ['fewer of them fail', failing(['b']), failing(['a', 'b']), 'green'],
    ['another one fails', failing(['c']), failing(['a', 'b']), 'red'],
    ['one more fails', failing(['a', 'b', 'c']), failing(['a', 'b']), 'red'],
    ['not all that fail are named', failing(['a'], 2), failing(['a', 'b']), 'red'],
    ['no test is named here', check('failed'), failing(['a']), 'red'],
    ['no test was named there', failing(['a']), check('failed'), 'red'],
    ['it fails without a failing test', failing([]), failing(['a']), 'red'],
    ['the base timed out', failing(['a']), check('timeout'), 'red'],
  ])('when %s', (_, now, base, weight) => {
    expect(weigh(now, base)).toBe(weight);
  });
});

describe('a red base whose names were written otherwise', () => {
  const from = (names: readonly string[]): CheckResult => {
    const result = failing(names);
    return { ...result, ...(result.tests ? { tests: { ...result.tests, from: 'results' } } : {}) };
  };
  const printed = failing(['tests/test_a.py::TestA::test_x', 'b.test.js › three', 'c.test.js › three']);

  it('makes no new failure of an old one', () => {
    expect(weigh(from(['tests.test_a.TestA › test_x']), printed)).toBe('green');
    expect(weigh(from(['three']), printed)).toBe('green');
    expect(weigh(from(['b.test.js > three', 'b.test.js > three (2)']), printed)).toBe('green');
  });

  it('makes no old failure of a new one', () => {
    expect(weigh(from(['tests.test_a.TestA › test_y']), printed)).toBe('red');
    expect(weigh(from(['b > three', 'c > three', 'd > three']), printed)).toBe('red');
  });

  it('is held to whole names where both were written alike', () => {
    expect(weigh(from(['b.test.js > three']), from(['a.test.js > three']))).toBe('red');
  });
});

describe('the result of a check as data', () => {
  it('is whole with nothing configured', () => {
    expect(CheckResult.parse(noCheck)).toEqual(noCheck);
  });

  it('refuses counts that are no counts, and words of its own', () => {
    expect(CheckResult.safeParse({ ...check(), ms: -1 }).success).toBe(false);
    expect(CheckResult.safeParse({ ...check(), status: 'ok' }).success).toBe(false);
    expect(CheckResult.safeParse({ ...check(), colour: 'green' }).success).toBe(false);
  });
});
