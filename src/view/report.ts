import { z } from 'zod';
import { BaseTests, CheckResult } from '../domain/check.ts';
import { Outcome, PauseReason } from '../domain/event.ts';
import { Finding, GuardFinding } from '../domain/finding.ts';
import { AttemptId, CheckpointId, Sha } from '../domain/ids.ts';
import { Difficulty } from '../domain/plan.ts';
import { Criterion, Voice } from '../domain/verdict.ts';
import { SpendFact } from './spend-fact.ts';

const Time = z.iso.datetime();
const Ms = z.number().nonnegative();

/** A check as it ran, on one commit. `weight` is what it means against the base: see `weigh`. */
const Measured = z.strictObject({
  commit: Sha,
  weight: z.enum(['green', 'red', 'environment']),
  result: CheckResult,
});
export type Measured = z.infer<typeof Measured>;

const ReviewFact = z.strictObject({
  commit: Sha,
  model: z.string(),
  decision: z.enum(['accept', 'revise', 'reject']),
  reason: z.string(),
  criteria: z.array(Criterion),
  findings: z.array(Finding),
  approvedTests: z.array(z.string()).optional(),
  resolved: z.array(z.string()).optional(),
  /** Reviewers of added roles who were asked, too. */
  others: z.array(Voice).optional(),
  /** What stood between the verdict and acceptance; empty for one that counted. */
  objections: z.array(z.string()),
});
export type ReviewFact = z.infer<typeof ReviewFact>;

/**
 * - `landed`; `under_way`: the run stopped in the midst of it; `accepted`: waits to land or for a person
 * - `red`, `guarded`, `sent_back`, `rejected`: refused by the check, the guard, the reviewer
 * - `asked`: ended in a question; `stopped`: left off, as a person wanted; `failed`: see `failure`
 */
export const Fate = z.enum([
  'landed',
  'accepted',
  'under_way',
  'red',
  'guarded',
  'sent_back',
  'rejected',
  'asked',
  'stopped',
  'failed',
]);
export type Fate = z.infer<typeof Fate>;

const SpentBy = z.strictObject({ role: z.string(), model: z.string(), spent: SpendFact });

export const AttemptFact = z.strictObject({
  id: AttemptId,
  /** The model that its coder was to be, and why that one. */
  asked: z.string(),
  route: z.string(),
  fate: Fate,
  /** A word for a failure; null for other fates. */
  failure: z.string().nullable(),
  /** Why, in the words of whoever decided. */
  why: z.string(),
  /** Every model that answered, by role, in order of appearance, with what it took. */
  models: z.array(SpentBy),
  base: Sha,
  commit: Sha.nullable(),
  changed: z.array(z.string()),
  /** What the coder says of its work. A claim. */
  claimed: z.string(),
  checks: z.array(Measured),
  /** The base's own tests on the new source, for the last check; null where the change touches none of them. */
  baseTests: BaseTests.nullable(),
  guard: z.array(GuardFinding),
  reviews: z.array(ReviewFact),
  startedAt: Time,
  /** From its start to the last thing that happened to it, pauses included. */
  ms: Ms,
  spent: SpendFact,
});
export type AttemptFact = z.infer<typeof AttemptFact>;

export const CheckpointFact = z.strictObject({
  id: CheckpointId,
  title: z.string(),
  /** `replaced`: it was blocked, and what was left of it is planned anew as others. */
  status: z.enum(['landed', 'blocked', 'replaced', 'asking', 'open']),
  /** Why it is or was blocked, or what it asks. */
  reason: z.string().nullable(),
  replacedBy: z.array(CheckpointId).default([]),
  /** What landed. */
  commit: Sha.nullable(),
  difficulty: Difficulty,
  after: z.array(z.string()),
  covers: z.array(z.string()),
  acceptance: z.array(z.string()),
  checked: z.strictObject({
    /** The check on the very tree that landed, or the last one there was. */
    check: Measured.nullable(),
    /** The review that accepted it, or the last one there was. */
    review: ReviewFact.nullable(),
  }),
  claimed: z.string(),
  attempts: z.array(AttemptFact),
  /** Commit of the last work that did not land. */
  kept: Sha.nullable(),
  ms: Ms,
  spent: SpendFact,
});
export type CheckpointFact = z.infer<typeof CheckpointFact>;

