import { attempt, fields, type Git, GitError } from './call.ts';
import { readCommit, treeOf, writeCommit } from './commit.ts';

export type Merged =
  | { readonly kind: 'clean'; readonly tree: string }
  | { readonly kind: 'conflict'; readonly files: readonly string[] };

/** Merges two commits in memory: no work tree, no index, no ref is touched. */
export async function mergeTrees(git: Git, ours: string, theirs: string): Promise<Merged> {
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ours, theirs];
  const result = await attempt(git, args);
  const [tree = '', ...files] = fields(result.stdout).filter(Boolean);
  if (result.exitCode === 0) {
    return { kind: 'clean', tree };
  }
  if (result.exitCode === 1 && tree !== '') {
    return { kind: 'conflict', files: [...new Set(files)] };
  }
  throw new GitError(args, result);
}

export type Rebased =
  | { readonly kind: 'rebased'; readonly commit: string }
  /** The new head holds everything that the commit does. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'conflict'; readonly files: readonly string[] };

/**
 * Puts what `commit` does to `base` on top of `head`, author and message kept. The base is what the caller says it is,
 * whatever the history of the commit looks like.
 */
export async function rebase(
  git: Git,
  { base, commit, head }: { base: string; commit: string; head: string },
): Promise<Rebased> {
  if (base === head) {
    return { kind: 'rebased', commit };
  }
  const [headTree, commitTree, original] = await Promise.all([
    treeOf(git, head),
    treeOf(git, commit),
    readCommit(git, commit),
  ]);
  // Older git cannot be told a merge base; two commits on the same parent have exactly one.
  const onBase = async (tree: string): Promise<string> =>
    writeCommit(git, { tree, parents: [base], message: 'side of a merge' });
  const merged = await mergeTrees(git, await onBase(headTree), await onBase(commitTree));
  if (merged.kind === 'conflict') {
    return merged;
  }
  if (merged.tree === headTree) {
    return { kind: 'empty' };
  }
  return {
    kind: 'rebased',
    commit: await writeCommit(git, {
      tree: merged.tree,
      parents: [head],
      message: original.message,
      author: original.author,
    }),
  };
}
