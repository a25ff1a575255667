import type { CheckResult } from './check.ts';
import type { EventOf, Outcome } from './event.ts';
import type { Requirement } from './plan.ts';
import type { Progress } from './progress.ts';
import { Settings } from './settings.ts';
import { nothing, type Spend } from './usage.ts';

/** The whole state of a run: nothing but the fold of its events. */
export type Run = {
  readonly at: 'new' | 'baseline' | 'planning' | 'approving' | 'working' | 'ended';
  readonly id: string;
  readonly title: string;
  readonly base: string;
  readonly branch: string;
  /** Where the run's branch stands: the base and everything that has landed. */
  readonly head: string;
  /** Where the branch itself still stands, when it is yet to be moved back to the head; else null. */
  readonly behind: string | null;
  readonly settings: Settings;
  readonly baseline: CheckResult | null;
  readonly requirements: readonly Requirement[];
  readonly progress: readonly Progress[];
  /** What came of each new plan for what was left after a block. */
  readonly replans: readonly string[];
  /** What a person was asked before there was a plan, and what they answered. */
  readonly question: string | null;
  readonly answers: readonly string[];
  /** Plans that a person did not approve, each with what they said of it, in words for the planner. */
  readonly declined: readonly string[];
  /** Words of a person for everyone, in their order. */
  readonly words: readonly string[];
  readonly spent: Spend;
  readonly paused: Pick<EventOf<'run.paused'>, 'reason' | 'detail' | 'limit'> | null;
  /** The check on the final head. */
  readonly final: CheckResult | null;
  /** What the review of the whole said; null before it. */
  readonly whole: Pick<EventOf<'run.reviewed'>, 'verdict' | 'model' | 'detail'> | null;
  /** Decided, not yet carried out. */
  readonly ending: { readonly outcome: Outcome; readonly detail: string } | null;
};

export const empty: Run = {
  at: 'new',
  id: '',
  title: '',
  base: '',
  branch: '',
  head: '',
  behind: null,
  settings: Settings.parse({}),
  baseline: null,
  requirements: [],
  progress: [],
  replans: [],
  question: null,
  answers: [],
  declined: [],
  words: [],
  spent: nothing,
  paused: null,
  final: null,
  whole: null,
  ending: null,
};
