import { describe, expect, it } from 'vitest';
import { noCheck, type CheckResult } from '../../src/domain/check.ts';
import { redNote } from '../../src/domain/note.ts';

const red = (...failures: readonly { name: string; detail?: string }[]): CheckResult => ({
  ...noCheck,
  status: 'failed',
  command: 'npm test',
  exitCode: 1,
  tail: 'the end',
  tests: {
    runner: 'tap',
    run: 9,
    passed: 9 - failures.length,
    failed: failures.length,
    skipped: 0,
    failures: [...failures],
    skips: [],
    passes: [],
  },
});
const a = { name: 'a', detail: 'expected 1, was 2' };
const b = { name: 'b', detail: 'expected 3, was 4' };

describe('what a red check teaches', () => {
  it('are the tests that failed with the runner’s words, and the end of the output', () => {
    const text = '`npm test` failed: exit 1.\n- a\n  expected 1, was 2\n\nthe end';
    expect(redNote(red(a), null)).toBe(text);
    expect(redNote(red(a), { ...red(), status: 'passed' })).toBe(text);
  });

  it('are said once, where the end of the output holds the runner’s words already', () => {
    const check = { ...red(a, b), tail: 'not ok a\n    expected 1, was 2\n1 failed' };
    expect(redNote(check, null)).toBe(
      '`npm test` failed: exit 1.\n- a\n- b\n  expected 3, was 4\n\nnot ok a\n    expected 1, was 2\n1 failed',
    );
  });

  it('tells what is new from what was red at the base', () => {
    expect(redNote(red(a, b), red(b))).toBe(
      [
        '`npm test` failed: exit 1.',
        'Against the base (still: red there, too, and held against nobody):',
        'new   a',
        '    expected 1, was 2',
        'still b',
        '',
        'the end',
      ].join('\n'),
    );
  });
});
