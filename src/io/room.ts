import { statfs } from 'node:fs/promises';
import { attempt, fields, type Git } from './git/call.ts';
import { namesIn } from './small-file.ts';

export type Holdings = {
  /** What the files take when they are checked out; submodules and what is not here count for nothing. */
  readonly bytes: number;
  readonly submodules: readonly string[];
};

/** What a commit holds. */
export async function holdings(git: Git, commit: string): Promise<Holdings> {
  const rows = fields((await attempt(git, ['ls-tree', '-r', '-l', '-z', '--full-tree', commit])).stdout);
  const entries = rows.map((row) => /^\d+ (\w+) \w+ +(\d+|-)\t(.*)$/s.exec(row) ?? []);
  return {
    bytes: entries.reduce((sum, [, , size]) => sum + (Number(size) || 0), 0),
    submodules: entries.flatMap(([, kind, , name = '']) => (kind === 'commit' ? [name] : [])),
  };
}

/** Bytes that may still be written to the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** How many working copies lie in the folder of slots already. */
export const copiesIn = async (slots: string): Promise<number> =>
  (await namesIn(slots)).filter((name) => /^(?:w|check|read)\d+$/.test(name)).length;
