import { weigh, type CheckResult } from '../domain/check.ts';
import type { EventOf } from '../domain/event.ts';
import { checkpointOf } from '../domain/ids.ts';
import type { Checkpoint } from '../domain/plan.ts';
import { nothing, spend, type Spend } from '../domain/usage.ts';
import { objections, type Verdict } from '../domain/verdict.ts';
import type { AttemptFact, Measured } from './report.ts';
import { spendFact } from './spend-fact.ts';
import { attemptOf, type Entry } from './watch.ts';
import { checkWords, findingWords } from './words.ts';

/** What a run's attempts are judged against. */
type Frame = { readonly baseline: CheckResult | null; readonly checkpoints: readonly Checkpoint[] };
type Draft = { readonly fact: AttemptFact; readonly spent: Spend };
type OfAttempt = Extract<Entry['event'], { attempt: string | null }>;

/** The way of every attempt, in the order in which they began. */
export function attemptFacts(entries: readonly Entry[], frame: Frame): AttemptFact[] {
  const drafts = new Map<string, Draft>();
  for (const { at, event } of entries) {
    if (event.type === 'attempt.started') {
      drafts.set(event.attempt, begun(event, at));
      continue;
    }
    const id = attemptOf(event);
    const draft = id === null ? undefined : drafts.get(id);
    if (id !== null && draft && 'attempt' in event) {
      const ms = Math.max(0, Date.parse(at) - Date.parse(draft.fact.startedAt));
      drafts.set(id, goOn({ ...draft, fact: { ...draft.fact, ms } }, event, frame));
    }
  }
  return [...drafts.values()].map((draft) =>
    Object.assign({}, draft.fact, { spent: spendFact(draft.spent) }),
  );
}

const begun = (event: EventOf<'attempt.started'>, at: string): Draft => ({
  spent: nothing,
  fact: {
    id: event.attempt,
    fate: 'under_way',
    failure: null,
    why: '',
    models: [{ role: 'coder', model: event.model }],
    base: event.base,
    commit: null,
    changed: [],
    claimed: '',
    checks: [],
    guard: [],
    reviews: [],
    startedAt: at,
    ms: 0,
    spent: spendFact(nothing),
  },
});

function goOn(draft: Draft, event: OfAttempt, frame: Frame): Draft {
  const { fact } = draft;
  const as = (change: Partial<AttemptFact>): Draft => ({ ...draft, fact: { ...fact, ...change } });
  switch (event.type) {
    case 'model.called':
      return { spent: spend(draft.spent, event.usage), fact: { ...fact, models: withModel(draft, event) } };
    case 'attempt.submitted':
      return as({ commit: event.commit, changed: event.changed, claimed: event.summary });
    case 'attempt.asked':
      return as({ fate: 'asked', why: event.question, commit: event.commit ?? fact.commit });
    case 'attempt.failed':
      return as({
        fate: 'failed',
        failure: event.failure,
        why: event.detail,
        commit: event.commit ?? fact.commit,
      });
    case 'check.ran':
      return as(checked(fact, event, frame.baseline));
    case 'guard.ran':
      return as(guarded(fact, event));
    case 'review.given':
      return as(reviewed(fact, event, frame.checkpoints));
    case 'review.unavailable':
      return as({ why: `no verdict: ${event.reason}` });
    case 'attempt.rebased':
      return as({ fate: event.samePatch ? fact.fate : 'under_way', commit: event.commit, base: event.base });
    case 'checkpoint.landed':
      return as({ fate: 'landed', why: '' });
    case 'attempt.started':
      return draft;
  }
}

/** The model of `attempt.started` is the one that was asked for; the one that answers takes its place. */
function withModel({ fact, spent }: Draft, { role, model }: EventOf<'model.called'>): AttemptFact['models'] {
  const asked =
    spent.calls === 0 && role === 'coder' ? fact.models.filter((m) => m.role !== role) : fact.models;
  return asked.some((m) => m.role === role && m.model === model) ? asked : [...asked, { role, model }];
}

export const measured = (commit: string, result: CheckResult, baseline: CheckResult | null): Measured => ({
  commit,
  weight: weigh(result, baseline),
  result,
});

function checked(
  fact: AttemptFact,
  event: EventOf<'check.ran'>,
  baseline: CheckResult | null,
): Partial<AttemptFact> {
  const check = measured(event.commit, event.result, baseline);
  const checks = [...fact.checks, check];
  return check.weight === 'red' ? { checks, fate: 'red', why: checkWords(event.result) } : { checks };
}

function guarded(fact: AttemptFact, { findings }: EventOf<'guard.ran'>): Partial<AttemptFact> {
  const forbidden = findings.filter((f) => f.level === 'forbidden');
  const guard = [...fact.guard, ...findings];
  return forbidden.length > 0
    ? { guard, fate: 'guarded', why: forbidden.map(findingWords).join('; ') }
    : { guard };
}

function reviewed(
  fact: AttemptFact,
  { attempt, commit, verdict, model }: EventOf<'review.given'>,
  checkpoints: readonly Checkpoint[],
): Partial<AttemptFact> {
  const acceptance = checkpoints.find((c) => c.id === checkpointOf(attempt))?.acceptance ?? [];
  const against = objections(verdict, acceptance, fact.changed);
  const reviews = [...fact.reviews, { commit, model, ...verdict, objections: against }];
  return against.length === 0
    ? { reviews, fate: 'accepted', why: verdict.reason }
    : { reviews, fate: REFUSED[verdict.decision], why: against.join('; ') };
}

const REFUSED = { accept: 'sent_back', revise: 'sent_back', reject: 'rejected' } as const satisfies Record<
  Verdict['decision'],
  AttemptFact['fate']
>;
