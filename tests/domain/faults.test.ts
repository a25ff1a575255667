import { describe, expect, it } from 'vitest';
import { weigh, type CheckResult } from '../../src/domain/check.ts';
import { newFaults } from '../../src/domain/faults.ts';
import { redNote } from '../../src/domain/note.ts';
import { faultsIn } from '../../src/domain/runner/faults.ts';
import { check } from './world.ts';

/** What stays red: one test, by name, with the words of its runner. */
const KNOWN = ' FAIL  test/a.test.ts > joins two lists\nAssertionError: expected 3 to be 4\n';
const SUMMARY = ' Tests  1 failed | 4 passed (5)\n';

/** A red check in which only the known test failed, with more in its output. */
const red = (more: string, exitCode = 1): CheckResult => {
  const tests = {
    runner: 'vitest',
    run: 5,
    passed: 4,
    failed: 1,
    skipped: 0,
    failures: [{ name: 'test/a.test.ts > joins two lists', detail: 'AssertionError: expected 3 to be 4' }],
    skips: [],
    passes: ['test/a.test.ts > fails on bad input'],
  };
  return check('failed', { exitCode, tests, faults: faultsIn(`${KNOWN}${more}\n${SUMMARY}`, tests) });
};
const weights = (now: CheckResult, base: CheckResult): string[] =>
  newFaults(now, base).map(({ weight }) => weight);

const MISSED: readonly (readonly [string, string])[] = [
  ['vitest', 'ERROR: Coverage for lines (83.33%) does not meet global threshold (90%)'],
  ['jest', 'Jest: "global" coverage threshold for branches (90%) not met: 83.33%'],
  ['nyc', 'ERROR: Coverage for lines (50%) does not meet threshold (90%) for src/a.js'],
  ['node:test', 'ℹ Error: 66.67% line coverage does not meet threshold of 90%.'],
  ['pytest-cov', 'FAIL Required test coverage of 90% not reached. Total coverage: 83.33%'],
  ['coverage.py', 'Coverage failure: total of 83 is less than fail-under=90'],
  ['simplecov', 'Line coverage (80.00%) is below the expected minimum coverage (90.00%).'],
  [
    'jacoco',
    '[WARNING] Rule violated for bundle x: lines covered ratio is 0.50, but expected minimum is 0.90',
  ],
  ['tarpaulin', 'Error: "Coverage is below the failure threshold 50.00% < 90.00%"'],
  ['ExUnit', 'Coverage test failed, threshold not met:'],
];

const GRAVE: readonly (readonly [string, string])[] = [
  ['a type error', "src/a.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'."],
  ['an error of eslint', "  12:5  error  'x' is defined but never used  no-unused-vars"],
  ['an error of oxlint', "  x eslint(no-unused-vars): Variable 'x' is declared but never used."],
  ['an error of ruff', 'src/a.py:3:1: F401 [*] `os` imported but unused'],
  ['an error of mypy', 'src/a.py:3: error: Incompatible return value type  [return-value]'],
  ['an error of rustc', 'error[E0308]: mismatched types'],
  ['an error of a C compiler', "src/a.c:3:4: error: use of undeclared identifier 'x'"],
  ['an error of go vet', './a.go:7:2: undefined: total'],
  ['another target of make', 'make: *** [Makefile:7: lint] Error 1'],
  ['another script of npm', 'npm error Lifecycle script `lint` failed with error:'],
];

const TYPES = "src/a.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.";

