import { InvalidArgumentError, Option, type Command } from 'commander';

/** What the command line gave, by the names that the configuration knows too; absent where nothing was given. */
export type RunFlags = {
  readonly check?: readonly string[];
  readonly setup?: string;
  readonly files?: readonly string[];
  readonly parallel?: number;
  readonly budget?: number;
  readonly minutes?: number;
  readonly tokens?: number;
  readonly model?: string;
  readonly approve?: 'plan' | 'checkpoint';
  /** False when `--no-plan` was given. */
  readonly plan?: boolean;
  readonly estimate?: boolean;
  readonly allowDirty?: boolean;
  readonly includeDirty?: boolean;
  readonly mode?: string;
  readonly sandbox?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly config?: string;
  readonly record?: string;
};

const whole = (text: string): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) {
    throw new InvalidArgumentError('It takes a whole number from 1 on.');
  }
  return value;
};
export const positive = (text: string): number => {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) {
    throw new InvalidArgumentError('It takes a number above 0.');
  }
  return value;
};
const more = (text: string, before: readonly string[] | undefined): string[] => [...(before ?? []), text];

/** How much is printed; every command that works on a run knows these. */
export const outputFlags = (command: Command): Command =>
  command
    .option('--json', 'one JSON event a line on stdout, last a record of type "end"')
    .option('--quiet', 'only problems and the end');

/** Limits that a run may also be resumed with. */
export const limitFlags = (command: Command): Command =>
  command
    .addOption(new Option('--budget <usd>', 'stop at this cost in US dollars').argParser(positive))
    .addOption(new Option('--minutes <n>', 'stop after so many minutes').argParser(positive))
    .addOption(new Option('--tokens <n>', 'stop after so many tokens').argParser(whole));

export const runFlags = (command: Command): Command =>
  outputFlags(
    limitFlags(
      command
        .addOption(
          new Option('--check <cmd>', 'command that must pass; repeatable, run in order').argParser(more),
        )
        .option('--setup <cmd>', 'command that makes a fresh copy ready, such as npm ci')
        .addOption(
          new Option('--files <glob>', 'only these files may be changed; repeatable').argParser(more),
        )
        .addOption(new Option('--parallel <n>', 'coders side by side').argParser(whole)),
    )
      .option('--model <name>', 'this model for every role')
      .addOption(new Option('--approve <what>', 'wait for a person').choices(['plan', 'checkpoint']))
      .option('--no-plan', 'take the whole spec as one checkpoint')
      .option('--estimate', 'plan, tell a range of costs, and stop')
      .option('--allow-dirty', 'start from HEAD although there are uncommitted changes')
      .option('--include-dirty', 'start from HEAD plus the uncommitted changes')
      .addOption(
        new Option('--mode <mode>', 'what may be run without asking').choices([
          'plan',
          'ask',
          'auto',
          'full',
        ]),
      )
      .addOption(
        new Option('--sandbox <kind>', 'how commands are confined').choices(['auto', 'external', 'off']),
      )
      .option('--config <file>', 'use this file in place of agents.yaml')
      .option('--record <file>', 'keep every reply of a model, to be played back (bug reports, demos)'),
  );
