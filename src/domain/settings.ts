import { z } from 'zod';
import { COMMIT_TEMPLATE } from './commit-template.ts';
import { Label } from './labels.ts';

/** How far something may go. Null means no limit. */
const Limit = z.strictObject({
  /** US dollars. */
  budget: z.number().positive().nullable().default(null),
  /** Input that was not cached, and output. */
  tokens: z.number().int().positive().nullable().default(null),
  minutes: z.number().positive().nullable().default(null),
});
export type Limit = z.infer<typeof Limit>;

/** What runs unasked: `plan` only looks, `ask` has a person approve the rest, `auto` all in a sandbox, `full` all. */
export const Mode = z.enum(['plan', 'ask', 'auto', 'full']);
export type Mode = z.infer<typeof Mode>;

const isWithin = (folder: string): boolean => !/^[/\\]|^[a-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)/i.test(folder);

/** What a run was asked to do and how far it may go; part of its first event, so that a resumed run goes on alike. */
export const Settings = z.strictObject({
  /** Check commands, run in order until one fails. Empty: no executable check. */
  check: z.array(z.string().min(1)).default([]),
  setup: z.string().min(1).nullable().default(null),
  /** Globs that the whole run may change; empty means any. */
  files: z.array(z.string()).default([]),
  /** Globs that no checkpoint may change, beyond the built-in ones. */
  protect: z.array(z.string()).default([]),
  /** Globs that are opened for this run although protected. */
  open: z.array(z.string()).default([]),
  tests: z.enum(['locked', 'reviewed', 'free']).default('reviewed'),
  parallel: z.number().int().min(1).default(3),
  /** For the run as a whole; at such a limit it pauses. */
  ...Limit.shape,
  /** For each checkpoint, over all its attempts; at such a limit it is blocked. */
  checkpoint: Limit.prefault({}),
  /** For each attempt; at such a limit it fails. */
  attempt: Limit.prefault({}),
  /** Attempts that a checkpoint may be charged before it is blocked. */
  attempts: z.number().int().min(1).default(3),
  /** Verdicts that a checkpoint may be sent back with before it is blocked. */
  rounds: z.number().int().min(1).default(3),
  /** Most checkpoints that a plan may have. */
  checkpoints: z.number().int().min(1).default(40),
  /** Times that what is left is planned anew when nothing but blocked checkpoints is left; 0: never. */
  replans: z.number().int().min(0).default(1),
  /** Most accepted checkpoints that are checked on top of each other at the same time; 1: one after the other. */
  stack: z.number().int().min(1).default(4),
  approve: z.enum(['plan', 'checkpoint']).nullable().default(null),
  /** Whether a reviewer looks over the whole at the end. `auto`: where there is more than one checkpoint. */
  endReview: z.enum(['auto', 'on', 'off']).default('auto'),
  /** The whole spec is one checkpoint, no planner is asked. */
  single: z.boolean().default(false),
  /** Sub-directory that the run was started in, relative to the root of the repository; empty at the root. */
  start: z.string().refine(isWithin, 'expected a folder of the repository').default(''),
  /** Commands that make files (lock files, generated ones) from others: such files are made anew, never merged. */
  regenerate: z
    .array(z.strictObject({ files: z.array(z.string()).min(1), command: z.string().min(1) }))
    .default([]),
  /** Template of the message of each commit that lands. */
  commit: z.string().min(1).default(COMMIT_TEMPLATE),
  checkTimeoutMs: z.number().int().positive().default(600_000),
  setupTimeoutMs: z.number().int().positive().default(900_000),
  /** Ignored folders that stay in a slot from one attempt to the next. */
  keep: z.array(z.string()).default(['node_modules', '.venv', 'vendor', 'target']),
  /** Globs of ignored files of the user's checkout that every working copy gets; they are in no commit. */
  copy: z.array(z.string()).default([]),
  /** What workers on other machines must have, for checkpoints that do not say so themselves. */
  labels: z.array(Label).default([]),
  /** How commands are confined; said in banner and report. */
  sandbox: z.enum(['full', 'external', 'off']).default('off'),
  /** What runs unasked; journals of old do not say. */
  mode: Mode.optional(),
});
export type Settings = z.infer<typeof Settings>;
