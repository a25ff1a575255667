import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';

/** Every file of the guarded places by its path, with what it is and holds. */
export type Photo = ReadonlyMap<string, string>;

/** The places that a case must not change. */
type Guarded = Readonly<Record<'OUT' | 'HOME' | 'STATE' | 'MAIN', string>>;

/** Where git keeps what grows by itself, and what belongs to the task. */
const OWN =
  /^\.git\/(?:objects|logs|worktrees|refs\/orchestrate|refs\/heads\/(?:task|orchestrate))(?:\/|$)|^\.git\/(?:ORIG_HEAD|packed-refs)$/;

export async function photograph(places: Guarded): Promise<Photo> {
  const found = new Map<string, string>();
  for (const place of [places.OUT, places.HOME, places.STATE]) {
    await take(place, '', () => false, found);
  }
  await take(places.MAIN, '', (name) => OWN.test(name), found);
  return found;
}

async function take(
  root: string,
  name: string,
  leavesOut: (name: string) => boolean,
  into: Map<string, string>,
): Promise<void> {
  for (const entry of await readdir(path.join(root, name), { withFileTypes: true })) {
    const at = path.posix.join(name, entry.name);
    if (leavesOut(at)) {
      continue;
    }
    if (entry.isDirectory()) {
      await take(root, at, leavesOut, into);
    } else {
      into.set(path.join(root, at), await look(path.join(root, at)));
    }
  }
}

/** What is at a path, in short; `absent` where nothing is. */
export async function look(file: string): Promise<string> {
  const stat = await lstat(file).catch(() => null);
  if (stat === null) {
    return 'absent';
  }
  if (stat.isSymbolicLink()) {
    return `link to ${await readlink(file)}`;
  }
  if (!stat.isFile()) {
    return stat.isDirectory() ? 'folder' : 'special';
  }
  const mode = (stat.mode & 0o777).toString(8);
  return `${mode} ${createHash('sha256')
    .update(await readFile(file))
    .digest('hex')}`;
}

/** What differs between two photos, one line each. */
export function differences(before: Photo, after: Photo): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => `${name}: ${before.get(name) ?? 'absent'} became ${after.get(name) ?? 'absent'}`);
}
