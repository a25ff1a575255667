import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import path from 'node:path';

/**
 * Takes a file, link or folder out of the way by a rename: one step, whatever its size. Links are never followed; what
 * is not there is no error. `trash` lies on the same disk.
 */
export async function toTrash(trash: string, target: string | Buffer): Promise<void> {
  await mkdir(trash, { recursive: true, mode: 0o700 });
  try {
    await rename(target, path.join(trash, randomUUID()));
  } catch (error) {
    if (!isMissing(error)) {
      throw error;
    }
  }
}

/** Deletes for good what lies in the trash, read-only folders included. Slow; nothing waits for it. */
export async function emptyTrash(trash: string): Promise<void> {
  for (const name of await readdir(trash).catch(() => [])) {
    const target = path.join(trash, name);
    try {
      await rm(target, { recursive: true, force: true });
    } catch {
      await unlock(target);
      await rm(target, { recursive: true, force: true });
    }
  }
}

async function unlock(dir: string): Promise<void> {
  await chmod(dir, 0o700);
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    if (entry.isDirectory()) {
      await unlock(path.join(dir, entry.name));
    }
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
