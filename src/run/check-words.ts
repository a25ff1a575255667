import { failedNames, type CheckResult } from '../domain/check.ts';
import type { Run } from '../domain/run.ts';
import { statusLine } from '../domain/runner/status-line.ts';

/** Tests that were red before anything was changed, but for those that pass in what has landed since. */
export function redStill({ baseline, progress }: Run): string[] {
  const mended = new Set(progress.flatMap((p) => (p.at === 'landed' ? (p.check.tests?.passes ?? []) : [])));
  return failedNames(baseline).filter((name) => !mended.has(name));
}

/** A check's outcome in one line, for a brief: `exit 1 · 3 of 41 tests failed · 12.4 s`. */
export function describeCheck(check: CheckResult): string {
  switch (check.status) {
    case 'none':
      return 'no check is configured';
    case 'no_tests':
      return `${statusLine({ ...check, timedOut: false })}, and no test was run`;
    case 'no_evidence':
      return `${statusLine({ ...check, timedOut: false })}, and nothing was printed`;
    case 'passed':
    case 'failed':
    case 'killed':
    case 'timeout':
    case 'environment':
      return statusLine({ ...check, timedOut: check.status === 'timeout' });
  }
}
