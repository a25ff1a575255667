import { weigh, type CheckResult } from '../domain/check.ts';
import type { Failure, Outcome } from '../domain/event.ts';
import type { Finding, GuardFinding } from '../domain/finding.ts';
import type { Progress } from '../domain/progress.ts';
import type { Run } from '../domain/run.ts';
import type { Settings } from '../domain/settings.ts';
import { count, money, took } from './figures.ts';
import { accent, bad, faint, good, warn, type Span } from './row.ts';

/** A commit's name as people read it. */
export const short = (sha: string): string => sha.slice(0, 8);

/** `npm test: exit 1 · 3 of 41 tests failed · 12.4 s` */
export function checkWords(result: CheckResult): string {
  if (result.status === 'none') {
    return 'no check is configured';
  }
  const parts = [howItEnded(result), countWords(result), took(result.ms)];
  return `${result.command}: ${parts.filter((part) => part !== '').join(' · ')}`;
}

function howItEnded({ status, exitCode, signal, hint }: CheckResult): string {
  switch (status) {
    case 'passed':
    case 'failed':
      return `exit ${String(exitCode)}`;
    case 'no_tests':
      return 'exit 0, but no test ran';
    case 'no_evidence':
      return 'exit 0 without a word: no evidence';
    case 'timeout':
      return 'did not end in time';
    case 'killed':
      return hint === undefined ? `killed by ${signal ?? 'a signal'}` : 'stopped: it printed without an end';
    case 'environment':
      return 'could not run';
    case 'none':
      return '';
  }
}

function countWords({ tests, status }: CheckResult): string {
  if (!tests || status === 'no_tests') {
    return '';
  }
  const skipped = tests.skipped > 0 ? `, ${String(tests.skipped)} skipped` : '';
  return tests.failed > 0
    ? `${String(tests.failed)} of ${count(tests.run, 'test')} failed${skipped}`
    : `${count(tests.passed, 'test')} passed${skipped}`;
}

/** What the check's result means here, in a word and its colour. */
export const checkMark = (result: CheckResult, base: CheckResult | null): Span =>
  weightMark(result, weigh(result, base));

/** The same where it has been weighed already. */
export function weightMark(result: CheckResult, weight: ReturnType<typeof weigh>): Span {
  if (weight === 'environment') {
    return warn('check could not run');
  }
  if (weight === 'red') {
    return bad('check red');
  }
  if (result.status === 'passed') {
    return good('check green');
  }
  return warn(result.status === 'failed' ? 'check: only known failures' : 'not verified');
}

/** `src/a.ts:12 says one thing` */
export const findingWords = (finding: Finding | GuardFinding): string => {
  const place = finding.line === undefined ? finding.file : `${finding.file}:${String(finding.line)}`;
  const whose = 'role' in finding && finding.role !== undefined ? `${finding.role}: ` : '';
  return `${whose}${place === '' ? '' : `${place} `}${'problem' in finding ? finding.problem : finding.detail}`;
};

/** How a checkpoint's state is shown: the box of a todo list, a word, and what goes first where room is short. */
export const PLACE = {
  todo: { box: faint('[ ]'), word: 'to do', rank: 1 },
  coding: { box: accent('[>]'), word: 'coding', rank: 2 },
  checking: { box: accent('[>]'), word: 'checking', rank: 2 },
  guarding: { box: accent('[>]'), word: 'checking', rank: 2 },
  reviewing: { box: accent('[>]'), word: 'in review', rank: 2 },
  approving: { box: warn('[?]'), word: 'waits for your approval', rank: 3 },
  landing: { box: accent('[>]'), word: 'landing', rank: 2 },
  landed: { box: good('[x]'), word: 'landed', rank: 0 },
  asking: { box: warn('[?]'), word: 'asks you', rank: 3 },
  blocked: { box: bad('[!]'), word: 'blocked', rank: 3 },
  replaced: { box: faint('[-]'), word: 'planned anew', rank: 0 },
} as const satisfies Record<Progress['at'], { box: Span; word: string; rank: number }>;

export const CONFINED = {
  full: undefined,
  external: 'sandboxed from outside',
  off: 'unsandboxed',
} as const satisfies Record<Settings['sandbox'], string | undefined>;

/** What became of an attempt, after its name. */
export const FAILED: Readonly<Record<Failure, string>> = {
  no_change: 'changed nothing',
  turns: 'used up its turns',
  stuck: 'went round in circles',
  overflow: 'outgrew the context window',
  truncated: 'was cut off',
  limit: 'reached a limit',
  spent: 'used up what its checkpoint may take',
  refused: 'was refused by the model',
  conflict: 'conflicts with what landed',
  guard: 'was stopped by the guard',
  impossible: 'is impossible, the coder says',
  environment: 'could not work: environment',
  workspace: 'could not work: workspace',
};

export const ENDED = {
  done: good('done'),
  nothing_to_do: good('nothing to do'),
  blocked: bad('not all done'),
  red: bad('ended with a red final check'),
  unplanned: bad('ended without a plan'),
  environment: bad('ended: the environment is not usable'),
} as const satisfies Record<Outcome, Span>;

/** `2 of 5 landed · $0.31 of $2.00`; before there is a plan only the money. */
export const tally = (run: Run): string =>
  [...(run.progress.length > 0 ? [`${landedOf(run)} landed`] : []), spending(run)].join(' · ');

/** `2 of 5` */
export const landedOf = ({ progress }: Pick<Run, 'progress'>): string => {
  const standing = progress.filter((p) => p.at !== 'replaced');
  return `${String(standing.filter((p) => p.at === 'landed').length)} of ${String(standing.length)}`;
};

export const spending = ({ spent, settings }: Run): string => money(spent, settings.budget);

/** What becomes of work in the checkout that is not committed. */
export const DIRTY = {
  included: 'your uncommitted changes are part of the base',
  left: 'your uncommitted changes are not part of the base',
} as const;
