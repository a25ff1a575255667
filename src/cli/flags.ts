import { InvalidArgumentError, Option, type Command } from 'commander';

/** What the command line gave, by the names that the configuration knows too; absent where nothing was given. */
export type RunFlags = {
  readonly check?: readonly string[];
  readonly setup?: string;
  readonly files?: readonly string[];
  readonly protect?: readonly string[];
  readonly open?: readonly string[];
  readonly tests?: 'locked' | 'reviewed' | 'free';
  readonly keep?: readonly string[];
  readonly copy?: readonly string[];
  readonly parallel?: number;
  readonly budget?: number;
  readonly minutes?: number;
  readonly tokens?: number;
  readonly attempts?: number;
  readonly rounds?: number;
  readonly replans?: number;
  readonly checkpoints?: number;
  readonly checkTimeout?: string;
  readonly setupTimeout?: string;
  readonly model?: string;
  readonly approve?: 'plan' | 'checkpoint';
  /** False when `--no-plan` was given. */
  readonly plan?: boolean;
  readonly estimate?: boolean;
  readonly dryRun?: boolean;
  readonly allowDirty?: boolean;
  readonly includeDirty?: boolean;
  readonly mode?: string;
  readonly sandbox?: string;
  readonly yesRunUnsandboxed?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly config?: string;
  readonly record?: string;
  /** Files that the report is written to, too. */
  readonly sarif?: string;
  readonly junit?: string;
  /** Address of the Redis where workers are met; true where the environment names it. */
  readonly workers?: string | true;
  readonly remote?: string;
  readonly queue?: string;
  readonly labels?: string;
};

/** Reads a whole number from 1 on; `such` is an example for whoever gave something else. */
const wholeSuch =
  (such: string) =>
  (text: string): number => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < 1) {
      throw new InvalidArgumentError(`It takes a whole number from 1 on, such as ${such}.`);
    }
    return value;
  };
export const whole = wholeSuch('2');
const fromNone = (text: string): number => (text.trim() === '0' ? 0 : whole(text));
/** Reads a number above 0; `what` says of what, with an example. */
const above =
  (what: string) =>
  (text: string): number => {
    const value = Number(text);
    if (!Number.isFinite(value) || value <= 0) {
      throw new InvalidArgumentError(`It takes ${what}.`);
    }
    return value;
  };
export const positive = above('a number above 0');
const dollars = above('US dollars above 0, such as 5 or 0.50');
const minutes = above('minutes above 0, such as 90');
const more = (text: string, before: readonly string[] | undefined): string[] => {
  if (text.trim() === '') {
    throw new InvalidArgumentError('It is empty.');
  }
  return [...(before ?? []), text];
};

/** How much is printed; every command that works on a run knows these. */
export const outputFlags = (command: Command): Command =>
  command
    .optionsGroup('Output:')
    .option('--json', 'one JSON event a line on stdout, last a record of type "end"')
    .option('--quiet', 'only problems and the end');

/** Where the report goes for other programs. */
export const reportFlags = (command: Command): Command =>
  command
    .option('--sarif <file>', 'findings, for code scanning')
    .option('--junit <file>', 'checkpoints, requirements and checks as tests');

/** Limits that a run may also be resumed with. */
export const limitFlags = (command: Command): Command =>
  command
    .optionsGroup('Limits; at one the run pauses and can be resumed:')
    .addOption(new Option('--budget <usd>', 'US dollars').argParser(dollars))
    .addOption(new Option('--minutes <n>', 'minutes of work').argParser(minutes))
    .addOption(
      new Option('--tokens <n>', 'tokens, those from a cache not counted').argParser(wholeSuch('2000000')),
    );

