import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CommanderError } from 'commander';
import type { Run } from '../domain/run.ts';
import { COMMAND_NAMES } from './command-names.ts';
import { RunBroken } from './run-broken.ts';
import type { Shell } from './shell.ts';
import { systemTrouble } from './system-trouble.ts';
import { ENVIRONMENT, UserError, USAGE } from './user-error.ts';

/** Errors that a person can mend, by their names: their classes load only with the command that throws them. */
const EXITS: Readonly<Record<string, number>> = {
  SpecError: USAGE,
  ConfigError: USAGE,
  PreflightError: ENVIRONMENT,
  GitError: ENVIRONMENT,
  DamagedFile: ENVIRONMENT,
};

/** Says what went wrong, as one paragraph or with a crash report, and gives the exit code. `run` is the one that was driven. */
export async function tellFailure(
  error: unknown,
  argv: readonly string[],
  shell: Shell,
  run?: Run,
): Promise<number> {
  if (error instanceof RunBroken) {
    return tellFailure(error.cause, argv, shell, error.run);
  }
  if (error instanceof CommanderError) {
    await hint(error, argv, shell);
    return tellEnd(USAGE, { detail: error.message.replace(/^error: /, ''), argv, shell });
  }
  if (error instanceof UserError) {
    return told(error.exit, { detail: error.message, argv, shell });
  }
  const exit = error instanceof Error ? EXITS[error.name] : undefined;
  if (exit !== undefined && error instanceof Error) {
    return told(exit, { detail: error.message, argv, shell });
  }
  const trouble = systemTrouble(error);
  return trouble === undefined
    ? told(CRASH, { detail: await crash(error, shell, run), argv, shell, run })
    : told(ENVIRONMENT, { detail: `${trouble}. Mend that, and start again.`, argv, shell });
}

/**
 * What may have been meant. A first word that is nearly a command was taken for a spec, so that what follows it is too
 * much; a value may be nearly one of those that are allowed.
 */
async function hint(
  { code, message }: CommanderError,
  [first = '']: readonly string[],
  shell: Shell,
): Promise<void> {
  const [, given = '', allowed] =
    /argument '([^']*)' is invalid\. Allowed choices are ([^.]*)\./.exec(message) ?? [];
  const guess = {
    'commander.excessArguments': [first, COMMAND_NAMES, 'orchestrate '] as const,
    'commander.invalidArgument': [given, allowed?.split(', ') ?? [], ''] as const,
  }[code];
  if (guess) {
    const { nearest } = await import('../config/suggest-key.ts');
    const [word, known, before] = guess;
    const near = nearest(word, known);
    shell.err(near === undefined || near === word ? '' : `Did you mean ${before}${near}?\n`);
  }
}

/** A bug of this program: no ending of a run, so it has the code of none of them. */
export const CRASH = 70;

type Last = {
  readonly detail: string;
  readonly argv: readonly string[];
  readonly shell: Shell;
  readonly run?: Run | undefined;
};

async function told(exit: number, last: Last): Promise<number> {
  last.shell.err(`orchestrate: ${last.detail}\n`);
  return tellEnd(exit, last);
}

/** Whoever reads stdout as JSON gets a last record in every ending. */
export async function tellEnd(exit: number, { detail, argv, shell, run }: Last): Promise<number> {
  if (argv.includes('--json')) {
    const { endLine, endWithout } = await import('../view/json.ts');
    const outcome = exit === CRASH ? 'crashed' : 'refused';
    shell.out(`${endLine(endWithout({ outcome, exit, detail, next: [] }, run))}\n`);
  }
  return exit;
}

async function crash(error: unknown, shell: Shell, run: Run | undefined): Promise<string> {
  const all = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const words = shell.redact(all);
  const first = words.split('\n', 1)[0] ?? '';
  const facts = `orchestrate ${shell.version}, node ${process.version}, ${process.platform}`;
  const details = await kept(`${facts}\n${run ? `run ${run.id}\n` : ''}${words}\n`);
  const on = `orchestrate resume${run ? ` ${run.id}` : ''}`;
  return `this is a bug in orchestrate: ${first}\nWhat is done is saved; ${on} goes on. The details ${details}`;
}

/** Where the text was written to; the text itself where nothing can be written. */
async function kept(text: string): Promise<string> {
  try {
    const folder = await mkdtemp(path.join(tmpdir(), 'orchestrate-crash-'));
    const file = path.join(folder, 'report.txt');
    await writeFile(file, text, { mode: 0o600 });
    return `are in ${file}.`;
  } catch {
    return `could not be written to a file:\n${text}`;
  }
}
