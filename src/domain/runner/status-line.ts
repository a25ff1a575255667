import type { CheckResult, TestCounts } from '../check.ts';

/** One line that says how a command ended: `exit 1 · 3 of 41 tests failed · 12.4 s`. Times are in milliseconds. */
export function statusLine(
  end: Pick<CheckResult, 'exitCode' | 'signal' | 'ms'> & {
    readonly timedOut?: boolean;
    readonly tests?: TestCounts | undefined;
  },
): string {
  return [howItEnded(end), ...(end.tests ? [countsOf(end.tests)] : []), duration(end.ms)].join(' · ');
}

function howItEnded(end: { exitCode: number | null; signal: string | null; timedOut?: boolean }): string {
  if (end.timedOut) {
    return 'timed out';
  }
  if (end.exitCode !== null) {
    return `exit ${String(end.exitCode)}`;
  }
  return end.signal === null ? 'did not start' : `killed by ${end.signal}`;
}

/** `3 of 41 tests failed, 2 skipped` */
export function countsOf(tests: TestCounts): string {
  const skipped = `${tests.skipped > 0 ? `, ${String(tests.skipped)} skipped` : ''}${unlistedOf(tests)}`;
  if (tests.run === 0) {
    return `no tests ran${skipped}`;
  }
  const plural = tests.run === 1 ? 'test' : 'tests';
  return tests.failed > 0
    ? `${String(tests.failed)} of ${String(tests.run)} ${plural} failed${skipped}`
    : `${String(tests.run)} ${plural} passed${skipped}`;
}

const unlistedOf = ({ unlisted = 0 }: TestCounts): string =>
  unlisted === 0 ? '' : ` (${String(unlisted)} package${unlisted === 1 ? '' : 's'} without a list of tests)`;

/** `320 ms`, `12.4 s`, `3 min 5 s` */
export function duration(ms: number): string {
  if (ms < 1000) {
    return `${String(Math.round(ms))} ms`;
  }
  if (ms < 59_950) {
    return `${(ms / 1000).toFixed(1)} s`;
  }
  const seconds = Math.round(ms / 1000);
  return `${String(Math.floor(seconds / 60))} min ${String(seconds % 60)} s`;
}
