import { weigh, type BaseTests, type CheckResult } from './check.ts';
import { BLOCKS, CHARGED } from './charge.ts';
import type { BlockCause, EventOf } from './event.ts';
import type { GuardFinding } from './finding.ts';
import { identified, type Review } from './earlier.ts';
import { same } from './ids.ts';
import { measureOf } from './measure.ts';
import { redNote, reviewNote, type Note } from './note.ts';
import type { Checkpoint } from './plan.ts';
import { objections, unapproved, type Verdict } from './verdict.ts';

type Kept = {
  readonly checkpoint: Checkpoint;
  /** Attempts begun, and how many of them before a person had it begun anew. */
  readonly started: number;
  readonly formerly: number;
  /** Attempts that count against the cap, and towards a stronger model. */
  readonly charged: number;
  /** Times in a row that a check could not run, or a verdict could not be had, through nobody's fault here. */
  readonly hindered: number;
  /** Reviewer conversations ended of the attempt in hand, so that each has a transcript of its own. */
  readonly consulted: number;
  readonly notes: readonly Note[];
  readonly reviews: readonly Review[];
  /** The last work so far, from which the next attempt goes on; null: from the base. */
  readonly work: string | null;
  /** Files that the guard forbade: put back to the base before the next attempt. */
  readonly putBack: readonly string[];
  /** What the coder said of its work: a claim, never evidence. */
  readonly claim: string;
  /** Times that work was handed to another machine. */
  readonly handed: number;
  /** Words of a person, in their order. */
  readonly words: readonly string[];
  /** What a person wants of it once what is under way has been left off. */
  readonly wanted: 'aside' | 'anew' | null;
};

/** Work that is with another machine: which handing out it is, and the commit that says what is to be done. */
export type Sent = { readonly generation: number; readonly task: string };

type InHand = {
  readonly attempt: string;
  readonly base: string;
  readonly model: string;
  /** Where the work in hand is with another machine. */
  readonly sent?: Sent;
};
type Submitted = InHand & {
  readonly commit: string;
  readonly changed: readonly string[];
  /** The accepted verdict that a rebase with the same patch carries along. */
  readonly accepted: Verdict | null;
  /** Its place in the line for landing, kept through a rebase; null until it was accepted. */
  readonly place: number | null;
  /** A commit that it cannot stand on for now: it waits until that one has landed or fallen. */
  readonly held: string | null;
  /** The check before the last rebase. */
  readonly before: CheckResult | null;
};
type Checked = Submitted & { readonly check: CheckResult; readonly baseTests: BaseTests | null };

/** One checkpoint's way through the run. */
export type Progress = Kept &
  (
    | { readonly at: 'todo' }
    | ({
        readonly at: 'coding';
        readonly from: string;
        readonly slot: number;
        /** How many of the words its brief holds; the others are said in the conversation. */
        readonly briefed: number;
      } & InHand)
    | ({ readonly at: 'checking' } & Submitted)
    | ({ readonly at: 'guarding' } & Checked)
    | ({
        readonly at: 'reviewing';
        readonly guard: readonly GuardFinding[];
        /** The stronger model that decides on this commit after the last round; null before. */
        readonly stronger: string | null;
      } & Checked)
    | ({ readonly at: 'approving' } & Checked)
    | ({ readonly at: 'landing' } & Checked)
    | {
        readonly at: 'landed';
        readonly attempt: string;
        readonly commit: string;
        /** The same tree as it was checked and accepted, before it had its final message. */
        readonly accepted: string;
        readonly check: CheckResult;
      }
    | { readonly at: 'asking'; readonly question: string }
    | {
        readonly at: 'blocked';
        readonly reason: string;
        /** `person`: taken out of the run by whoever runs it. Null where its coder or a limit of its own ended it. */
        readonly cause: BlockCause | 'person' | null;
      }
    /** Blocked, and planned anew as these. */
    | { readonly at: 'replaced'; readonly reason: string; readonly by: readonly string[] }
  );
export type At<S extends Progress['at']> = Extract<Progress, { at: S }>;

export const begin = (checkpoint: Checkpoint, words: readonly string[] = []): Progress => ({
  checkpoint,
  words,
  wanted: null,
  started: 0,
  formerly: 0,
  charged: 0,
  hindered: 0,
  consulted: 0,
  notes: [],
  reviews: [],
  work: null,
  putBack: [],
  claim: '',
  handed: 0,
  at: 'todo',
});

export const kept = (p: Progress): Kept => ({
  checkpoint: p.checkpoint,
  words: p.words,
  wanted: p.wanted,
  started: p.started,
  formerly: p.formerly,
  charged: p.charged,
  hindered: p.hindered,
  consulted: p.consulted,
  notes: p.notes,
  reviews: p.reviews,
  work: p.work,
  putBack: p.putBack,
  claim: p.claim,
  handed: p.handed,
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
