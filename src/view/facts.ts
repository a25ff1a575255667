import { checkpointOf } from '../domain/ids.ts';
import { checkAt } from '../domain/known.ts';
import { proposalsOf } from '../domain/memory.ts';
import type { Checkpoint } from '../domain/plan.ts';
import type { Progress } from '../domain/progress.ts';
import { nothing, type Spend } from '../domain/usage.ts';
import { attemptFacts, measured } from './attempts.ts';
import { callFacts, callsIn, perAccepted, remarksOf, spentBy, spentOn } from './costs.ts';
import { coverage, unverified } from './coverage.ts';
import { ending } from './ending.ts';
import type { CheckpointFact, Report } from './report.ts';
import { spendFact } from './spend-fact.ts';
import { refusedIn } from './refused.ts';
import { elapsed, watchAll, type Entry } from './watch.ts';

/** What the events do not tell. */
export type Known = {
  /** Folder of the run's records. */
  readonly records: string | null;
  /** Differences of the user's checkout between start and end; null when nobody compared. */
  readonly userTree: readonly string[] | null;
  /** The signal that ended the call, if one did. */
  readonly signal?: 'SIGINT' | 'SIGTERM';
};

/** The report of a run, from its events alone and what is known beside them. Pure. Throws where no run has started. */
export function reportFacts(entries: readonly Entry[], known: Known): Report {
  const seen = watchAll(entries);
  const { run } = seen;
  const first = entries[0]?.event;
  if (first?.type !== 'run.started') {
    throw new Error('a report needs the events of a run from its start');
  }
  const calls = callsIn(entries);
  const checkpoints = checkpointFacts(entries, run.progress);
  const { exit, next } = ending(run, known.signal);
  const paused = run.at === 'ended' ? null : (run.paused?.reason ?? 'interrupted');
  return {
    version: 1,
    run: run.id,
    title: run.title,
    spec: { source: first.spec.source, sha256: first.spec.sha256 },
    program: first.version,
    outcome: paused === null ? (run.ending?.outcome ?? 'paused') : 'paused',
    paused,
    detail: (paused === null ? run.ending?.detail : run.paused?.detail) ?? '',
    exit,
    base: run.base,
    branch: run.branch,
    head: run.head,
    dirty: first.dirty,
    sandbox: weakest(entries, first.settings.sandbox),
    startedAt: new Date(seen.startedAt).toISOString(),
    lastAt: new Date(seen.lastAt).toISOString(),
    ms: elapsed(seen, seen.lastAt),
    baseline: run.baseline && measured(run.base, run.baseline, run.baseline),
    checkpoints,
    whole: run.whole && {
      model: run.whole.model,
      decision: run.whole.verdict?.decision ?? null,
      detail: run.whole.detail,
    },
    final: run.final && measured(run.head, run.final, checkAt(run, run.head)),
    requirements: run.requirements.map((r) => coverage(r, checkpoints)),
    planRemarks: planRemarksIn(entries),
    proposed: proposalsOf(entries.map(({ event }) => event)),
    unverified: unverified(run, checkpoints, known.userTree),
    spent: spendFact(run.spent),
    spentBy: spentBy(calls),
    perAccepted: perAccepted(run.spent, checkpoints.filter((c) => c.status === 'landed').length),
    calls: callFacts(entries),
    refused: refusedIn(entries),
    remarks: remarksOf(calls),
    userTree: known.userTree === null ? null : [...known.userTree],
    records: known.records,
    next: [...next],
  };
}

const planRemarksIn = (entries: readonly Entry[]): string[] =>
  entries
    .map(({ event }) => (event.type === 'plan.made' ? (event.remarks ?? []) : undefined))
    .findLast((remarks) => remarks !== undefined)
    ?.slice() ?? [];

function checkpointFacts(entries: readonly Entry[], progress: readonly Progress[]): CheckpointFact[] {
  const attempts = byCheckpoint(attemptFacts(entries));
  const spent = spentOn(callsIn(entries));
  return progress.map((p) => {
    const { id } = p.checkpoint;
    return checkpointFact(p, { attempts: attempts.get(id) ?? [], spent: spent.get(id) ?? nothing });
  });
}

function byCheckpoint(attempts: Own['attempts']): ReadonlyMap<string, Own['attempts']> {
  const groups = new Map<string, Own['attempts']>();
  for (const attempt of attempts) {
    const id = checkpointOf(attempt.id);
    const group = groups.get(id) ?? [];
    group.push(attempt);
    groups.set(id, group);
  }
  return groups;
}

type Own = { readonly attempts: CheckpointFact['attempts']; readonly spent: Spend };

/** What is told of one checkpoint, given its own attempts and what it has taken. */
export function checkpointFact(p: Progress, { attempts, spent }: Own): CheckpointFact {
  const reviews = attempts.flatMap((a) => a.reviews);
  return {
    ...described(p.checkpoint),
    status: STATUS[p.at],
    reason: reasonOf(p),
    replacedBy: p.at === 'replaced' ? [...p.by] : [],
    commit: p.at === 'landed' ? p.commit : null,
    checked: {
      check: attempts.flatMap((a) => a.checks).at(-1) ?? null,
      review: reviews.findLast((r) => r.objections.length === 0) ?? reviews.at(-1) ?? null,
    },
    claimed: p.claim,
    attempts,
    kept: p.at === 'landed' ? null : p.work,
    ms: attempts.reduce((sum, a) => sum + a.ms, 0),
    spent: spendFact(spent),
  };
}

function reasonOf(p: Progress): string | null {
  if (p.at === 'asking') {
    return p.question;
  }
  return p.at === 'blocked' || p.at === 'replaced' ? p.reason : null;
}

const STATUS = {
  todo: 'open',
  coding: 'open',
  checking: 'open',
  guarding: 'open',
  reviewing: 'open',
  approving: 'open',
  landing: 'open',
  landed: 'landed',
  asking: 'asking',
  blocked: 'blocked',
  replaced: 'replaced',
} as const satisfies Record<Progress['at'], CheckpointFact['status']>;

const described = ({ id, title, difficulty, after, covers, acceptance }: Checkpoint) => ({
  id,
  title,
  difficulty,
  after,
  covers,
  acceptance,
});

const STRENGTH = ['off', 'external', 'full'] as const;

/** What a part of it ran without is not told away by what confined the rest. */
function weakest(entries: readonly Entry[], first: Report['sandbox']): Report['sandbox'] {
  const all = new Set(
    entries.flatMap(({ event }) => (event.type === 'run.resumed' ? (event.sandbox ?? []) : [])),
  );
  return STRENGTH.find((kind) => kind === first || all.has(kind)) ?? first;
}
