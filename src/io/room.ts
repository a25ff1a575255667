import { statfs } from 'node:fs/promises';
import { attempt, type Git } from './git/call.ts';
import { namesIn } from './small-file.ts';

/** Bytes that the files of a commit take when they are checked out; submodules and what is not here count for nothing. */
export async function sizeOfFiles(git: Git, commit: string): Promise<number> {
  const { stdout } = await attempt(git, ['ls-tree', '-r', '-l', '--full-tree', commit]);
  const sizes = stdout.toString('latin1').matchAll(/^\d+ blob \w+ +(\d+)\t/gm);
  return [...sizes].reduce((sum, [, size]) => sum + Number(size), 0);
}

/** Bytes that may still be written to the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** How many working copies lie in the folder of slots already. */
export const copiesIn = async (slots: string): Promise<number> =>
  (await namesIn(slots)).filter((name) => /^(?:w|check|read)\d+$/.test(name)).length;
