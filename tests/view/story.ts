import type { CheckResult } from '../../src/domain/check.ts';
import type { Event } from '../../src/domain/event.ts';
import type { GuardFinding } from '../../src/domain/finding.ts';
import { Checkpoint, type Plan } from '../../src/domain/plan.ts';
import { Settings } from '../../src/domain/settings.ts';
import type { Verdict } from '../../src/domain/verdict.ts';
import type { Entry } from '../../src/view/watch.ts';

export const T0 = Date.parse('2026-03-01T10:00:00.000Z');
/** A commit's name made of one digit. */
export const sha = (digit: string): string => digit.repeat(40);

/** Events with numbers and times: each is a second after the last, or at the second that is named. */
export function timed(events: readonly (Event | readonly [second: number, event: Event])[]): Entry[] {
  let second = -1;
  return events.map((item, seq) => {
    const [at, event] = 'type' in item ? [second + 1, item] : item;
    second = at;
    return { seq, at: new Date(T0 + at * 1000).toISOString(), event };
  });
}

export const started = (settings: Partial<Settings> = {}, title = 'Keep comments in the parser'): Event => ({
  type: 'run.started',
  run: '7f3a',
  spec: { title, source: 'spec.md', sha256: 'e'.repeat(64) },
  base: sha('0'),
  branch: 'orchestrate/7f3a',
  dirty: null,
  settings: Settings.parse({ check: ['npm test'], sandbox: 'full', ...settings }),
  version: '0.1.0',
});

export const check = (change: Partial<CheckResult> = {}): CheckResult => ({
  status: 'passed',
  command: 'npm test',
  exitCode: 0,
  signal: null,
  ms: 3100,
  tests: tests(41, []),
  tail: '',
  log: 'logs/check.log',
  ...change,
});

export const tests = (run: number, failures: readonly string[]): NonNullable<CheckResult['tests']> => ({
  runner: 'vitest',
  run,
  passed: run - failures.length,
  failed: failures.length,
  skipped: 0,
  failures: failures.map((name) => ({ name })),
  skips: [],
  passes: [],
});

export const red = (...failures: string[]): CheckResult =>
  check({ status: 'failed', exitCode: 1, tests: tests(41, failures) });

export const baseline = (result = check()): Event => ({
  type: 'baseline.ran',
  commit: sha('0'),
  check: result,
});

export const called = (
  role: string,
  attempt: string | null,
  model: string,
  usd: number | null = 0.01,
): Event => ({
  type: 'model.called',
  role,
  conversation: attempt === null ? role : `${attempt}.${role}`,
  attempt,
  model,
  usage: { input: 4000, cached: 1000, output: 500, usd },
  ms: 2000,
});

export const checkpoint = (id: string, title: string, rest: Partial<Checkpoint> = {}): Checkpoint =>
  Checkpoint.parse({ id, title, goal: title, acceptance: [`${title} holds`], ...rest });

export const planned = (checkpoints: Checkpoint[], rest: Partial<Plan> = {}): Event => ({
  type: 'plan.made',
  plan: { requirements: [], checkpoints, ...rest },
  by: 'planner',
  edges: [],
});

export const begin = (attempt: string, model = 'small', base = sha('0')): Event => ({
  type: 'attempt.started',
  attempt,
  base,
  from: base,
  model,
});

export const submit = (attempt: string, commit: string, changed = ['src/parse.ts']): Event => ({
  type: 'attempt.submitted',
  attempt,
  commit,
  changed,
  summary: 'Comments are kept now',
  notes: [],
});

export const ran = (attempt: string, commit: string, result = check()): Event => ({
  type: 'check.ran',
  attempt,
  commit,
  result,
});

export const guarded = (attempt: string, commit: string, findings: GuardFinding[] = []): Event => ({
  type: 'guard.ran',
  attempt,
  commit,
  findings,
});

export const asked = (attempt: string, question = 'Which?'): Event => ({
  type: 'attempt.asked',
  attempt,
  question,
  commit: null,
});

export const accept = (criterion: string): Verdict => ({
  decision: 'accept',
  reason: 'does what it should',
  criteria: [{ criterion, met: true, evidence: 'parse.ts:12' }],
  findings: [],
});

