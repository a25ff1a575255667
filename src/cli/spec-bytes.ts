import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { nearest } from '../config/suggest-key.ts';
import { specProblem } from '../spec/problem.ts';
import { COMMAND_NAMES } from './command-names.ts';
import type { Shell } from './shell.ts';
import { UserError, USAGE } from './user-error.ts';

/** The bytes of the file that was named, or of stdin. A word that is nearly a command is taken for a slip. */
export async function readSpecBytes(name: string, shell: Shell): Promise<Uint8Array> {
  if (name === '') {
    throw new UserError(USAGE, 'The name of the spec is empty. Name a Markdown file: orchestrate spec.md');
  }
  if (name === '-') {
    shell.err(shell.stdin.isTTY === true ? 'Write the spec, then Ctrl-D on a line of its own.\n' : '');
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
    throw await whyNot(name, error, shell);
  }
  // Reading from a pipe that nobody writes to would never end.
  throw specProblem('ESPIPE', name);
}

async function whyNot(name: string, error: unknown, { cwd }: Pick<Shell, 'cwd'>): Promise<Error> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  const near = name.includes('.') ? undefined : nearest(name, [...COMMAND_NAMES, 'help']);
  if (code === 'ENOENT' && near !== undefined) {
    return new UserError(USAGE, `There is no command or spec ${name}. Did you mean orchestrate ${near}?`);
  }
  const meant = await meantBy(name, code, cwd);
  return specProblem(code, name, meant);
}

const MOST_NAMED = 5;

/** Files that may have been meant: the nearest name in the same folder, or the Markdown files of a folder. */
async function meantBy(name: string, code: string, cwd: string): Promise<string[]> {
  const folder = code === 'EISDIR' ? name : path.dirname(name);
  const there = await readdir(path.resolve(cwd, folder)).catch(() => []);
  const near = nearest(path.basename(name), there);
  const names =
    code === 'EISDIR'
      ? there.filter((file) => /\.(?:md|markdown)$/i.test(file)).toSorted()
      : near === undefined
        ? []
        : [near];
  return names.slice(0, MOST_NAMED).map((file) => path.join(folder, file));
}