/**
 * The coverage of one requirement. `met`: each checkpoint that covers it has landed with a green check. `unproved`: all
 * have landed, but some without a check that says something. `open`: something is missing.
 */
export const Coverage = z.strictObject({
  id: z.string(),
  text: z.string(),
  status: z.enum(['met', 'unproved', 'open']),
  by: z.array(z.strictObject({ checkpoint: CheckpointId, evidence: z.array(z.string()) })),
});
export type Coverage = z.infer<typeof Coverage>;

/** Everything about a run that a person or a program may want to know afterwards: `report.json`. */
export const Report = z.strictObject({
  version: z.literal(1),
  run: z.string(),
  title: z.string(),
  /** Where the spec came from, and its hash. */
  spec: z.strictObject({ source: z.string(), sha256: z.string() }),
  /** Of this program. */
  program: z.string(),
  outcome: z.enum([...Outcome.options, 'paused']),
  paused: PauseReason.nullable(),
  detail: z.string(),
  exit: z.number().int(),
  base: Sha,
  branch: z.string(),
  head: Sha,
  dirty: z.enum(['included', 'left']).nullable(),
  sandbox: z.enum(['full', 'external', 'off']),
  startedAt: Time,
  lastAt: Time,
  /** Milliseconds at work, pauses left out. */
  ms: Ms,
  baseline: Measured.nullable(),
  checkpoints: z.array(CheckpointFact),
  final: Measured.nullable(),
  /** The look over the whole: its decision is null where no verdict could be had. Null where none was taken. */
  whole: z
    .strictObject({
      model: z.string(),
      decision: z.enum(['accept', 'revise', 'reject']).nullable(),
      detail: z.string(),
    })
    .nullable(),
  requirements: z.array(Coverage),
  /** What is remarkable of the plan that was worked on. */
  planRemarks: z.array(z.string()).default([]),
  /** What coders noted in work that has landed, for a person to take over into the repository's memory. Claims. */
  proposed: z.array(z.strictObject({ attempt: AttemptId, text: z.string() })).default([]),
  /** What nobody has verified, and why. */
  unverified: z.array(z.strictObject({ what: z.string(), why: z.string() })),
  spent: SpendFact,
  spentBy: z.array(SpentBy),
  /**
   * The whole spend, planning and failed attempts included, for each checkpoint that landed; null where none has. `usd` is
   * null where no price is known; `complete` is false where some calls are of unknown price: it is more, then.
   */
  perAccepted: z
    .strictObject({
      accepted: z.number().int().positive(),
      usd: z.number().nonnegative().nullable(),
      complete: z.boolean(),
      input: z.number().nonnegative(),
      output: z.number().nonnegative(),
      estimated: z.boolean(),
    })
    .nullable(),
  /** Every call of a model that was paid for, in order, with the model in force as its server named it. */
  calls: z.array(
    z.strictObject({
      at: Time,
      role: z.string(),
      conversation: z.string(),
      model: z.string(),
      /** US dollars; null where the price is unknown. */
      usd: z.number().nonnegative().nullable(),
      outcome: z.enum(['answered', 'failed']),
    }),
  ),
  /** Calls of tools that were not permitted, by the ground of the refusal. */
  refused: z
    .array(z.strictObject({ tool: z.string(), rule: z.string(), times: z.number().int().positive() }))
    .default([]),
  /** What models and servers did that a person should know: prompts cut, parameters refused, another model in place. */
  remarks: z.array(
    z.strictObject({ model: z.string(), remark: z.string(), times: z.number().int().positive() }),
  ),
  /** What differs in the user's checkout, index, stash, branches and config since the start; null: not compared. */
  userTree: z.array(z.string()).nullable(),
  /** Folder of the run's records. */
  records: z.string().nullable(),
  next: z.array(z.strictObject({ command: z.string(), does: z.string() })),
});
export type Report = z.infer<typeof Report>;
