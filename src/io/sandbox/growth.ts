import type { Dirent } from 'node:fs';
import { lstat, readdir, statfs } from 'node:fs/promises';
import path from 'node:path';

export type Growth = {
  /** Folders on one disk; looked through to their bottom. */
  readonly folders: readonly string[];
  readonly mostBytes: number;
  readonly onTooMuch: () => void;
};

const LOOK_MS = 200;

/**
 * Watches that what is written since now stays below a limit. The free room of the disk is asked for often, which costs
 * nothing; only when that has shrunk by so much are the files counted, and then those alone that have changed since.
 */
export function watchGrowth({ folders, mostBytes, onTooMuch }: Growth): () => void {
  const since = Date.now();
  const [first = '/'] = folders;
  let before: number | undefined;
  let stopped = false;
  const look = async (): Promise<void> => {
    const free = await freeBytes(first);
    before = Math.max(before ?? free, free);
    if (before - free > mostBytes && (await changedSince(folders, since)) > mostBytes && !stopped) {
      onTooMuch();
    }
  };
  let isLooking = false;
  const lookAgain = (): void => {
    if (!isLooking) {
      isLooking = true;
      look()
        .catch(() => undefined)
        .finally(() => {
          isLooking = false;
        });
    }
  };
  lookAgain();
  const timer = setInterval(lookAgain, LOOK_MS);
  timer.unref();
  return () => {
    stopped = true;
    clearInterval(timer);
  };
}

async function freeBytes(folder: string): Promise<number> {
  const { bfree, bsize } = await statfs(folder);
  return bfree * bsize;
}

/** Clocks of file systems run in steps. */
const SLACK_MS = 50;

async function changedSince(folders: readonly string[], since: number): Promise<number> {
  let sum = 0;
  const visit = async (folder: string): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
    for (const entry of entries) {
      const name = path.join(folder, entry.name);
      if (entry.isDirectory()) {
        await visit(name);
      } else if (entry.isFile()) {
        const found = await lstat(name).catch(() => null);
        sum += found && found.ctimeMs >= since - SLACK_MS ? found.blocks * 512 : 0;
      }
    }
  };
  for (const folder of folders) {
    await visit(folder);
  }
  return sum;
}