export const review = (attempt: string, commit: string, verdict: Verdict): Event => ({
  type: 'review.given',
  attempt,
  commit,
  verdict,
  model: 'judge',
});

export const rebased = (attempt: string, patch: 'same' | 'other'): Event => ({
  type: 'attempt.rebased',
  attempt,
  commit: sha('8'),
  base: sha('7'),
  samePatch: patch === 'same',
});

const landed = (attempt: string, commit: string): Event => ({
  type: 'checkpoint.landed',
  attempt,
  commit,
});

export const PARSE = checkpoint('c1', 'Read comment lines', { covers: ['R1'], difficulty: 'easy' });
export const WRITE = checkpoint('c2', 'Write comments back', { covers: ['R1', 'R2'], after: ['c1'] });
const REQUIREMENTS = [
  { id: 'R1', text: 'Comments survive a round trip' },
  { id: 'R2', text: 'The format is written down' },
];

/** From the plan on, the way of an attempt that is accepted at once. */
export const smooth = (attempt: string, commit: string, title: string, base = sha('0')): Event[] => [
  begin(attempt, 'small', base),
  called('coder', attempt, 'small'),
  submit(attempt, commit),
  ran(attempt, commit),
  guarded(attempt, commit),
  called('reviewer', attempt, 'judge', 0.02),
  review(attempt, commit, accept(`${title} holds`)),
  landed(attempt, commit),
];

export const opening: Event[] = [
  started({ budget: 2 }),
  baseline(),
  called('planner', null, 'judge', 0.05),
  planned([PARSE, WRITE], { requirements: REQUIREMENTS }),
];

/** c1 lands at once; c2 is red, sent back, and lands at its third attempt, by a stronger model. */
export const whole: Event[] = [
  ...opening,
  ...smooth('c1.a1', sha('1'), PARSE.title),
  begin('c2.a1', 'small', sha('1')),
  called('coder', 'c2.a1', 'small', null),
  submit('c2.a1', sha('2')),
  ran('c2.a1', sha('2'), red('writes a comment', 'keeps order')),
  begin('c2.a2', 'small', sha('1')),
  called('coder', 'c2.a2', 'small'),
  submit('c2.a2', sha('3')),
  ran('c2.a2', sha('3')),
  guarded('c2.a2', sha('3'), [
    {
      rule: 'test-changed',
      level: 'shown',
      file: 'test/write.test.ts',
      line: 4,
      detail: 'an existing test changed',
    },
  ]),
  called('reviewer', 'c2.a2', 'judge', 0.02),
  review('c2.a2', sha('3'), {
    decision: 'revise',
    reason: 'the order is lost',
    criteria: [{ criterion: 'Write comments back holds', met: false, evidence: '' }],
    findings: [
      {
        id: 'f1',
        file: 'src/parse.ts',
        line: 30,
        severity: 'blocking',
        problem: 'sorts the comments',
        suggestion: 'keep their order',
      },
      { file: 'README.md', severity: 'note', problem: 'says nothing of comments' },
    ],
  }),
  begin('c2.a3', 'large', sha('1')),
  called('coder', 'c2.a3', 'large', 0.3),
  submit('c2.a3', sha('4')),
  ran('c2.a3', sha('4'), check({ tests: tests(43, []) })),
  guarded('c2.a3', sha('4')),
  called('reviewer', 'c2.a3', 'judge', 0.02),
  review('c2.a3', sha('4'), accept('Write comments back holds')),
  landed('c2.a3', sha('4')),
  { type: 'run.checked', commit: sha('4'), result: check({ tests: tests(43, []) }) },
  { type: 'run.ended', outcome: 'done', detail: '2 landed' },
];

/** c1 alone has landed, by a check with this result. */
export const withCheck = (result: CheckResult, coder = 'small'): Event[] => [
  started(),
  baseline(result),
  planned([PARSE], { requirements: REQUIREMENTS }),
  begin('c1.a1', coder),
  submit('c1.a1', sha('1')),
  ran('c1.a1', sha('1'), result),
  guarded('c1.a1', sha('1')),
  review('c1.a1', sha('1'), accept(`${PARSE.title} holds`)),
  landed('c1.a1', sha('1')),
  { type: 'run.checked', commit: sha('1'), result },
];
