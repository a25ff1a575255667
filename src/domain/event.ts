import { z } from 'zod';
import { BaseTests, CheckResult } from './check.ts';
import { GuardFinding } from './finding.ts';
import { AttemptId, CheckpointId, Sha } from './ids.ts';
import { Checkpoint, Plan } from './plan.ts';
import { Mode, Settings } from './settings.ts';
import { Usage } from './usage.ts';
import { Verdict, Voice } from './verdict.ts';

const event = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.strictObject({ type: z.literal(type), ...shape });

const attempt = AttemptId;
const Edge = z.strictObject({ from: CheckpointId, to: CheckpointId, because: z.string() });
/** The letter that brought a person's word to a live run: what has been taken once is not taken again. */
const letter = z.string().optional();

/** Why an attempt came to nothing. What each costs is in `CHARGED`. */
export const Failure = z.enum([
  'no_change',
  'turns',
  'stuck',
  'overflow',
  'truncated',
  'limit',
  'spent',
  'refused',
  'conflict',
  'guard',
  'impossible',
  'environment',
  'workspace',
]);
export type Failure = z.infer<typeof Failure>;

export const PauseReason = z.enum(['limit', 'person', 'provider', 'environment', 'interrupted']);
export type PauseReason = z.infer<typeof PauseReason>;

/** Why a checkpoint is given up: all it may take was tried, what it builds on was given up, or nothing could be checked. */
export const BlockCause = z.enum(['attempts', 'reviews', 'dependency', 'check']);
export type BlockCause = z.infer<typeof BlockCause>;

export const Outcome = z.enum(['done', 'nothing_to_do', 'blocked', 'red', 'unplanned', 'environment']);
export type Outcome = z.infer<typeof Outcome>;

const Limited = z.strictObject({ kind: z.enum(['usd', 'tokens', 'minutes']), needs: z.number().nullable() });

