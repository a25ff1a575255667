import { apply } from '../domain/apply.ts';
import { weigh, type CheckResult } from '../domain/check.ts';
import type { EventOf } from '../domain/event.ts';
import { checkpointOf } from '../domain/ids.ts';
import { checkBelow } from '../domain/known.ts';
import { measureOf } from '../domain/measure.ts';
import { empty, type Run } from '../domain/run.ts';
import { objections, type Verdict } from '../domain/verdict.ts';
import { nothing } from '../domain/usage.ts';
import { spentBy, spentInAll } from './costs.ts';
import type { AttemptFact, Measured } from './report.ts';
import { routed } from './routed.ts';
import { spendFact } from './spend-fact.ts';
import { attemptOf, type Entry } from './watch.ts';
import { checkWords, findingWords } from './words.ts';

type Draft = { readonly fact: AttemptFact; readonly calls: readonly EventOf<'model.called'>[] };
type OfAttempt = Extract<Entry['event'], { attempt: string | null }>;

/** The way of every attempt, in the order in which they began. */
export function attemptFacts(entries: readonly Entry[]): AttemptFact[] {
  const attempts = new Attempts();
  let run = empty;
  for (const entry of entries) {
    attempts.take(entry, run);
    run = apply(run, entry.event);
  }
  return attempts.facts();
}

/** Attempts as far as their events go: of a whole run, or of one checkpoint. */
export class Attempts {
  readonly #drafts = new Map<string, Draft>();

  /** Takes the next event in; `run` is the state before it. */
  take({ at, event }: Entry, run: Run): void {
    const drafts = this.#drafts;
    if (event.type === 'checkpoint.undone') {
      takenBack(drafts, event.checkpoint);
    }
    const id = attemptOf(event);
    const draft = id === null ? undefined : drafts.get(id);
    if (event.type === 'attempt.started') {
      drafts.set(event.attempt, begun(event, at, routeOf(event, run, [...drafts.values()])));
    } else if (id !== null && draft && 'attempt' in event) {
      const ms = Math.max(0, Date.parse(at) - Date.parse(draft.fact.startedAt));
      drafts.set(id, goOn({ ...draft, fact: { ...draft.fact, ms } }, event, run));
    }
  }

  /** In the order in which they began. */
  facts(): AttemptFact[] {
    return [...this.#drafts.values()].map(({ fact, calls }) =>
      Object.assign({}, fact, {
        models: answering(fact.asked, calls),
        spent: spendFact(spentInAll(calls)),
      }),
    );
  }
}

/** It was accepted, and is not on the branch any more. */
function takenBack(drafts: Map<string, Draft>, checkpoint: string): void {
  for (const [id, { fact, calls }] of drafts) {
    if (checkpointOf(id) === checkpoint && fact.fate === 'landed') {
      drafts.set(id, { calls, fact: { ...fact, fate: 'accepted' } });
    }
  }
}

function routeOf(
  { attempt, model }: EventOf<'attempt.started'>,
  { progress }: Run,
  earlier: readonly Draft[],
): string {
  const id = checkpointOf(attempt);
  const difficulty = progress.find((p) => p.checkpoint.id === id)?.checkpoint.difficulty ?? 'medium';
  return routed(model, difficulty, earlier.findLast(({ fact }) => checkpointOf(fact.id) === id)?.fact);
}

/** The coder that was asked for is named until one has answered. */
function answering(asked: string, calls: Draft['calls']): AttemptFact['models'] {
  const answered = spentBy(calls);
  return answered.some(({ role }) => role === 'coder')
    ? answered
    : [{ role: 'coder', model: asked, spent: spendFact(nothing) }, ...answered];
}

const begun = (event: EventOf<'attempt.started'>, at: string, route: string): Draft => ({
  calls: [],
  fact: {
    id: event.attempt,
    asked: event.model,
    route,
    fate: 'under_way',
    failure: null,
    why: '',
    models: [],
    base: event.base,
    commit: null,
    changed: [],
    claimed: '',
    checks: [],
    baseTests: null,
    guard: [],
    reviews: [],
    startedAt: at,
    ms: 0,
    spent: spendFact(nothing),
  },
});

/** `run` is how the run stood before the event: what the event is measured by. */
function goOn(draft: Draft, event: OfAttempt, run: Run): Draft {
  const { fact } = draft;
  const as = (change: Partial<AttemptFact>): Draft => ({ ...draft, fact: { ...fact, ...change } });
  switch (event.type) {
    case 'model.called':
      return { ...draft, calls: [...draft.calls, event] };
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
    case 'attempt.stopped':
      return as({ fate: 'stopped', commit: event.commit ?? fact.commit });
    case 'check.ran':
      return as(checked(fact, event, checkBelow(run, event.attempt)));
    case 'guard.ran':
      return as(guarded(fact, event));
    case 'review.given':
      return as(reviewed(fact, event, run));
    case 'review.unavailable':
      return as({ why: `no verdict: ${event.reason}` });
    case 'attempt.rebased':
      return as({ fate: event.samePatch ? 'accepted' : 'under_way', commit: event.commit, base: event.base });
    case 'attempt.held':
      return as({ why: event.detail });
    case 'checkpoint.landed':
      return as({ fate: 'landed', why: '', commit: event.commit });
    case 'attempt.started':
    case 'attempt.sent':
    case 'tool.called':
      return draft;
  }
}

/** `known` is how the commit below fared: what is red there already is nobody's new failure. */
export const measured = (commit: string, result: CheckResult, known: CheckResult | null): Measured => ({
  commit,
  weight: weigh(result, known),
  result,
});

function checked(
  fact: AttemptFact,
  event: EventOf<'check.ran'>,
  known: CheckResult | null,
): Partial<AttemptFact> {
  const check = measured(event.commit, event.result, known);
  const checks = [...fact.checks, check];
  const baseTests = event.baseTests ?? null;
  return check.weight === 'red'
    ? { checks, baseTests, fate: 'red', why: checkWords(event.result) }
    : { checks, baseTests };
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
  { attempt, commit, verdict, model, others }: EventOf<'review.given'>,
  { progress }: Run,
): Partial<AttemptFact> {
  const p = progress.find((q) => q.checkpoint.id === checkpointOf(attempt));
  const against = p?.at === 'reviewing' ? objections(verdict, measureOf(p)) : [];
  const reviews = [
    ...fact.reviews,
    { commit, model, ...verdict, ...(others && { others }), objections: against },
  ];
  return against.length === 0
    ? { reviews, fate: 'accepted', why: verdict.reason }
    : { reviews, fate: REFUSED[verdict.decision], why: against.join('; ') };
}

const REFUSED = { accept: 'sent_back', revise: 'sent_back', reject: 'rejected' } as const satisfies Record<
  Verdict['decision'],
  AttemptFact['fate']
>;
