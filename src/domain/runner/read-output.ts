import type { CheckStatus, TestCounts } from '../check.ts';
import { cleanOutput } from './clean.ts';
import { toolIsMissing } from './missing-tool.ts';
import { sumOf, toCounts, type Runner, type Tally } from './runner.ts';
import { runners } from './runners.ts';

/**
 * The counts in the output of a check; undefined when no runner's summary is in it. Runs of several runners, or of one
 * runner in several packages, add up.
 */
export function parseTests(output: string): TestCounts | undefined {
  const clean = cleanOutput(output);
  const runs = read(clean, 'runner');
  const found = runs.length > 0 ? runs : read(clean, 'format').slice(0, 1);
  if (found.length === 0) {
    return undefined;
  }
  const name = [...new Set(found.map((f) => f.name))].join(' + ');
  return toCounts(name, sumOf(found.map((f) => f.tally)));
}

const read = (output: string, kind: Runner['kind']): { name: string; tally: Tally }[] =>
  runners
    .filter((runner) => runner.kind === kind && runner.recognises(output))
    .flatMap((runner) => {
      const tally = runner.parse(output);
      return tally === undefined ? [] : [{ name: runner.name, tally }];
    });

/** The counts of two commands of one check as one; undefined when neither has any. */
export function sumCounts(a: TestCounts | undefined, b: TestCounts | undefined): TestCounts | undefined {
  if (!a || !b) {
    return a ?? b;
  }
  const sum = toCounts(a.runner === b.runner ? a.runner : `${a.runner} + ${b.runner}`, sumOf([a, b]));
  return a.from === 'results' && b.from === 'results' ? { ...sum, from: 'results' } : sum;
}

/** How a command ended. */
export type Ending = {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly output: string;
  readonly command: string;
  readonly tests: TestCounts | undefined;
};

/** What the end of a check command means. Exit 0 alone is no evidence. */
export function checkStatus(ending: Ending): CheckStatus {
  if (ending.timedOut) {
    return 'timeout';
  }
  if (ending.exitCode === null || ending.signal !== null) {
    return 'killed';
  }
  if (ending.exitCode !== 0) {
    return ranTests(ending) || !toolIsMissing(ending) ? 'failed' : 'environment';
  }
  if (ending.tests?.run === 0) {
    return 'no_tests';
  }
  return isSilent(ending.output) ? 'no_evidence' : 'passed';
}

const ranTests = ({ tests }: Ending): boolean => (tests?.run ?? 0) > 0;

/** Nothing was printed, the lines with which a script runner announces a command aside. */
const isSilent = (output: string): boolean =>
  cleanOutput(output)
    .split('\n')
    .every((line) => line.trim() === '' || /^(?:> |\$ |yarn run v|Done in [\d.]+s)/.test(line));

const WATCHES =
  /\b(?:waiting for file changes|press [a-z] to (?:show help|quit|rerun|re-run)|watch usage|watching for (?:file )?changes|starting compilation in watch mode|watch mode|dev server running|ready in \d+ ?ms|listening (?:on|at)|waiting for the debugger)\b/i;

/** A sentence about an ending that its status does not tell; undefined when there is nothing to add. */
export function hintOf(ending: Ending): string | undefined {
  if (ending.timedOut && WATCHES.test(ending.output.slice(-4000))) {
    return 'The command waits for changes or requests instead of ending: use its single-run form, such as `vitest run` or `CI=1`.';
  }
  const failed = ending.tests?.failed ?? 0;
  if (ending.exitCode === 0 && failed > 0) {
    return `The command ended with exit 0 although its runner counts ${String(failed)} failed test${failed === 1 ? '' : 's'}.`;
  }
  if (ending.exitCode !== null && ending.exitCode !== 0 && ending.tests?.run === 0) {
    return 'The runner found no test to run.';
  }
  return undefined;
}
