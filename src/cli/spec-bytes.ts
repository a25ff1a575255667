import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { nearest } from '../config/suggest-key.ts';
import { specProblem } from '../spec/problem.ts';
import { COMMAND_NAMES } from './command-names.ts';
import type { Shell } from './shell.ts';
import { UserError, USAGE } from './user-error.ts';

/** The bytes of the file that was named, or of stdin. A word that is nearly a command is taken for a slip. */
export async function readSpecBytes(name: string, shell: Shell): Promise<Uint8Array> {
  if (name === '-') {
    const chunks: Uint8Array[] = [];
    for await (const chunk of shell.stdin) {
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }
  try {
    const file = path.resolve(shell.cwd, name);
    const found = await stat(file);
    if (found.isFile() || found.isDirectory()) {
      return await readFile(file);
    }
  } catch (error) {
    throw whyNot(name, error);
  }
  // Reading from a pipe that nobody writes to would never end.
  throw specProblem('ESPIPE', name);
}

function whyNot(name: string, error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  const near = name.includes('.') ? undefined : nearest(name, [...COMMAND_NAMES, 'help']);
  return code === 'ENOENT' && near !== undefined
    ? new UserError(USAGE, `There is no command or spec ${name}. Did you mean orchestrate ${near}?`)
    : specProblem(code, name);
}
