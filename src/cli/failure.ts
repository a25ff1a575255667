import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CommanderError } from 'commander';
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

/** Says what went wrong, as one paragraph or with a crash report, and gives the exit code. */
export async function tellFailure(error: unknown, argv: readonly string[], shell: Shell): Promise<number> {
  if (error instanceof CommanderError) {
    return tellEnd(USAGE, { detail: error.message.replace(/^error: /, ''), argv, shell });
  }
  if (error instanceof UserError) {
    return told(error.exit, error.message, argv, shell);
  }
  const exit = error instanceof Error ? EXITS[error.name] : undefined;
  if (exit !== undefined && error instanceof Error) {
    return told(exit, error.message, argv, shell);
  }
  const trouble = systemTrouble(error);
  return trouble === undefined
    ? told(CRASH, await crash(error, shell), argv, shell)
    : told(ENVIRONMENT, `${trouble}. Mend that, and start again.`, argv, shell);
}

/** A bug of this program: no ending of a run, so it has the code of none of them. */
export const CRASH = 70;

async function told(exit: number, message: string, argv: readonly string[], shell: Shell): Promise<number> {
  shell.err(`orchestrate: ${message}\n`);
  return tellEnd(exit, { detail: message, argv, shell });
}

/** Whoever reads stdout as JSON gets a last record in every ending. */
export async function tellEnd(
  exit: number,
  { detail, argv, shell }: { detail: string; argv: readonly string[]; shell: Shell },
): Promise<number> {
  if (argv.includes('--json')) {
    const { endLine, endWithout } = await import('../view/json.ts');
    const outcome = exit === CRASH ? 'crashed' : 'refused';
    shell.out(`${endLine(endWithout({ outcome, exit, detail, next: [] }))}\n`);
  }
  return exit;
}

async function crash(error: unknown, shell: Shell): Promise<string> {
  const { secrets } = await import('../config/environment.ts');
  const all = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const words = secrets(shell.env).reduce((left, secret) => left.replaceAll(secret, '***'), all);
  const first = words.split('\n', 1)[0] ?? '';
  const facts = `orchestrate ${shell.version}, node ${process.version}, ${process.platform}`;
  const details = await kept(`${facts}\n${words}\n`);
  return `this is a bug in orchestrate: ${first}\nWhat is done is saved; orchestrate resume goes on. The details ${details}`;
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
