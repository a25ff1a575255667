import { z } from 'zod';
import { Label } from '../domain/labels.ts';
import { type Limit, Mode, Settings } from '../domain/settings.ts';
import { COMMIT_NAMES } from '../domain/commit-template.ts';
import { Duration } from './duration.ts';
import { Mcp, McpName } from './mcp.ts';
import { strangePlaceholders } from './template.ts';

const Text = z.string().min(1);
const oneOrMany = (error: string) =>
  z
    .union([Text, z.array(Text)], { error })
    .transform((given) => (typeof given === 'string' ? [given] : given));
const Commands = oneOrMany('expected a command or a list of commands');
const Rules = oneOrMany('expected the beginning of a command, such as npm test or npm run *');
export const Globs = oneOrMany('expected a glob or a list of globs');

/** Each line's faults are told with the nearest right name. */
const CommitMessage = Text.superRefine((body, context) => {
  for (const message of strangePlaceholders(body, COMMIT_NAMES)) {
    context.addIssue(message);
  }
});

const Labels = z
  .union([z.string(), z.array(z.string())], { error: 'expected a label or a list of labels' })
  .transform((given) => (typeof given === 'string' ? given.split(/[\s,]+/).filter(Boolean) : given))
  .pipe(z.array(Label));

const own = Settings.shape;
const orNone = z
  .union([z.number().positive(), z.literal('none')], { error: 'expected a number above 0, or none' })
  .transform((limit) => (limit === 'none' ? null : limit));

const wholeOrNone = z
  .union([z.number().int().positive(), z.literal('none')], {
    error: 'expected a whole number above 0, or none',
  })
  .transform((limit) => (limit === 'none' ? null : limit));

const ends = {
  budget: orNone.exactOptional(),
  tokens: wholeOrNone.exactOptional(),
  minutes: orNone.exactOptional(),
} satisfies Record<keyof Limit, z.ZodType>;

const plainLimits = {
  parallel: own.parallel.unwrap().exactOptional(),
  ...ends,
  attempts: own.attempts.unwrap().exactOptional(),
  rounds: own.rounds.unwrap().exactOptional(),
  replans: own.replans.unwrap().exactOptional(),
  checkpoints: own.checkpoints.unwrap().exactOptional(),
  stack: own.stack.unwrap().exactOptional(),
};
const limits = {
  ...plainLimits,
  checkpoint: z.strictObject(ends).exactOptional(),
  attempt: z.strictObject(ends).exactOptional(),
};
export const LIMITS = Object.keys(limits);

const work = {
  check: Commands.exactOptional(),
  setup: Text.exactOptional(),
  files: Globs.exactOptional(),
  protect: Globs.exactOptional(),
  tests: own.tests.unwrap().exactOptional(),
  keep: Globs.exactOptional(),
  labels: Labels.exactOptional(),
  regenerate: z.array(z.strictObject({ files: Globs, command: Text })).exactOptional(),
  commit: CommitMessage.exactOptional(),
  checkTimeout: Duration.exactOptional(),
  setupTimeout: Duration.exactOptional(),
  endReview: own.endReview.unwrap().exactOptional(),
  approve: own.approve.unwrap().unwrap().exactOptional(),
  plan: z.boolean().exactOptional(),
  model: Text.exactOptional(),
};

const LADDER = 'expected a model name or a list of them, cheapest first';
const Ladder = z.union([Text, z.array(Text).min(1)], { error: LADDER });
const Route = z.union(
  [Text, z.array(Text).min(1), z.strictObject({ easy: Ladder, medium: Ladder, hard: Ladder })],
  {
    error: `${LADDER}, or a mapping of easy, medium and hard to such`,
  },
);

export const Role = z.strictObject({
  model: Route.exactOptional(),
  turns: z.number().int().min(1).exactOptional(),
  temperature: z.number().min(0).max(2).exactOptional(),
  tools: z.array(Text).exactOptional(),
});

const Price = z.strictObject({
  input: z.number().nonnegative(),
  cached: z.number().nonnegative().exactOptional(),
  output: z.number().nonnegative(),
});

/** What calls a person who looked away, and how. */
const Hooks = z.strictObject({
  ended: Text.exactOptional(),
  person: Text.exactOptional(),
  stopped: Text.exactOptional(),
  terminal: z.enum(['off', 'bell', 'notify']).exactOptional(),
});
export type Hooks = z.output<typeof Hooks>;

