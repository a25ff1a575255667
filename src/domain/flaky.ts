import { failedNames, weigh, type CheckResult } from './check.ts';

/** Whether the same check may end otherwise on the same files: a test may be flaky, a machine may have been busy. */
export const worthAnotherRun = (result: CheckResult, base: CheckResult | null): boolean =>
  weigh(result, base) === 'red' &&
  (result.status === 'failed' || result.status === 'killed' || result.status === 'timeout') &&
  result.hint === undefined;

/**
 * Two runs on the same files as one result: the second one counts, and what failed in only one of them is flaky. A first
 * run that named no test is told by its command.
 */
export function twice(first: CheckResult, second: CheckResult): CheckResult {
  const ms = first.ms + second.ms;
  const [before, after] = [redIn(first), redIn(second)];
  if (second.status === 'passed' || second.status === 'no_evidence') {
    return { ...second, ms, flaky: before.length > 0 ? before : [first.command] };
  }
  const flaky =
    before.length > 0 && after.length > 0
      ? [...before.filter((name) => !after.includes(name)), ...after.filter((name) => !before.includes(name))]
      : [];
  return { ...second, ms, ...(flaky.length > 0 ? { flaky } : {}) };
}

const redIn = (result: CheckResult): string[] => [...failedNames(result), ...(result.unnamed ?? [])];

/**
 * What has to be run on the base before the change is blamed: tests that are red, and failed in one of two runs only.
 * Empty where something else is red as well, since then it is red whatever the base says.
 */
export function doubtful(result: CheckResult, base: CheckResult | null): string[] {
  const flaky = new Set(result.flaky ?? []);
  const names = failedNames(result).filter((name) => flaky.has(name));
  return weigh(result, base) === 'red' && weigh({ ...result, flakyAtBase: names }, base) === 'green'
    ? names
    : [];
}

/** The result with what a further run on the base says of its doubtful tests. */
export function withBase(result: CheckResult, doubts: readonly string[], again: CheckResult): CheckResult {
  const red = new Set(failedNames(again));
  const flakyAtBase = doubts.filter((name) => red.has(name));
  return flakyAtBase.length > 0 ? { ...result, flakyAtBase } : result;
}
