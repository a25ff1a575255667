import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, copyFile, link, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FileError, protectedPath } from './files-error.ts';
import { TEMPORARY } from './files-names.ts';
import { reached } from './phase.ts';
import { locate, removeFolders, type Place } from './files-walk.ts';

/** `mode` is for a new file; one that exists keeps its own. `remove` takes a link away, not what it names. */
export type Change =
  | { readonly path: string; readonly bytes: Uint8Array; readonly mode?: number }
  | { readonly path: string; readonly remove: true };

export type CommitRules = {
  /** Turns a change's path into one from the root. */
  readonly place?: (path: string) => string;
  /** Whether a path, as asked or as it really is, is not to be changed. */
  readonly isProtected?: ((path: string) => boolean) | undefined;
};

type Step = { readonly change: Change; readonly place: Place; staged?: string; backup?: string };

const beside = (place: Place): string => `${dirname(place.at)}/${TEMPORARY}${randomBytes(6).toString('hex')}`;

/**
 * Makes all of the changes or none: everything is written next to its target first, then renamed; what was renamed
 * before an error is put back. Gives the real paths, in order.
 */
export async function commitChanges(
  root: string,
  changes: readonly Change[],
  rules: CommitRules = {},
): Promise<string[]> {
  const steps: Step[] = [];
  const done: Step[] = [];
  try {
    for (const change of changes) {
      steps.push(await prepare(root, change, rules));
    }
    refuseDoubles(steps);
    for (const step of steps) {
      await stage(step);
    }
    reached('file.staged');
    for (const step of steps) {
      await swap(step, steps.length > 1);
      done.push(step);
    }
  } catch (error) {
    await undo(done, steps);
    throw error;
  } finally {
    await sweep(steps);
  }
  return steps.map((step) => step.place.path);
}

async function prepare(root: string, change: Change, rules: CommitRules): Promise<Step> {
  const { place: named = (path: string) => path, isProtected = () => false } = rules;
  const path = named(change.path);
  const removes = 'remove' in change;
  const place = await locate(root, path, {
    write: true,
    create: !removes,
    keepLink: removes,
    asked: change.path,
  });
  try {
    if (isProtected(path) || isProtected(place.path)) {
      throw protectedPath(change.path);
    }
    await check(place, change);
  } catch (error) {
    await removeFolders(place.made);
    await place.close();
    throw error;
  }
  return { change, place };
}

async function check({ stat, at }: Place, change: Change): Promise<void> {
  if (stat?.isDirectory()) {
    throw new FileError('directory', `${change.path} is a directory, not a file.`);
  }
  if ('remove' in change) {
    if (!stat) {
      throw new FileError('missing', `${change.path} does not exist, it cannot be deleted.`);
    }
    return;
  }
  if (change.path.endsWith('/')) {
    throw new FileError('directory', `${change.path} names a directory. Give the path of a file.`);
  }
  if (!stat) {
    return;
  }
  if (!stat.isFile()) {
    throw new FileError('special', `${change.path} is not a regular file.`);
  }
  if (stat.nlink > 1) {
    throw new FileError(
      'special',
      `${change.path} is a hard link: the same file has ${stat.nlink} names, perhaps outside of the workspace. Copy it first.`,
    );
  }
  await access(at, constants.W_OK).catch(() => {
    throw new FileError('denied', `${change.path} is read-only: permission denied.`);
  });
}

function refuseDoubles(steps: readonly Step[]): void {
  const seen = new Map<string, string>();
  for (const { place, change } of steps) {
    const earlier = seen.get(place.path);
    if (earlier !== undefined) {
      throw new FileError('conflict', `${earlier} and ${change.path} are the same file; change it once.`);
    }
    seen.set(place.path, change.path);
  }
}

async function stage(step: Step): Promise<void> {
  const { change, place } = step;
  if ('remove' in change) {
    return;
  }
  const at = beside(place);
  const mode = place.stat ? place.stat.mode & 0o7777 : change.mode;
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const handle = await open(at, flags, 0o666);
  step.staged = at;
  try {
    await handle.writeFile(change.bytes);
    if (place.stat && (place.stat.uid !== process.getuid?.() || place.stat.gid !== process.getgid?.())) {
      await handle.chown(place.stat.uid, place.stat.gid).catch(() => {});
    }
    if (mode !== undefined) {
      await handle.chmod(mode);
    }
  } finally {
    await handle.close();
  }
}

/** A lone rename needs no copy to go back to. */
async function swap(step: Step, keepsCopy: boolean): Promise<void> {
  const { place } = step;
  if (step.staged === undefined) {
    const backup = beside(place);
    await rename(place.at, backup);
    step.backup = backup;
    return;
  }
  if (keepsCopy && place.stat) {
    const backup = beside(place);
    await link(place.at, backup).catch(async () => copyFile(place.at, backup));
    step.backup = backup;
  }
  await rename(step.staged, place.at);
  delete step.staged;
}

async function undo(done: readonly Step[], steps: readonly Step[]): Promise<void> {
  for (const step of done.toReversed()) {
    if (step.backup === undefined) {
      await unlink(step.place.at);
    } else {
      await rename(step.backup, step.place.at);
      delete step.backup;
    }
  }
  await sweepFiles(steps);
  for (const { place } of steps.toReversed()) {
    await removeFolders(place.made);
  }
}

async function sweepFiles(steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    for (const at of [step.staged, step.backup]) {
      if (at !== undefined) {
        await unlink(at).catch(() => {});
      }
    }
  }
}

async function sweep(steps: readonly Step[]): Promise<void> {
  await sweepFiles(steps);
  await Promise.all(steps.map(async ({ place }) => place.close()));
}
