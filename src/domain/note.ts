import type { CheckResult } from './check.ts';
import { newFaults } from './faults.ts';
import { compareRuns, describeComparison } from './runner/compare.ts';
import type { Finding } from './finding.ts';
import type { Settings } from './settings.ts';
import { blocking, type Verdict } from './verdict.ts';

/** What an attempt taught, for the next one: where it comes from and the words. */
export type Note = {
  readonly attempt: string;
  readonly from: 'coder' | 'check' | 'guard' | 'review' | 'git' | 'person';
  readonly text: string;
};

/** What a red check teaches the next attempt; what was red at the base already is marked. */
export function redNote(result: CheckResult, base: CheckResult | null): string {
  const how = {
    failed: `exit ${String(result.exitCode)}`,
    timeout: 'it did not end in time',
    killed: result.hint ?? `killed by ${result.signal ?? 'a signal'}`,
    no_tests: 'it ended with 0 but ran no test',
    environment: 'it could not run, although it could at the base',
    passed: 'passed',
    no_evidence: 'no output',
    none: 'no check',
  }[result.status];
  const flaky = result.flaky ?? [];
  const now =
    flaky.length > 0 ? [`In two runs on the same files these ended otherwise: ${flaky.join(', ')}.`] : [];
  return [
    `\`${result.command}\` failed: ${how}.`,
    ...now,
    ...failures(result, base),
    ...besideTests(result, base),
    '',
    result.tail,
  ]
    .join('\n')
    .trim();
}

/** Why nothing can be checked here, before anything was changed. A setup that failed says by itself which it was. */
export function whyUnusable({ settings }: { settings: Pick<Settings, 'setup'> }, check: CheckResult): string {
  const { command, status, exitCode, tail } = check;
  if (command === settings.setup) {
    return tail;
  }
  const how = status === 'environment' ? `could not run (exit ${String(exitCode)})` : 'did not end by itself';
  return `The check ${how}, before anything was changed: ${command}\n${tail}`.trim();
}

const MOST_FAILURES = 20;

function failures({ tests, tail }: CheckResult, base: CheckResult | null): string[] {
  if (!tests) {
    return [];
  }
  if (!base?.tests || base.tests.failures.length === 0) {
    const shown = linesOf(tail);
    const isShown = (detail: string): boolean => [...linesOf(detail)].every((line) => shown.has(line));
    return tests.failures
      .slice(0, MOST_FAILURES)
      .map((f) => `- ${f.name}${f.detail && !isShown(f.detail) ? `\n  ${f.detail}` : ''}`);
  }
  const { new: fresh, still } = compareRuns(base.tests, tests);
  const marked = describeComparison({
    new: fresh.slice(0, MOST_FAILURES),
    still: still.slice(0, MOST_FAILURES).map(({ name }) => ({ name })),
    fixed: [],
  });
  return ['Against the base (still: red there, too, and held against nobody):', marked];
}

const linesOf = (text: string): Set<string> => new Set(text.split('\n').map((line) => line.trim()));

/** Where tests are red as they were, something else may be what is new. */
function besideTests(result: CheckResult, base: CheckResult | null): string[] {
  const faults = base?.status === 'failed' && result.status === 'failed' ? newFaults(result, base) : [];
  const grave = faults.filter(({ weight }) => weight !== 'told').slice(0, MOST_FAILURES);
  return grave.length > 0
    ? ['New beside the tests (# stands for numbers):', ...grave.map((f) => `- ${f.text}`)]
    : [];
}

/** What a verdict that sends it back teaches the next attempt. */
export function reviewNote(verdict: Verdict, against: readonly string[], changed: readonly string[]): string {
  const inside = blocking(verdict.findings, changed);
  const notes = verdict.findings.filter((f) => !inside.includes(f));
  return [
    `The reviewer said ${verdict.decision}: ${verdict.reason}`,
    ...against.filter((a) => a !== verdict.reason).map((a) => `- ${a}`),
    ...(inside.length > 0 ? ['To mend:', ...inside.map(findingLine)] : []),
    ...(notes.length > 0 ? ['Notes, not required:', ...notes.map(findingLine)] : []),
  ].join('\n');
}

const findingLine = (f: Finding): string =>
  `- ${f.role === undefined ? '' : `${f.role}: `}${f.file}${f.line === undefined ? '' : `:${String(f.line)}`} ${f.problem}${f.suggestion ? ` → ${f.suggestion}` : ''}`;
