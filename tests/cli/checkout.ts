import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';

/** Where a run may write in a repository: objects, and refs under its own name. */
const OURS = /^\.git\/(?:objects(?:\/|$)|(?:logs\/)?refs\/(?:heads\/)?orchestrate(?:[-/]|$))/;
/** Larger files are told apart by size and time. */
const MOST_BYTES = 1024 * 1024;

/**
 * Every byte below the root of a repository that is its user's: files, ignored ones too, and of `.git` HEAD, index, config,
 * hooks, stash, refs and their logs. Links are not followed. Runs no git, which might write.
 */
async function checkoutOf(root: string): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  const walk = async (dir: string): Promise<void> => {
    const names = await readdir(path.join(root, dir)).catch(() => []);
    for (const name of names) {
      const file = path.posix.join(dir, name);
      if (OURS.test(file)) {
        continue;
      }
      const found = await lstat(path.join(root, file)).catch(() => null);
      if (found?.isDirectory()) {
        await walk(file);
      } else if (found) {
        const mode = found.mode.toString(8);
        all.set(file, `${mode} ${await wordsOf(path.join(root, file), found)}`);
      }
    }
  };
  await walk('');
  return all;
}

async function wordsOf(
  file: string,
  found: { isSymbolicLink(): boolean; isFile(): boolean; size: number; mtimeMs: number },
): Promise<string> {
  if (found.isSymbolicLink()) {
    return readlink(file);
  }
  if (!found.isFile() || found.size > MOST_BYTES) {
    return `${String(found.size)} ${String(found.mtimeMs)}`;
  }
  const bytes = await readFile(file).catch(() => 'unreadable');
  return createHash('sha256').update(bytes).digest('hex');
}

/** Does something, after which the user's checkout must be what it was before, to the byte. */
export async function leavingAlone<T>(root: string, work: () => Promise<T>): Promise<T> {
  const before = await checkoutOf(root);
  const result = await work();
  const after = await checkoutOf(root);
  const names = new Set([...before.keys(), ...after.keys()]);
  const changed = [...names].filter((name) => before.get(name) !== after.get(name));
  expect(changed, 'what is changed in the checkout of the user').toEqual([]);
  return result;
}