/** Everything that a settings file may say of a run, too. */
export const settingFlags = (command: Command): Command =>
  workFlags(command)
    .optionsGroup('How hard to try:')
    .addOption(new Option('--parallel <n>', 'coders side by side').argParser(whole))
    .addOption(new Option('--attempts <n>', 'tries of a checkpoint before it is blocked').argParser(whole))
    .addOption(new Option('--rounds <n>', 'reviews that may send it back').argParser(whole))
    .addOption(new Option('--replans <n>', 'times that what is blocked is planned anew').argParser(fromNone))
    .addOption(new Option('--checkpoints <n>', 'the most that a plan may have').argParser(whole))
    .option('--check-timeout <time>', 'how long the check may take, such as 90s or 10m')
    .option('--setup-timeout <time>', 'how long the setup may take')
    .optionsGroup('Models and trust:')
    .option(...MODEL)
    .addOption(mode())
    .addOption(sandbox())
    .option(...UNSANDBOXED)
    .option(...CONFIG);

const mode = (): Option =>
  new Option('--mode <mode>', 'what runs unasked').choices(['plan', 'ask', 'auto', 'full']);
const sandbox = (): Option =>
  new Option('--sandbox <kind>', 'what confines commands: on, external, off').choices([
    'on',
    'full',
    'external',
    'off',
  ]);
const UNSANDBOXED = [
  '--yes-run-unsandboxed',
  'your word that --sandbox off is meant, where nobody can be asked',
] as const;

/** Under what trust a run goes on, in place of how it began. */
export const trustFlags = (command: Command): Command =>
  command
    .optionsGroup('Trust:')
    .addOption(mode())
    .addOption(sandbox())
    .option(...UNSANDBOXED);

/** What may serve a run that goes on, in place of what served it so far. */
export const modelFlags = (command: Command): Command =>
  command
    .optionsGroup('Models:')
    .option(...MODEL)
    .option(...CONFIG);

const MODEL = ['--model <name>', 'this model for every role'] as const;
const CONFIG = ['--config <file>', 'read this file in place of agents.yaml'] as const;

const workFlags = (command: Command): Command =>
  command
    .optionsGroup('The work:')
    .addOption(new Option('--check <cmd>', 'must pass; repeatable, run in order').argParser(more))
    .option('--setup <cmd>', 'makes a fresh copy ready, such as npm ci')
    .addOption(new Option('--files <glob>', 'only these may be changed; repeatable').argParser(more))
    .addOption(new Option('--protect <glob>', 'these must not be changed; repeatable').argParser(more))
    .addOption(new Option('--open <glob>', 'these may be, although protected; repeatable').argParser(more))
    .addOption(
      new Option('--tests <policy>', 'whether tests may change').choices(['locked', 'reviewed', 'free']),
    )
    .addOption(new Option('--keep <folder>', 'stays in a working copy; repeatable').argParser(more))
    .addOption(
      new Option('--copy <glob>', 'ignored files that working copies need; repeatable').argParser(more),
    )
    .option('--no-plan', 'take the whole spec as one checkpoint')
    .addOption(new Option('--approve <what>', 'wait for you').choices(['plan', 'checkpoint']));

export const runFlags = (command: Command): Command =>
  reportFlags(outputFlags(needsFlags(workersFlags(limitFlags(settingFlags(startFlags(command))))))).option(
    '--record <file>',
    'keep every reply of a model, to be played back',
  );

/** Where the workers of other machines are met. */
export const workersFlags = (command: Command): Command =>
  meetingFlags(
    command
      .optionsGroup('Other machines:')
      .option('--workers [url]', 'coding and checking go to workers met at this Redis'),
  );

const needsFlags = (command: Command): Command =>
  command.option('--labels <names>', 'what workers must have, such as gpu,node22; plan.yaml may say other');

export const meetingFlags = (command: Command): Command =>
  command
    .option('--remote <name>', 'the repository that both sides reach: an address, or a name of git (origin)')
    .option('--queue <name>', 'what the repository is called in Redis (end of its address)');

const startFlags = (command: Command): Command =>
  command
    .optionsGroup('Start:')
    .option('--allow-dirty', 'start from HEAD, uncommitted changes left out')
    .addOption(
      new Option('--include-dirty', 'start from HEAD and the uncommitted changes').conflicts('allowDirty'),
    )
    .option('--estimate', 'plan, tell a range of costs, and stop')
    .option('--dry-run', 'show what a run would do and send; nobody is asked, nothing is written');
