import { expect, it } from 'vitest';
import { noCheck, type CheckResult } from '../../src/domain/check.ts';
import type { Progress } from '../../src/domain/progress.ts';
import { empty } from '../../src/domain/run.ts';
import { describeCheck, redStill } from '../../src/run/check-words.ts';

const result = (failures: readonly string[], passes: readonly string[] = []): CheckResult => ({
  ...noCheck,
  status: failures.length > 0 ? 'failed' : 'passed',
  command: 'npm test',
  exitCode: failures.length > 0 ? 1 : 0,
  ms: 1200,
  tests: {
    runner: 'tap',
    run: failures.length + passes.length,
    passed: passes.length,
    failed: failures.length,
    skipped: 0,
    failures: failures.map((name) => ({ name })),
    skips: [],
    passes: [...passes],
  },
});

const landed = (check: CheckResult): Progress => ({
  checkpoint: {
    id: 'c1',
    title: 't',
    goal: 'g',
    acceptance: ['a'],
    after: [],
    files: [],
    covers: [],
    difficulty: 'easy',
  },
  started: 1,
  charged: 0,
  hindered: 0,
  consulted: 1,
  notes: [],
  reviews: [],
  work: null,
  putBack: [],
  claim: '',
  handed: 0,
  words: [],
  wanted: null,
  formerly: 0,
  at: 'landed',
  accepted: '0'.repeat(40),
  attempt: 'c1.a1',
  commit: 'f00',
  check,
});

it('knows what was red before until a tree in which it passes has landed', () => {
  const run = { ...empty, baseline: result(['rounds', 'reads'], ['adds']) };
  expect(redStill(run)).toEqual(['rounds', 'reads']);
  expect(redStill({ ...run, progress: [landed(result(['rounds'], ['adds', 'reads']))] })).toEqual(['rounds']);
  expect(redStill({ ...empty, baseline: result([], ['adds']) })).toEqual([]);
  expect(redStill(empty)).toEqual([]);
});

it('says how a check ended in one line', () => {
  expect(describeCheck(noCheck)).toBe('no check is configured');
  expect(describeCheck(result(['rounds'], ['adds']))).toBe('exit 1 · 1 of 2 tests failed · 1.2 s');
  expect(describeCheck({ ...result([], ['adds']), status: 'no_tests' })).toMatch(/, and no test was run$/);
});
