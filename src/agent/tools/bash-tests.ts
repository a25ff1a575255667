import type { TestCounts } from '../../domain/check.ts';
import { compareRuns, describeComparison, type Comparison } from '../../domain/runner/compare.ts';
import { parseTests } from '../../domain/runner/read-output.ts';
import type { Failed } from '../../domain/runner/runner.ts';
import { countsOf } from '../../domain/runner/status-line.ts';
import { firstOf } from '../cut.ts';

/** What a run of tests tells: its counts, and what is red and how that differs from before, as lines; often none. */
export type TestNews = { readonly counts: string; readonly lines: string };

export type TestRun = {
  readonly command: string;
  readonly output: string;
  /** `long`: the model does not see it whole, or has much to read before it comes to the failures. */
  readonly length: 'short' | 'long';
};

const MOST_NAMES = 20;
const MOST_DETAILED = 8;
const MOST_OF_DETAIL = 600;

/** When a test was last seen red: in which command, and among how many. */
type Red = { readonly command: string; readonly of: number };

/** Reads the outputs of one attempt's commands in their order; undefined where an output is of no test runner. */
export function testReader(): (run: TestRun) => TestNews | undefined {
  const red = new Map<string, Red>();
  let ran = false;
  return ({ command, output, length }) => {
    const tests = parseTests(output);
    if (!tests) {
      return undefined;
    }
    const before = [...red].filter(([name, seen]) => isTold(name, seen, { command, tests }));
    const comparison = compareRuns({ ...tests, failures: before.map(([name]) => ({ name })) }, tests);
    const lines = ran ? marked(comparison, length) : length === 'long' ? listed(tests) : '';
    comparison.fixed.forEach((name) => red.delete(name));
    tests.failures.forEach(({ name }) => red.set(name, { command, of: tests.run }));
    ran = true;
    return { counts: countsOf(tests), lines };
  };
}

/**
 * Whether this run says something of a test that was red. That it is not among the failures counts only where all of
 * them are named, and where the same command ran no fewer tests than then.
 */
function isTold(
  name: string,
  seen: Red,
  { command, tests }: { readonly command: string; readonly tests: TestCounts },
): boolean {
  const named = [...tests.passes, ...tests.failures.map((f) => f.name)];
  const same = seen.command === command && tests.run >= seen.of;
  return (
    named.includes(name) || (same && tests.passes.length === 0 && tests.failures.length === tests.failed)
  );
}

/** Without an earlier run there is nothing to compare with: only what is red, with the runner's words. */
const listed = ({ failures }: TestCounts): string =>
  describeComparison({ new: bounded(failures, 'long'), still: [], fixed: [] }).replaceAll(
    /^new {2}/gm,
    'failed',
  );

const marked = ({ new: fresh, still, fixed }: Comparison, length: TestRun['length']): string =>
  describeComparison({
    new: bounded(fresh, length),
    still: bounded(still, length),
    fixed: fixed.slice(0, MOST_NAMES),
  });

/** The words about a failure stand in a short output anyway, right below. */
function bounded(failures: readonly Failed[], length: TestRun['length']): Failed[] {
  const left = failures.length - MOST_NAMES;
  const shown = failures
    .slice(0, MOST_NAMES)
    .map(({ name, detail }, i) =>
      detail === undefined || length === 'short' || i >= MOST_DETAILED
        ? { name }
        : { name, detail: firstOf(detail, MOST_OF_DETAIL) },
    );
  return left > 0 ? [...shown, { name: `(and ${String(left)} more)` }] : shown;
}
