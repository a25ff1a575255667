import { describe, expect, it } from 'vitest';
import { failedNames, weigh, type CheckResult } from '../../src/domain/check.ts';
import { doubtful, twice, withBase, worthAnotherRun } from '../../src/domain/flaky.ts';
import { check } from './world.ts';

const red = (...names: string[]): CheckResult =>
  check('failed', {
    tests: {
      runner: 'tap',
      run: 9,
      passed: 9 - names.length,
      failed: names.length,
      skipped: 0,
      failures: names.map((name) => ({ name })),
      skips: [],
      passes: [],
    },
  });
const green = check();

describe('another run of a check', () => {
  it.each<[string, CheckResult, CheckResult | null, boolean]>([
    ['failed', red('a'), green, true],
    ['failed, on a base that is not known', check('failed'), null, true],
    ['failed with nothing new', red('a'), red('a'), false],
    ['was killed', check('killed'), green, true],
    ['did not end', check('timeout'), green, true],
    ['waits for changes', check('timeout', { hint: 'watches' }), green, false],
    ['ran no test', check('no_tests'), green, false],
    ['could not run', check('environment'), green, false],
    ['passed', green, green, false],
  ])('is made or not where it %s', (_, result, base, again) => {
    expect(worthAnotherRun(result, base)).toBe(again);
  });

  it('that passes makes flaky what failed before it, and the check green', () => {
    const both = twice(red('a', 'b'), green);
    expect(both).toMatchObject({ status: 'passed', flaky: ['a', 'b'], ms: 2 });
    expect(weigh(both, green)).toBe('green');
    expect(twice(check('timeout'), green).flaky).toEqual(['npm test']);
  });

  it('that fails alike says nothing of flakiness', () => {
    expect(twice(red('a'), red('a')).flaky).toBeUndefined();
    expect(twice(check('timeout'), check('timeout')).flaky).toBeUndefined();
    expect(twice(red('a'), check('failed')).flaky).toBeUndefined();
  });

  it('that fails otherwise names what failed in only one of them, and stays red', () => {
    const both = twice(red('a', 'b'), red('b', 'c'));
    expect(both.flaky).toEqual(['a', 'c']);
    expect(weigh(both, green)).toBe('red');
  });
});

describe('a further run on the base', () => {
  const unlucky = twice(red('a'), red('b'));

  it('is asked for where nothing but flaky tests is red', () => {
    expect(doubtful(unlucky, green)).toEqual(['b']);
    expect(doubtful(twice(red('a', 'b'), red('b', 'c')), green)).toEqual([]);
    expect(doubtful(twice(red('a', 'b'), red('b', 'c')), red('b'))).toEqual(['c']);
    expect(doubtful(twice(red('a'), green), green)).toEqual([]);
  });

  it('takes the blame off a test that fails there, too', () => {
    const known = withBase(unlucky, ['b'], red('b'));
    expect(known.flakyAtBase).toEqual(['b']);
    expect(weigh(known, green)).toBe('green');
    expect(weigh(withBase(unlucky, ['b'], green), green)).toBe('red');
  });
});

it('holds a test that was flaky on the base against nobody', () => {
  expect(weigh(red('a'), twice(red('a'), green))).toBe('green');
  expect(weigh(red('b'), twice(red('a'), green))).toBe('red');
});

it('names failed tests of a check that failed, where its output named them', () => {
  expect(failedNames(red('a'))).toEqual(['a']);
  expect(failedNames(check('failed'))).toEqual([]);
  expect(failedNames({ ...red('a'), status: 'passed' })).toEqual([]);
  expect(failedNames(null)).toEqual([]);
});
