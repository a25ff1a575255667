import type { TestCounts } from '../check.ts';
import type { Failed } from './runner.ts';
import { sameTest } from './title.ts';

/** Failures of a run against those of an earlier one, by name. */
export type Comparison = {
  readonly new: readonly Failed[];
  readonly still: readonly Failed[];
  /** Names that failed before and pass, or are gone, now. */
  readonly fixed: readonly string[];
};

/** Without an earlier run every failure is new. */
export function compareRuns(before: TestCounts | undefined, after: TestCounts): Comparison {
  const key = sameTest(before, after);
  const failed = before?.failures.map((f) => f.name) ?? [];
  const known = new Set(failed.map(key));
  const now = new Set(after.failures.map((f) => key(f.name)));
  return {
    new: after.failures.filter((f) => !known.has(key(f.name))),
    still: after.failures.filter((f) => known.has(key(f.name))),
    fixed: failed.filter((name) => !now.has(key(name))),
  };
}

/** The comparison as lines for a model, new failures first, with the runner's words. */
export function describeComparison({ new: fresh, still, fixed }: Comparison): string {
  return [
    ...fresh.map((f) => told('new  ', f)),
    ...still.map((f) => told('still', f)),
    ...fixed.map((name) => `fixed ${name}`),
  ].join('\n');
}

const told = (mark: string, { name, detail }: Failed): string =>
  detail === undefined ? `${mark} ${name}` : `${mark} ${name}\n${detail.replaceAll(/^/gm, '    ')}`;
