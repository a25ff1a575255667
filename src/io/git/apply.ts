import { throughPrograms } from './attributes.ts';
import { attempt, call, type Git, userTree } from './call.ts';
import { changes } from './changes.ts';
import { writeCommit } from './commit.ts';
import { isAncestor } from './history.ts';
import { currentBranch, pending, status } from './inspect.ts';
import { mergeTrees } from './rebase.ts';
import { resolveCommit } from './refs.ts';

export type Applied =
  | { readonly kind: 'merged'; readonly commit: string; readonly how: 'fast_forward' | 'merge' }
  /** The user's branch holds the commit already. */
  | { readonly kind: 'already' }
  | { readonly kind: 'conflict'; readonly files: readonly string[] }
  /** Nothing was done, and why. */
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Brings a commit into the branch that the user has checked out, files included: by fast-forward, else by a merge commit.
 * The one call that changes the user's checkout. It does nothing at all unless the checkout is clean and the merge is.
 */
export async function mergeInto(
  git: Git,
  { commit, message }: { commit: string; message: string },
): Promise<Applied> {
  const [head, branch, operation, dirty] = await Promise.all([
    resolveCommit(git, 'HEAD'),
    currentBranch(git),
    pending(git),
    status(git),
  ]);
  const unclean = dirty.filter((entry) => entry.state !== '??').map((entry) => entry.path);
  if (head === null || branch === null) {
    return { kind: 'refused', reason: 'HEAD is on no branch with a commit' };
  }
  if (operation !== null) {
    return { kind: 'refused', reason: `a ${operation} is in progress` };
  }
  if (unclean.length > 0) {
    return { kind: 'refused', reason: `there are uncommitted changes: ${unclean.slice(0, 5).join(', ')}` };
  }
  if (await isAncestor(git, commit, head)) {
    return { kind: 'already' };
  }
  const target = await merged(git, { head, commit, message });
  return target.kind === 'merged' ? moveCheckout(git, head, target) : target;
}

async function merged(
  git: Git,
  { head, commit, message }: { head: string; commit: string; message: string },
): Promise<Extract<Applied, { kind: 'merged' | 'conflict' | 'refused' }>> {
  if (await isAncestor(git, head, commit)) {
    return { kind: 'merged', commit, how: 'fast_forward' };
  }
  if ((await attempt(git, ['merge-base', head, commit])).exitCode !== 0) {
    return { kind: 'refused', reason: 'the histories have nothing in common' };
  }
  const result = await mergeTrees(git, head, commit);
  if (result.kind === 'conflict') {
    return result;
  }
  return {
    kind: 'merged',
    commit: await writeCommit(git, { tree: result.tree, parents: [head, commit], message }),
    how: 'merge',
  };
}

/** Files first, then the branch: a cut in between shows as staged changes, never as lost ones. */
async function moveCheckout(
  git: Git,
  head: string,
  target: Extract<Applied, { kind: 'merged' }>,
): Promise<Applied> {
  const tree = userTree(git);
  const changed = await changes(git, head, target.commit);
  const filtered = await throughPrograms(
    git,
    changed.map((change) => change.path),
  );
  if (filtered.length > 0) {
    return {
      kind: 'refused',
      reason: `files pass a program of yours (${filtered.slice(0, 3).join(', ')}), which is not run here: use git merge ${target.commit.slice(0, 10)}`,
    };
  }
  const read = await attempt(git, ['read-tree', '-m', '-u', head, target.commit], { tree });
  if (read.exitCode !== 0) {
    return { kind: 'refused', reason: read.stderr.trim() };
  }
  await call(git, ['update-ref', '-m', `orchestrate apply: ${target.how}`, 'HEAD', target.commit, head], {
    tree,
  });
  return target;
}
