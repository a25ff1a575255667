import type { BaseTests, CheckResult } from './check.ts';
import type { BlockCause } from './event.ts';
import type { GuardFinding } from './finding.ts';
import type { Review } from './earlier.ts';
import type { Note } from './note.ts';
import type { Checkpoint } from './plan.ts';
import type { Verdict } from './verdict.ts';

export type Kept = {
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
