import { weigh, type CheckResult } from './check.ts';
import { BLOCKS, CHARGED } from './charge.ts';
import { identified, type Review } from './earlier.ts';
import type { EventOf } from './event.ts';
import { same } from './ids.ts';
import { measureOf } from './measure.ts';
import { redNote, reviewNote, type Note } from './note.ts';
import { kept, type At, type Kept, type Progress } from './progress.ts';
import { objections, unapproved } from './verdict.ts';

/** What the coder says of it is a claim; what is known of it is the commit. */
export const submitted = (p: At<'coding'>, event: EventOf<'attempt.submitted'>): Progress => ({
  ...kept(p),
  claim: event.summary,
  work: event.commit === p.base ? p.work : event.commit,
  notes: [...p.notes, ...event.notes.map((text) => ({ attempt: p.attempt, from: 'coder' as const, text }))],
  at: 'checking',
  attempt: p.attempt,
  base: p.base,
  model: p.model,
  commit: event.commit,
  changed: event.changed,
  accepted: null,
  place: null,
  held: null,
  before: null,
});

/** On its new base it is another tree, so it is checked again; a change that is not the same is accepted anew. */
export const rebased = (p: At<'landing'>, event: EventOf<'attempt.rebased'>): Progress => ({
  ...kept(p),
  at: 'checking',
  attempt: p.attempt,
  base: event.base,
  model: p.model,
  commit: event.commit,
  changed: p.changed,
  accepted: event.samePatch ? p.accepted : null,
  place: p.place,
  held: null,
  before: p.check,
});

const again = (p: Kept, note: Note, charge: boolean): Progress => ({
  ...p,
  charged: p.charged + (charge ? 1 : 0),
  hindered: 0,
  notes: [...p.notes, note],
  at: 'todo',
});

export function failed(
  p: At<'coding' | 'reviewing' | 'landing'>,
  event: EventOf<'attempt.failed'>,
): Progress {
  const base = { ...kept(p), work: event.commit ?? p.work };
  const blocks = BLOCKS[event.failure];
  if (blocks !== undefined) {
    return { ...base, at: 'blocked', reason: `${blocks}${event.detail}`, cause: null };
  }
  const from = event.failure === 'conflict' ? 'git' : 'coder';
  return again(base, { attempt: event.attempt, from, text: event.detail }, CHARGED[event.failure]);
}

/** How the commit that a change stands on fared: its check, and whether it is known to be sound. */
export type Ground = { readonly known: CheckResult | null; readonly proven: boolean };

export function checked(
  { sent: _back, ...p }: At<'checking'>,
  event: EventOf<'check.ran'>,
  { known, proven }: Ground,
): Progress {
  const commit = same(p.commit, event.commit);
  const next = { ...p, hindered: 0, commit, check: event.result, baseTests: event.baseTests ?? null };
  switch (weigh(event.result, known)) {
    case 'green':
      return p.accepted && unapproved(p.accepted, next.baseTests?.differs ?? []).length === 0
        ? { ...next, at: 'landing' }
        : { ...next, accepted: null, at: 'guarding' };
    case 'red':
      // What it stands on may be to blame: it is checked again once that has landed or fallen.
      return proven
        ? again(kept(p), { attempt: p.attempt, from: 'check', text: redNote(event.result, known) }, true)
        : { ...next, at: 'landing', held: p.base };
    case 'environment':
      return { ...p, hindered: p.hindered + 1 };
  }
}

export function guarded(p: At<'guarding'>, event: EventOf<'guard.ran'>): Progress {
  const forbidden = event.findings.filter((f) => f.level === 'forbidden');
  if (forbidden.length > 0) {
    const text = forbidden.map((f) => `${f.file}: ${f.detail}`).join('\n');
    const putBack = [...new Set([...p.putBack, ...forbidden.map((f) => f.file)])];
    return again({ ...kept(p), putBack }, { attempt: p.attempt, from: 'guard', text }, true);
  }
  return {
    ...p,
    commit: same(p.commit, event.commit),
    guard: event.findings,
    stronger: null,
    at: 'reviewing',
  };
}

export function reviewed(
  p: At<'reviewing'>,
  event: EventOf<'review.given'>,
  options: { readonly waits: boolean; readonly place: number; readonly rounds: number },
): Progress {
  const verdict = identified(event.verdict, p.attempt, p.reviews);
  const commit = same(p.commit, event.commit);
  const review: Review = { attempt: p.attempt, commit, base: p.base, verdict, model: event.model };
  const against = objections(verdict, measureOf(p));
  const after = { ...kept(p), hindered: 0, consulted: p.consulted + 1, reviews: [...p.reviews, review] };
  if (against.length === 0) {
    const accepted = { ...p, ...after, accepted: verdict };
    return options.waits
      ? { ...accepted, place: null, at: 'approving' }
      : { ...accepted, place: p.place ?? options.place, at: 'landing' };
  }
  const last = after.reviews.length >= options.rounds && p.stronger === null;
  if (last && event.stronger !== undefined) {
    return { ...p, ...after, stronger: event.stronger };
  }
  // A rejected approach is not built upon: the next attempt starts from the base.
  const work = verdict.decision === 'reject' ? null : p.commit;
  return again(
    { ...after, work },
    { attempt: p.attempt, from: 'review', text: reviewNote(verdict, against, p.changed) },
    true,
  );
}