/** Everything that can happen to a run. Adding a member is the only way to add behaviour. */
export const Event = z.discriminatedUnion('type', [
  event('run.started', {
    run: z.string().min(1),
    spec: z.strictObject({ title: z.string(), source: z.string(), sha256: z.string() }),
    base: Sha,
    branch: z.string().min(1),
    /** Uncommitted work of the user that the base holds (`included`) or leaves out (`left`); null on a clean tree. */
    dirty: z.enum(['included', 'left']).nullable(),
    settings: Settings,
    version: z.string(),
  }),
  event('baseline.ran', { commit: Sha, check: CheckResult }),
  event('model.called', {
    role: z.string(),
    /** Whose transcript it belongs to: `planner`, `c1.a1.coder`, `c1.a1.reviewer`. */
    conversation: z.string().min(1),
    /** The attempt that it was for; null for calls on behalf of the whole run. */
    attempt: attempt.nullable(),
    model: z.string(),
    usage: Usage,
    /** Wall time in milliseconds, waits included. */
    ms: z.number().nonnegative(),
    /** The call came to nothing, for this reason: it was paid for, and no reply is in the transcript. */
    failed: z.string().optional(),
    remarks: z.array(z.string()).optional(),
    /** The worker's delivery that it belongs to, `<generation>.<n>`, where another machine made the call. */
    delivery: z.string().optional(),
  }),
  /** For an audit: nothing is decided on it, and a power cut may lose the last ones. */
  event('tool.called', {
    conversation: z.string().min(1),
    attempt: attempt.nullable(),
    /** The model's own id of the call. */
    call: z.string(),
    tool: z.string(),
    /** What it was called with, cut short, and the SHA-256 of the whole. */
    input: z.string(),
    sha256: z.string(),
    decision: z.enum(['allow', 'deny']),
    /** The ground of the decision. */
    rule: z.string(),
    ok: z.boolean(),
    ms: z.number().nonnegative(),
    /** Of the answer. */
    bytes: z.number().int().nonnegative(),
    exit: z.number().int().nullable().optional(),
    killed: z.enum(['timeout', 'output', 'stopped', 'disk', 'memory']).optional(),
    /** What the machine refused a command, since it had as many as it may. */
    refused: z.enum(['processes']).optional(),
    /** Characters of the answer that nobody would have seen. */
    hidden: z.number().int().positive().optional(),
    sandbox: z.string().optional(),
    network: z.array(z.string()).optional(),
    /** As of a model's call. */
    delivery: z.string().optional(),
  }),
  event('plan.made', {
    plan: Plan,
    by: z.enum(['planner', 'single', 'person']),
    edges: z.array(Edge),
    /** What a person should know of it, one sentence each: it can be worked on all the same. */
    remarks: z.array(z.string()).optional(),
  }),
  event('plan.approved', {}),
  /** A person wants another plan, and says why. */
  event('plan.declined', { text: z.string().min(1), letter }),
  event('plan.empty', { reason: z.string() }),
  event('plan.asked', { question: z.string() }),
  event('plan.failed', { reason: z.string(), raw: z.string() }),
  event('attempt.started', { attempt, base: Sha, from: Sha, model: z.string() }),
  /** Handed to the workers of other machines. From here on its result may come, also after this program was restarted. */
  event('attempt.sent', {
    attempt,
    work: z.enum(['code', 'check']),
    /** Rises with each time that the same work is handed out anew on purpose. */
    generation: z.number().int().positive(),
    /** The commit that says what is to be done. */
    task: Sha,
  }),
  event('attempt.submitted', {
    attempt,
    commit: Sha,
    /** Equal to the base when the coder says that nothing has to be done: its reviewer decides. */
    changed: z.array(z.string()),
    summary: z.string(),
    notes: z.array(z.string()),
  }),
  event('attempt.asked', { attempt, question: z.string(), commit: Sha.nullable() }),
  event('attempt.failed', { attempt, failure: Failure, detail: z.string(), commit: Sha.nullable() }),
  event('check.ran', {
    attempt,
    commit: Sha,
    result: CheckResult,
    /** Only where the change touches tests of the base, or what defines the check. */
    baseTests: BaseTests.optional(),
  }),
  event('guard.ran', { attempt, commit: Sha, findings: z.array(GuardFinding) }),
  event('review.given', {
    attempt,
    commit: Sha,
    verdict: Verdict,
    model: z.string(),
    /** Reviewers of added roles who were asked, too; the verdict is that of all. */
    others: z.array(Voice).optional(),
    /** The next model of the reviewer's route, where there is one: it has the last word after the last round. */
    stronger: z.string().optional(),
  }),
  event('review.unavailable', { attempt, commit: Sha, reason: z.string() }),
  event('checkpoint.approved', { checkpoint: CheckpointId, letter }),
  /** A person sends an accepted change back, and says why. */
  event('checkpoint.declined', { checkpoint: CheckpointId, text: z.string().min(1), letter }),
  event('attempt.rebased', {
    attempt,
    commit: Sha,
    base: Sha,
    samePatch: z.boolean(),
    /** Files that their declared command has made anew, since others had changed them, too. */
    regenerated: z.array(z.string()).optional(),
  }),
  /** It does not stand on `base`, an accepted commit that has not landed yet: it waits until that one has landed or fallen. */
  event('attempt.held', { attempt, base: Sha, detail: z.string() }),
  event('checkpoint.landed', {
    attempt,
    commit: Sha,
    /** The commit that was checked and accepted, where the one that landed is the same tree under its final message. */
    accepted: Sha.optional(),
  }),
  event('checkpoint.blocked', {
    checkpoint: CheckpointId,
    reason: z.string(),
    cause: BlockCause.optional(),
  }),
  event('plan.remade', {
    /** Blocked checkpoints that were left, and what stands in their place; both empty where no other plan was found. */
    replaces: z.array(CheckpointId),
    checkpoints: z.array(Checkpoint),
    edges: z.array(Edge),
    detail: z.string(),
  }),
  event('question.answered', { checkpoint: CheckpointId.nullable(), text: z.string(), letter }),
  /** Words of a person for one checkpoint, or (null) for everything that is not done yet. */
  event('run.told', { checkpoint: CheckpointId.nullable(), text: z.string().min(1), letter }),
  event('checkpoint.skipped', { checkpoint: CheckpointId, letter }),
  event('checkpoint.retried', { checkpoint: CheckpointId, letter }),
  /** What was under way has been left off, since a person wants it set aside or begun anew. */
  event('attempt.stopped', { attempt, commit: Sha.nullable() }),
  /** The branch is to stand at `head`, without the checkpoint: what landed after it is on it anew, each checked. */
  event('checkpoint.undone', {
    checkpoint: CheckpointId,
    head: Sha,
    replayed: z.array(z.strictObject({ attempt, commit: Sha, check: CheckResult })),
  }),
  /** The branch stands there now; `from` is where it stood before. */
  event('run.rewound', { from: Sha }),
  event('run.checked', { commit: Sha, result: CheckResult }),
  event('run.reviewed', {
    commit: Sha,
    /** Null when none could be had: the run ends without, and says so. */
    verdict: Verdict.nullable(),
    model: z.string(),
    /** What is to be done still. */
    checkpoints: z.array(Checkpoint),
    detail: z.string(),
  }),
  event('run.paused', {
    reason: PauseReason,
    detail: z.string(),
    /** Which limit, and what it would have to be for the call that was refused, where that is known. */
    limit: Limited.optional(),
    letter,
  }),
  event('run.resumed', {
    budget: z.number().positive().nullable(),
    minutes: z.number().positive().nullable(),
    tokens: z.number().int().positive().nullable().optional(),
    /** What confines commands and what runs unasked from here on, where a person said so. */
    sandbox: Settings.shape.sandbox.unwrap().optional(),
    mode: Mode.optional(),
  }),
  event('run.reopened', {}),
  event('run.ended', { outcome: Outcome, detail: z.string() }),
]);
export type Event = z.infer<typeof Event>;
export type EventOf<T extends Event['type']> = Extract<Event, { type: T }>;

/** One line of the journal. `prev` is the hash of the line before: a missing or altered line shows. */
export const Line = z.strictObject({
  v: z.literal(1),
  seq: z.number().int().nonnegative(),
  at: z.iso.datetime(),
  prev: z.string(),
  event: Event,
});
export type Line = z.infer<typeof Line>;
