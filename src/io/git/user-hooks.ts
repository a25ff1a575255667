import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { attempt, type Git, line } from './call.ts';

/** Those that judge or change a commit or a push, by their names. */
const NAMES = ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'pre-merge-commit', 'pre-push'] as const;

export type UserHook = {
  readonly name: string;
  /** From the root of the work tree where it lies below, else whole. */
  readonly path: string;
  /** Why git itself would not run it, or would fail to; null where nothing is wrong. */
  readonly flaw: string | null;
};

/** The hooks of a repository that a commit by hand would run. Ours never do. */
export async function userHooks(git: Git): Promise<UserHook[]> {
  const dir = await folderOf(git);
  const found = await Promise.all(NAMES.map(async (name) => hookAt(git, name, path.join(dir, name))));
  return found.filter((hook) => hook !== null);
}

async function folderOf(git: Git): Promise<string> {
  for (const scope of ['--local', '--global']) {
    const told = await attempt(git, ['config', scope, '--type=path', '--get', 'core.hooksPath']);
    if (told.exitCode === 0) {
      return path.resolve(git.root, line(told.stdout));
    }
  }
  return path.join(git.commonDir, 'hooks');
}

async function hookAt(git: Git, name: string, file: string): Promise<UserHook | null> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) {
    return null;
  }
  const below = path.relative(git.root, file);
  const shown = below.startsWith('..') ? file : below;
  return { name, path: shown, flaw: (found.mode & 0o111) === 0 ? NOT_EXECUTABLE : await flawIn(file) };
}

const NOT_EXECUTABLE = 'it is not executable, so git passes it over';
const FIRST_LINE = 256;

async function flawIn(file: string): Promise<string | null> {
  const handle = await open(file).catch(() => null);
  if (!handle) {
    return 'it cannot be read';
  }
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(FIRST_LINE), 0, FIRST_LINE, 0);
    const first = buffer.toString('latin1', 0, bytesRead);
    return /^#![^\n]*\r\n/.test(first)
      ? 'its first line ends in CR LF, so its interpreter is not found'
      : null;
  } finally {
    await handle.close();
  }
}
