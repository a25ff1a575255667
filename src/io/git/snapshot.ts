import { copyFile, mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { throughPrograms } from './attributes.ts';
import { type Git, type Tree, userTree } from './call.ts';
import { type Change, changes } from './changes.ts';
import { type Trailers, treeOf, writeCommit } from './commit.ts';
import { status } from './inspect.ts';
import { moveRef, resolveCommit } from './refs.ts';
import { type Refused, type Staged, stage } from './stage.ts';

export type Snapshot = {
  readonly commit: string;
  readonly changes: readonly Change[];
  /** Repositories inside the folder; nothing of them is in the commit. */
  readonly nested: readonly string[];
  readonly refused: readonly Refused[];
};

export type SnapshotOptions = {
  readonly base: string;
  readonly message: string;
  readonly trailers?: Trailers;
  /** Untracked paths that are not work, such as dependencies that no rule ignores. */
  readonly leave?: readonly string[];
};

/**
 * Commits what lies in a folder of ours as one child of `base`, whatever was committed, stashed or checked out in there.
 * Null when the folder holds exactly what the base does. Moves no ref.
 */
export async function snapshot(git: Git, tree: Tree, options: SnapshotOptions): Promise<Snapshot | null> {
  const staged = await stage(git, tree, options.leave);
  if (staged.tree === (await treeOf(git, options.base))) {
    return null;
  }
  const commit = await writeCommit(git, {
    tree: staged.tree,
    parents: [options.base],
    message: options.message,
    ...(options.trailers ? { trailers: options.trailers } : {}),
  });
  return {
    commit,
    changes: await changes(git, options.base, commit),
    nested: staged.nested,
    refused: staged.refused,
  };
}

export type Captured = Omit<Snapshot, 'changes'> & {
  /** Modified files that only a program named by the user's attributes (such as git-lfs) could store: not captured. */
  readonly filtered: readonly string[];
};

/**
 * Commits the user's uncommitted state (staged, modified and untracked files) as a child of HEAD onto `ref`, which must
 * not exist. Nothing of the user's checkout is touched: a copy of the index is worked on, in a folder below `scratch`.
 * Null on a clean tree.
 */
export async function captureDirty(
  git: Git,
  { ref, message, scratch }: { ref: string; message: string; scratch: string },
): Promise<Captured | null> {
  const head = await resolveCommit(git, 'HEAD');
  if (head === null) {
    throw new Error('there is no commit to capture changes against');
  }
  const dir = await mkdtemp(path.join(scratch, 'capture-'));
  try {
    const tree: Tree = { ...userTree(git), indexFile: path.join(dir, 'index') };
    await copyIndex(path.join(git.gitDir, 'index'), tree.indexFile);
    const filtered = await throughPrograms(
      git,
      (await status(git)).map((entry) => entry.path),
    );
    const staged: Staged = await stage(git, tree, filtered);
    if (staged.tree === (await treeOf(git, head))) {
      return null;
    }
    const commit = await writeCommit(git, { tree: staged.tree, parents: [head], message });
    const moved = await moveRef(git, { ref, from: null, to: commit });
    if (moved.kind !== 'moved') {
      throw new Error(`${ref} exists already`);
    }
    return { commit, nested: staged.nested, refused: staged.refused, filtered };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/**
 * Copies an index so that git goes on to distrust entries as young as the index itself: the copy must not look younger.
 * No index is no error.
 */
export async function copyIndex(from: string, to: string): Promise<void> {
  const found = await stat(from).catch(() => null);
  if (found) {
    await copyFile(from, to);
    const second = Math.floor(found.mtimeMs / 1000);
    await utimes(to, second, second);
  }
}