describe('whoever is checked', () => {
  it.each([
    ['many lines before it', `${'it failed\n'.repeat(300)}${TYPES}`],
    ['more lines behind it than are looked at', `${TYPES}\n${'it failed\n'.repeat(3_000)}`],
    ['a path before it that is longer than what is kept of a line', `${'src/a/'.repeat(80)}${TYPES}`],
    ['words that mean none', TYPES.replace('string', '"0 errors, 4 passed"')],
  ])('cannot hide a failure behind %s', (_, lines) => {
    expect(weights(red(lines), red(''))).toContain('named');
    expect(weights(red(lines), red('it cannot\n'.repeat(200)))).toContain('named');
  });

  it('cannot hide a coverage that is missed behind noise', () => {
    const missed = 'ERROR: Coverage for lines (83.33%) does not meet global threshold (90%)';
    expect(weigh(red(`${'it failed\n'.repeat(300)}${missed}`), red(''))).toBe('red');
    expect(weigh(red(`${`${TYPES}\n`.repeat(300)}${missed}`), red(''))).toBe('red');
  });

  it('cannot hide a failure behind the title of a test that passes', () => {
    const tests = { failures: [], passes: ['t.ts > error TS2322: Type', 't.ts > cannot be read'], skips: [] };
    expect(faultsIn(`${TYPES}\nit cannot be read\n`, tests)).toEqual([
      "src/a.ts(#): error TS2322: Type 'string' is not assignable to type 'number'.",
    ]);
  });
});

describe('a red base whose tests fail as they did', () => {
  it.each(MISSED)('is no excuse for a coverage that is missed now: %s', (_, line) => {
    expect(weigh(red(line), red(''))).toBe('red');
    expect(redNote(red(line), red(''))).toContain('New beside the tests');
  });

  it.each(MISSED)('excuses one that was missed before, by however much: %s', (_, line) => {
    const lower = line.replace(/83\.33|83|66\.67|50\.00|50|80\.00/, '12.5');
    expect(weigh(red(lower), red(line))).toBe('green');
    expect(newFaults(red(lower), red(line))).toEqual([]);
  });

  it.each(GRAVE)('has %s named, and is stopped by none', (_, line) => {
    expect(weights(red(line), red(''))).toEqual(['named']);
    expect(weigh(red(line), red(''))).toBe('green');
  });

  it.each(GRAVE)('had %s before, elsewhere in the file', (_, line) => {
    const moved = line.replace(/\b(?:3|7|12)\b/, '204');
    expect(newFaults(red(moved), red(line))).toEqual([]);
    expect(weights(red(`${line}\n${moved}`), red(line))).toEqual(['named']);
  });

  it('is told of another ending: by name, and red where a signal ended it', () => {
    expect(weights(red('', 2), red('', 1))).toEqual(['named']);
    expect(weigh(red('', 139), red('', 1))).toBe('red');
    expect(newFaults(red('', 1), red('', 3))).toEqual([]);
    expect(weigh(red('', 139), red('', 139))).toBe('green');
  });

  it('is told of what else says that it failed', () => {
    expect(newFaults(red('2026-01-01T10:00:00Z cannot reach db at 10.0.0.1:5432'), red(''))).toEqual([
      { weight: 'told', text: '# cannot reach db at #' },
    ]);
    expect(weights(red('Vitest caught 2 unhandled errors during the test run.'), red(''))).toEqual(['red']);
  });

  it('is known no further in a journal that does not tell', () => {
    const { faults: _none, ...old } = red('');
    expect(
      newFaults(red('ERROR: Coverage for lines (1%) does not meet global threshold (90%)'), old),
    ).toEqual([]);
  });
});

describe('what a red check says anyway', () => {
  it.each([
    ['other times', 'Error: timed out after 1200 ms', 'Error: timed out after 1187 ms'],
    ['another working copy', 'Error in /tmp/slots/3/src/a.js:9', 'Error in /tmp/slots/12/src/a.js:14'],
    ['another id', 'failed job 7f3a9c1e22', 'failed job 0b1c2d3e4f5a'],
    ['an address', 'panic at 0x7ffe12', 'panic at 0x01'],
  ])('is nothing new with %s', (_, before, now) => {
    expect(newFaults(red(now), red(before))).toEqual([]);
  });

  it.each([
    ['a test that passes', ' ✓ test/b.test.ts > fails on an empty error (3 ms)'],
    ['a known name', '✖ fails on bad input (2.1ms)'],
    ['pytest', 'tests/test_a.py::test_error_is_raised PASSED [ 50%]'],
    ['counts', '2 failed, 7 passed, 1 warning in 0.31s'],
    ['a package of go', 'FAIL\texample.com/shop\t0.012s'],
    ['no error at all', 'Found 0 errors. No problems.'],
  ])('is nothing new as %s', (_, line) => {
    expect(newFaults(red(line), red(''))).toEqual([]);
  });
});
