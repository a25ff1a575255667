import type { CheckResult } from '../../src/domain/check.ts';
import { apply, fold } from '../../src/domain/apply.ts';
import type { Command } from '../../src/domain/decide.ts';
import type { Event } from '../../src/domain/event.ts';
import { checkpointOf } from '../../src/domain/ids.ts';
import { missing } from '../../src/domain/missing.ts';
import { Plan } from '../../src/domain/plan.ts';
import { leftOver, renumbered } from '../../src/domain/replan.ts';
import type { Progress } from '../../src/domain/progress.ts';
import type { Run } from '../../src/domain/run.ts';
import { Settings } from '../../src/domain/settings.ts';
import { Verdict } from '../../src/domain/verdict.ts';

/** Builders for events, and a world without a machine: each command has one of its possible outcomes, by chance. */

export const sha = (n: number): string => n.toString(16).padStart(40, '0');
export const base = sha(1);

export const plan = Plan.parse({
  checkpoints: [
    { id: 'c1', title: 'one', goal: 'g', acceptance: ['a'] },
    { id: 'c2', title: 'two', goal: 'g', acceptance: ['a'], after: ['c1'] },
    { id: 'c3', title: 'three', goal: 'g', acceptance: ['a'], after: ['c1'] },
    { id: 'c4', title: 'four', goal: 'g', acceptance: ['a'] },
  ],
});

export const start = (settings: Partial<Settings> = {}): Event => ({
  type: 'run.started',
  run: 'r1',
  spec: { title: 'T', source: 'spec.md', sha256: 'x' },
  base,
  branch: 'orchestrate/r1',
  dirty: null,
  settings: Settings.parse({ check: ['npm test'], ...settings }),
  version: '0.0.0',
});

export const check = (
  status: CheckResult['status'] = 'passed',
  more: Partial<CheckResult> = {},
): CheckResult => ({
  status,
  command: 'npm test',
  exitCode: status === 'passed' ? 0 : 1,
  signal: null,
  ms: 1,
  tail: status,
  log: 'log',
  ...more,
});

export const accept = Verdict.parse({
  decision: 'accept',
  reason: '',
  criteria: [{ criterion: 'a', met: true, evidence: 'seen' }],
});
export const revise = Verdict.parse({ decision: 'revise', reason: 'mend it' });

export const seeded = (seed: number) => () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;

export const state = (...events: Event[]): Run => fold(events);
export const after = (run: Run, ...events: Event[]): Run => events.reduce((r, e) => apply(r, e), run);

export const working = (settings: Partial<Settings> = {}): Run =>
  state(
    start(settings),
    { type: 'baseline.ran', commit: base, check: check() },
    { type: 'plan.made', plan, by: 'planner', edges: [] },
  );

/** What changes something lands as another commit, whose message says more. */
const sealed = (attempt: string, commit: string, p: Progress | undefined): Event =>
  p && 'changed' in p && p.changed.length > 0
    ? { type: 'checkpoint.landed', attempt, commit: sha(fresh++), accepted: commit }
    : { type: 'checkpoint.landed', attempt, commit };