/** How often and how long a failed call is repeated. */
const Retries = z.strictObject({
  failures: z.number().int().min(0).max(100).exactOptional(),
  limits: z.number().int().min(0).max(1000).exactOptional(),
  wait: Duration.exactOptional(),
  longest: Duration.exactOptional(),
  asked: Duration.exactOptional(),
});

/** How long silence is borne. */
const Patience = z.strictObject({
  firstByte: Duration.exactOptional(),
  idle: Duration.exactOptional(),
});

const Model = z.strictObject({
  name: Text.exactOptional(),
  provider: Text.exactOptional(),
  api: z.enum(['chat', 'responses']).exactOptional(),
  window: z.number().int().positive().exactOptional(),
  price: Price.exactOptional(),
  effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']).exactOptional(),
  edit: z.enum(['edit', 'apply_patch']).exactOptional(),
  profile: Text.exactOptional(),
  temperature: z.number().min(0).max(2).exactOptional(),
  maxTokens: z.number().int().positive().exactOptional(),
  fallbacks: z.array(Text).exactOptional(),
  retries: Retries.exactOptional(),
  patience: Patience.exactOptional(),
});

export const RoleName = z.enum(['planner', 'coder', 'reviewer', 'summarizer', 'analyst']);
export type RoleName = z.infer<typeof RoleName>;
/** Roles that take part only where somebody names them. */
export const OPTIONAL_ROLES: ReadonlySet<RoleName> = new Set(['analyst']);

/** What a repository may say about itself. */
export const RepositoryFile = z.strictObject({
  version: z.literal(1).exactOptional(),
  roles: z
    .strictObject({
      planner: Role.exactOptional(),
      coder: Role.exactOptional(),
      reviewer: Role.exactOptional(),
      summarizer: Role.exactOptional(),
      analyst: Role.exactOptional(),
    })
    .exactOptional(),
  models: z.record(Text, Model).exactOptional(),
  limits: z.strictObject(limits).exactOptional(),
  ...work,
});

const Provider = z.strictObject({
  baseUrl: z
    .url({ protocol: /^https?$/, error: 'expected an address such as http://127.0.0.1:11434/v1' })
    .exactOptional(),
  keyVariable: Text.exactOptional(),
  headers: z.record(Text, z.string()).exactOptional(),
  perMinute: z
    .strictObject({
      requests: z.number().int().positive().exactOptional(),
      tokens: z.number().int().positive().exactOptional(),
    })
    .exactOptional(),
  atOnce: z.number().int().positive().exactOptional(),
});

/** What reaches keys or the machine: for the user alone to say. */
const machine = {
  providers: z.record(Text, Provider).exactOptional(),
  mode: Mode.exactOptional(),
  sandbox: z
    .enum(['on', 'full', 'external', 'off'], { error: 'expected on, external or off' })
    .transform((kind) => (kind === 'on' ? 'full' : kind))
    .exactOptional(),
  permissions: z.strictObject({ allow: Rules.default([]), deny: Rules.default([]) }).exactOptional(),
  network: z.strictObject({ allow: z.array(Text) }).exactOptional(),
  hooks: Hooks.exactOptional(),
  environment: z.array(Text).exactOptional(),
  mcp: z.record(McpName, Mcp).exactOptional(),
  stateFolder: Text.exactOptional(),
  open: Globs.exactOptional(),
  /** Names files that are on this machine alone, and may hold keys. */
  copy: Globs.exactOptional(),
};

export const UserFile = z.strictObject({ ...RepositoryFile.shape, ...machine });

/** The head of a spec: the names of the flags, without sections. */
export const FrontMatterKeys = z.strictObject({
  ...work,
  ...limits,
  open: machine.open,
  copy: machine.copy,
});
export const Flags = z.strictObject({
  ...work,
  ...plainLimits,
  open: FrontMatterKeys.shape.open,
  copy: machine.copy,
  mode: machine.mode,
  sandbox: machine.sandbox,
});

/** All that one source can say, in one form: limits stand beside the rest. */
export type Given = Omit<z.output<typeof UserFile>, 'limits' | 'version'> &
  NonNullable<z.output<typeof UserFile>['limits']>;
export type GivenRole = z.output<typeof Role>;
export type GivenModel = z.output<typeof Model>;
export type GivenProvider = z.output<typeof Provider>;
