import { z } from 'zod';
import { newFaults } from './faults.ts';
import { sameTest } from './runner/title.ts';

const FailedTest = z.strictObject({
  name: z.string(),
  /** The runner's own words about it: expected, actual, place. Bounded. */
  detail: z.string().optional(),
});

/** Counts as the runner told them; absent when its output was not understood. */
export const TestCounts = z.strictObject({
  runner: z.string(),
  run: z.number().int().nonnegative(),
  passed: z.number().int().nonnegative(),
  failed: z.number().int().nonnegative(),
  skipped: z.number().int().nonnegative(),
  failures: z.array(FailedTest).default([]),
  skips: z.array(z.string()).default([]),
  /** Names of passed tests where the runner prints them. */
  passes: z.array(z.string()).default([]),
  /** Packages whose tests the runner did not list: one that passed counts as one test. */
  unlisted: z.number().int().positive().optional(),
  /** Where they come from a file that the runner wrote, not from what it printed. */
  from: z.literal('results').optional(),
});
export type TestCounts = z.infer<typeof TestCounts>;

/**
 * - `passed`: exit 0 with something to show for it
 * - `failed`: the program ended with another code
 * - `no_tests`: exit 0, and the runner says that it ran nothing
 * - `no_evidence`: exit 0 and not a word
 * - `timeout`, `killed`: it did not end by itself
 * - `environment`: the command could not run at all (missing tool, failed setup)
 * - `none`: no check is configured
 */
export const CheckStatus = z.enum([
  'passed',
  'failed',
  'no_tests',
  'no_evidence',
  'timeout',
  'killed',
  'environment',
  'none',
]);
export type CheckStatus = z.infer<typeof CheckStatus>;

export const CheckResult = z.strictObject({
  status: CheckStatus,
  command: z.string(),
  exitCode: z.number().int().nullable(),
  signal: z.string().nullable(),
  /** Wall time in milliseconds. */
  ms: z.number().nonnegative(),
  tests: TestCounts.optional(),
  /** The end of the output with its error lines, bounded; the whole is in `log`. */
  tail: z.string(),
  log: z.string(),
  /** Why it did not end by itself, where its output tells: it watches for changes, serves, or prints on and on. Another run would not end either. */
  hint: z.string().optional(),
  /** Tests that failed in one of two runs on the same files and passed in the other. */
  flaky: z.array(z.string()).optional(),
  /** Those of them that failed at the base, too, when it was run once more. */
  flakyAtBase: z.array(z.string()).optional(),
  /** Of several commands, those that failed without naming a test. */
  unnamed: z.array(z.string()).optional(),
  /** Of a red check: lines in which something else than a test says that it failed, without what changes from run to run. */
  faults: z.array(z.string()).optional(),
});
export type CheckResult = z.infer<typeof CheckResult>;

/** The tests as they are at the base, run on the new source: what a change to the tests hides. */
export const BaseTests = z.strictObject({
  /** Files put back to what they are at the base: tests, and what defines the check. */
  files: z.array(z.string()),
  result: CheckResult,
  /** Tests that fail only with the base's files; those files themselves where no test is named. */
  differs: z.array(z.string()),
});
export type BaseTests = z.infer<typeof BaseTests>;

export const noCheck: CheckResult = {
  status: 'none',
  command: '',
  exitCode: null,
  signal: null,
  ms: 0,
  tail: '',
  log: '',
};

/**
 * What a check means for the commit that it ran on, given how the base fared:
 * - `green`: goes on to review
 * - `red`: goes back to the coder
 * - `environment`: nobody's fault here; it costs no attempt
 */
export function weigh(result: CheckResult, base: CheckResult | null): 'green' | 'red' | 'environment' {
  switch (result.status) {
    case 'passed':
    case 'no_evidence':
    case 'none':
      return 'green';
    case 'environment':
      return base?.status === 'environment' || base === null ? 'environment' : 'red';
    case 'timeout':
    case 'killed':
    case 'no_tests':
      return 'red';
    case 'failed':
      return newFailures(result, base) === 'none' && !newFaults(result, base).some((f) => f.weight === 'red')
        ? 'green'
        : 'red';
  }
}

/** Tests that fail now and did not fail at the base; `unknown` when names are missing on either side. */
function newFailures(result: CheckResult, base: CheckResult | null): 'none' | 'some' | 'unknown' {
  const before = [...failedNames(base), ...(base?.flaky ?? [])];
  const doubted = result.flakyAtBase ?? [];
  if (before.length + doubted.length === 0 || !result.tests?.failures.length || result.unnamed) {
    return 'unknown';
  }
  const key = sameTest(base?.tests, result.tests);
  const known = before.map(key);
  const isKnown = (name: string): boolean => {
    const at = known.indexOf(key(name));
    known.splice(at, at < 0 ? 0 : 1);
    return at >= 0 || doubted.includes(name);
  };
  const listed = result.tests.failures.length === result.tests.failed;
  return listed && result.tests.failures.every((f) => isKnown(f.name)) ? 'none' : 'some';
}

/** Names of the tests that failed, as far as the runner told them. */
export const failedNames = (check: CheckResult | null): string[] =>
  check?.status === 'failed' ? (check.tests?.failures ?? []).map(({ name }) => name) : [];
