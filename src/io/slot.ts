import { chmod, lstat, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { bytePath, call, fields, type Git, ownTree, readable, type Tree } from './git/call.ts';
import { treeOf, writeCommit } from './git/commit.ts';
import { type Snapshot, snapshot, type SnapshotOptions } from './git/snapshot.ts';
import { dependencyFolders, ignoredFolders, keyOf } from './slot-keep.ts';
import { readRecord, writeRecord } from './slot-record.ts';
import { writeScratch } from './slot-scratch.ts';
import { findStrays } from './slot-strays.ts';
import { toTrash } from './slot-trash.ts';

export type Reset = {
  /** The folder was made anew; `because` says what was wrong with the old one, null when there was none. */
  readonly fresh: boolean;
  readonly because: string | null;
  /** Dependency folders that stayed, and those that went because their lock files changed or no rule ignores them. */
  readonly kept: readonly string[];
  readonly dropped: readonly string[];
};

/** A folder outside the user's checkout that holds the files of one commit at a time. One user at a time. */
export type Slot = {
  readonly path: string;
  readonly tree: Tree;
  /** For programs inside: a git that finds no repository in the folder must not find one above it. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Makes the folder hold exactly the files of a commit or tree, plus ignored folders named by `keep` (by name at any
   * depth, or by path) whose lock files are the same as before. A folder that is broken in any way goes to the trash.
   */
  reset(commit: string, options?: { readonly keep?: readonly string[] }): Promise<Reset>;
  /**
   * Says that what is untracked now was put there by the setup and is not work: snapshots leave it out. Returns those
   * paths. To be called after a setup and before an agent starts.
   */
  settle(): Promise<readonly string[]>;
  /** Commits what lies in the folder as a child of `base`; null when nothing differs. See {@link snapshot}. */
  snapshot(options: SnapshotOptions): Promise<Snapshot | null>;
};

type Place = {
  readonly git: Git;
  readonly path: string;
  readonly indexFile: string;
  readonly trash: string;
  readonly tree: Tree;
};

/** The lock of our own index: with one user at a time, it can only be left over from a call that was killed. */
const lockOf = (place: Place): string => `${place.indexFile}.lock`;

/** Opens a slot; its folder is made by the first reset. `indexFile` and `trash` lie beside it on the same disk. */
export function openSlot(options: { git: Git; path: string; indexFile: string; trash: string }): Slot {
  const place: Place = { ...options, tree: ownTree(options.git, options.path, options.indexFile) };
  return {
    path: place.path,
    tree: place.tree,
    environment: { GIT_CEILING_DIRECTORIES: path.dirname(place.path) },
    reset: async (commit, { keep = [] } = {}) => reset(place, commit, keep),
    settle: async () => settle(place),
    snapshot: async (wanted) => {
      const { settled } = await readRecord(place.indexFile);
      await rm(lockOf(place), { force: true });
      return snapshot(place.git, place.tree, { ...wanted, leave: [...settled, ...(wanted.leave ?? [])] });
    },
  };
}

async function reset(place: Place, commitOrTree: string, keep: readonly string[]): Promise<Reset> {
  const commit = await asCommit(place.git, commitOrTree);
  const fault = await usable(place);
  if (fault === null) {
    try {
      return await reuse(place, commit, keep);
    } catch (error) {
      return makeAnew(place, commit, error instanceof Error ? error.message : String(error));
    }
  }
  return makeAnew(place, commit, fault === 'absent' ? null : fault);
}

/** A tree alone gets a commit without parents, so that an agent's git has something to stand on. */
async function asCommit(git: Git, id: string): Promise<string> {
  const kind = (await call(git, ['cat-file', '-t', id])).toString('latin1').trim();
  return kind === 'tree'
    ? writeCommit(git, { tree: await treeOf(git, id), parents: [], message: 'files' })
    : id;
}

/** What keeps a folder from being used again; null when nothing does, `absent` when there is none. */
async function usable(place: Place): Promise<string | null> {
  const found = await lstat(place.path).catch(() => null);
  if (found === null) {
    return 'absent';
  }
  if (!found.isDirectory()) {
    return 'it is not a folder';
  }
  const record = await readRecord(place.indexFile).catch(() => null);
  return record === null ? 'nothing is known of it' : record.complete ? null : 'its last reset was cut short';
}

async function makeAnew(place: Place, commit: string, because: string | null): Promise<Reset> {
  await chmod(place.path, 0o700).catch(() => undefined);
  for (const old of [place.path, place.indexFile, lockOf(place)]) {
    await toTrash(place.trash, old);
  }
  await writeRecord(place.indexFile, { complete: false, settled: [] });
  await mkdir(place.path, { recursive: true, mode: 0o700 });
  await checkOut(place, commit);
  await writeRecord(place.indexFile, { complete: true, settled: [] });
  return { fresh: true, because, kept: [], dropped: [] };
}

async function reuse(place: Place, commit: string, keep: readonly string[]): Promise<Reset> {
  const { git, tree, trash } = place;
  const { settled } = await readRecord(place.indexFile);
  await writeRecord(place.indexFile, { complete: false, settled });
  await rm(lockOf(place), { force: true });
  const strays = await findStrays(git, tree);
  const found = await dependencyFolders(git, { commit, untracked: strays.untracked, keep });
  for (const name of [...strays.odd, ...strays.untracked.filter((stray) => !found.includes(stray))]) {
    await toTrash(trash, bytePath(place.path, name.replace(/\/$/, '')));
  }
  const keys = await Promise.all(found.map(async (name) => keyOf(place.path, name)));
  await checkOut(place, commit);
  const ignored = await ignoredFolders(git, tree, found);
  const kept: string[] = [];
  const dropped: string[] = [];
  for (const [i, name] of found.entries()) {
    const folder = readable(name.slice(0, -1));
    const wanted = ignored.has(name) || settled.includes(folder);
    const fits = wanted && keys[i] === (await keyOf(place.path, name));
    (fits ? kept : dropped).push(folder);
    await (fits ? null : toTrash(trash, bytePath(place.path, name.slice(0, -1))));
  }
  const stillSettled = settled.filter((folder) => kept.includes(folder));
  await writeRecord(place.indexFile, { complete: true, settled: stillSettled });
  return { fresh: false, because: null, kept, dropped };
}

/** Files by git, which unlinks before it writes and follows no link; then a git directory for the agent. */
async function checkOut({ git, tree, trash, indexFile }: Place, commit: string): Promise<void> {
  await toTrash(trash, path.join(tree.workTree, '.git'));
  await call(git, ['read-tree', '--reset', '-u', commit], { tree });
  await writeScratch(git, { dir: tree.workTree, commit, indexFile });
}

async function settle(place: Place): Promise<readonly string[]> {
  const args = ['ls-files', '--others', '--directory', '--exclude-standard', '-z'];
  const settled = fields(await call(place.git, args, { tree: place.tree })).map((name) =>
    name.replace(/\/$/, ''),
  );
  await writeRecord(place.indexFile, { ...(await readRecord(place.indexFile)), settled });
  return settled;
}
