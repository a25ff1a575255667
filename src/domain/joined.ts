import type { CheckResult } from './check.ts';
import { sumCounts } from './runner/read-output.ts';

/**
 * Two commands of one check that ran one after the other, as one result: the last one decides, unless it is the first that
 * failed. A command that failed without naming a test is kept by its own name: nobody can tell that it failed before.
 */
export function joined(first: CheckResult, second: CheckResult): CheckResult {
  const tests = sumCounts(first.tests, second.tests);
  const unnamed = [...unnamedIn(first), ...unnamedIn(second)];
  const faults = [...(first.faults ?? []), ...(second.faults ?? [])];
  return {
    ...(first.status === 'failed' && isGood(second) ? first : second),
    command: `${first.command} && ${second.command}`,
    ms: first.ms + second.ms,
    ...(tests ? { tests } : {}),
    ...(unnamed.length > 0 ? { unnamed } : {}),
    ...(first.faults || second.faults ? { faults } : {}),
  };
}

const unnamedIn = ({ status, tests, command, unnamed = [] }: CheckResult): readonly string[] =>
  status === 'failed' && unnamed.length === 0 && (tests?.failures ?? []).length === 0 ? [command] : unnamed;

const isGood = ({ status }: CheckResult): boolean => status === 'passed' || status === 'no_evidence';