let fresh = 100;
/** One possible outcome of a command. */
export function outcome(command: Command, run: Run, chance: () => number): Event {
  const p =
    'attempt' in command
      ? run.progress.find((q) => q.checkpoint.id === checkpointOf(command.attempt))
      : undefined;
  const commit = p && 'commit' in p ? p.commit : base;
  switch (command.do) {
    case 'baseline':
      return { type: 'baseline.ran', commit: run.base, check: check(chance() < 0.9 ? 'passed' : 'failed') };
    case 'plan':
      return { type: 'plan.made', plan, by: 'planner', edges: [] };
    case 'start':
      return {
        type: 'attempt.started',
        attempt: command.attempt,
        base: run.head,
        from: p?.work ?? run.head,
        model: 'm',
      };
    case 'code':
      return coded(command.attempt, run, chance);
    case 'check':
      return {
        type: 'check.ran',
        attempt: command.attempt,
        commit,
        result: check(chance() < 0.8 ? 'passed' : 'failed'),
      };
    case 'guard':
      return guarded(command.attempt, commit, chance);
    case 'review':
      return reviewed(command.attempt, commit, chance);
    case 'rebase':
      return moved(command, run, chance);
    case 'land':
      return chance() < 0.95
        ? sealed(command.attempt, commit, p)
        : { type: 'run.paused', reason: 'person', detail: 'the branch is checked out' };
    case 'stop':
      return { type: 'attempt.stopped', attempt: command.attempt, commit: null };
    case 'rewind':
      return { type: 'run.rewound', from: run.behind ?? run.head };
    case 'block':
      return {
        type: 'checkpoint.blocked',
        checkpoint: command.checkpoint,
        reason: command.reason,
        cause: command.cause,
      };
    case 'replan':
      return replanned(run, chance);
    case 'final':
      return { type: 'run.checked', commit: run.head, result: check() };
    case 'look':
      return looked(run, chance);
    case 'pause':
      return { type: 'run.paused', reason: command.reason, detail: command.detail };
    case 'end':
      return { type: 'run.ended', outcome: command.outcome, detail: command.detail };
  }
}

function replanned(run: Run, chance: () => number): Event {
  const left = leftOver(run).map((p) => p.checkpoint.id);
  const taken = run.progress.map((p) => p.checkpoint.id);
  const { checkpoints } = renumbered({ ...plan, checkpoints: plan.checkpoints.slice(0, 2) }, taken);
  return chance() < 0.7
    ? { type: 'plan.remade', replaces: left, checkpoints, edges: [], detail: 'd' }
    : { type: 'plan.remade', replaces: [], checkpoints: [], edges: [], detail: 'no other way' };
}

function coded(attempt: string, run: Run, chance: () => number): Event {
  const c = chance();
  if (c < 0.7) {
    return {
      type: 'attempt.submitted',
      attempt,
      commit: sha(fresh++),
      changed: ['a.ts'],
      summary: 's',
      notes: [],
    };
  }
  if (c < 0.75) {
    return {
      type: 'attempt.submitted',
      attempt,
      commit: run.head,
      changed: [],
      summary: 'nothing',
      notes: [],
    };
  }
  const failure = c < 0.78 ? 'impossible' : c < 0.9 ? 'turns' : 'workspace';
  return { type: 'attempt.failed', attempt, failure, detail: 'd', commit: null };
}

const guarded = (attempt: string, commit: string, chance: () => number): Event => ({
  type: 'guard.ran',
  attempt,
  commit,
  findings: chance() < 0.9 ? [] : [{ rule: 'secret', level: 'forbidden', file: 'a.ts', detail: 'd' }],
});

function reviewed(attempt: string, commit: string, chance: () => number): Event {
  const c = chance();
  if (c < 0.1) {
    return { type: 'review.unavailable', attempt, commit, reason: 'prose' };
  }
  return { type: 'review.given', attempt, commit, verdict: c < 0.8 ? accept : revise, model: 'm' };
}

/** Only the branch as it stands sends a change back; what has not landed may have it wait. */
function moved({ attempt, onto }: Extract<Command, { do: 'rebase' }>, run: Run, chance: () => number): Event {
  const c = chance();
  if (c < 0.75) {
    const samePatch = onto !== run.head || chance() < 0.5;
    return { type: 'attempt.rebased', attempt, commit: sha(fresh++), base: onto, samePatch };
  }
  return onto === run.head
    ? { type: 'attempt.failed', attempt, failure: 'conflict', detail: 'both changed a.ts', commit: null }
    : { type: 'attempt.held', attempt, base: onto, detail: 'both change a.ts' };
}

function looked(run: Run, chance: () => number): Event {
  const c = chance();
  const event = { type: 'run.reviewed' as const, commit: run.head, model: 'm', detail: '' };
  const verdict = c < 0.1 ? null : c < 0.7 ? accept : revise;
  const taken = run.progress.map((p) => p.checkpoint.id);
  const checkpoints = verdict ? missing(verdict, { requirements: [], taken }) : [];
  return { ...event, verdict, checkpoints };
}
