import { describe, expect, it } from 'vitest';
import { parseTests } from '../../../src/domain/runner/read-output.ts';

/** Summaries written from knowledge of these runners, not recorded. */
describe('runners that close with one line', () => {
  it.each([
    ['phpunit', 'OK (12 tests, 30 assertions)', 12, 0, 0],
    ['phpunit', 'FAILURES!\nTests: 5, Assertions: 9, Failures: 1, Errors: 1, Skipped: 1.', 4, 2, 1],
    ['phpunit', 'No tests executed!', 0, 0, 0],
    [
      'dotnet test',
      'Failed!  - Failed:     1, Passed:     3, Skipped:     2, Total:     6, Duration: 5 ms',
      4,
      1,
      2,
    ],
    ['dotnet test', 'No test is available in /x/bin/a.dll. Make sure that test discoverer', 0, 0, 0],
    ['ctest', '67% tests passed, 1 tests failed out of 3', 3, 1, 0],
    ['ctest', 'No tests were found!!!', 0, 0, 0],
    ['maven surefire', '[ERROR] Tests run: 5, Failures: 1, Errors: 1, Skipped: 1', 4, 2, 1],
    ['exunit', '5 tests, 1 failure, 2 skipped', 3, 1, 2],
    ['exunit', '2 doctests, 3 tests, 0 failures', 5, 0, 0],
    ['deno test', 'FAILED | 4 passed | 1 failed | 2 ignored (12ms)', 5, 1, 2],
    ['cargo nextest', '     Summary [   0.031s] 5 tests run: 4 passed, 1 failed, 2 skipped', 5, 1, 2],
    ['plain counts', 'unit: 7 passed, 1 failed, 2 skipped', 8, 1, 2],
  ])('%s: %s', (runner, line, run, failed, skipped) => {
    expect(parseTests(`some words\n\n${line}\n`)).toMatchObject({ runner, run, failed, skipped });
  });

  it('names the failures', () => {
    const out = 'Failures:\n\n1) CartTest::testTotal\nFailed asserting that 2 is identical to 3.\n\n';
    const counts = parseTests(`${out}FAILURES!\nTests: 2, Assertions: 2, Failures: 1.\n`);
    expect(counts?.failures.map((f) => f.name)).toEqual(['CartTest::testTotal']);
    expect(counts?.failures[0]?.detail).toContain('2 is identical to 3');
  });

  it('takes the plain line last of all, and its last telling', () => {
    expect(parseTests('1 passed, 0 failed\n3 passed, 1 failed\n')).toMatchObject({ run: 4, failed: 1 });
    expect(parseTests('9 passed, 0 failed\n\n  2 passing (3ms)\n')).toMatchObject({
      runner: 'mocha',
      run: 2,
    });
  });

  it('is not fooled by prose', () => {
    expect(parseTests('We ran 5 tests, 1 failure was expected, all OK (fine).\n')).toBeUndefined();
    expect(parseTests('')).toBeUndefined();
  });
});
