import { CommanderError } from 'commander';
import { tellFailure } from './failure.ts';
import { buildProgram } from './program.ts';
import type { Shell } from './shell.ts';

/** Carries out what was typed, and tells what went wrong; gives the exit code. */
export async function commandLine(argv: readonly string[], shell: Shell): Promise<number> {
  let code = 0;
  try {
    await buildProgram(shell, (c) => (code = c)).parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    return error instanceof CommanderError && error.exitCode === 0 ? 0 : tellFailure(error, argv, shell);
  }
}
