import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { attempt, call, fields, type Git, GitError, line } from './call.ts';

/** Id of the commit that a name (branch, tag, `HEAD` of the user's work tree, abbreviated id) stands for; null if none. */
export async function resolveCommit(git: Git, name: string): Promise<string | null> {
  const env = { GIT_DIR: git.gitDir };
  const result = await attempt(
    git,
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`],
    { env },
  );
  return result.exitCode === 0 ? line(result.stdout) : null;
}

/** What a full ref name points at; null when there is no such ref. */
export async function readRef(git: Git, ref: string): Promise<string | null> {
  const result = await attempt(git, ['rev-parse', '--verify', '--quiet', '--end-of-options', ref]);
  return result.exitCode === 0 ? line(result.stdout) : null;
}

export type RefMove =
  | { readonly kind: 'moved' }
  /** Somebody else was faster: the ref is at `now`. */
  | { readonly kind: 'stale'; readonly now: string | null }
  /** A work tree has this branch checked out; it would change under the feet of whoever works there. */
  | { readonly kind: 'checked_out'; readonly where: string };

/**
 * Moves a ref by compare-and-swap: from `from` (null: it must not exist yet) to `to` (null: it is deleted). A ref that is
 * there already counts as moved, so that a repeated step ends alike. Throws {@link GitError} for any other trouble.
 */
export async function moveRef(
  git: Git,
  {
    ref,
    from,
    to,
    reason = 'orchestrate',
  }: { ref: string; from: string | null; to: string | null; reason?: string },
): Promise<RefMove> {
  const before = await readRef(git, ref);
  if (before === to) {
    return { kind: 'moved' };
  }
  if (before !== from) {
    return { kind: 'stale', now: before };
  }
  const where = from === null ? null : await checkedOut(git, ref);
  if (where !== null) {
    return { kind: 'checked_out', where };
  }
  const zero = '0'.repeat((to ?? from ?? '').length);
  const args = ['update-ref', '--no-deref', '-m', reason, '-z', '--stdin'];
  const result = await attempt(git, args, { input: `update ${ref}\0${to ?? zero}\0${from ?? zero}\0` });
  if (result.exitCode === 0) {
    return { kind: 'moved' };
  }
  const now = await readRef(git, ref);
  if (now !== from) {
    return now === to ? { kind: 'moved' } : { kind: 'stale', now };
  }
  throw new GitError(args, result);
}

/** The work tree that has a branch checked out; null when there is none. `branch` is a full ref name. */
export async function checkedOut(git: Git, branch: string): Promise<string | null> {
  if (!branch.startsWith('refs/heads/')) {
    return null;
  }
  let where = '';
  for (const field of fields(await call(git, ['worktree', 'list', '--porcelain', '-z']))) {
    if (field.startsWith('worktree ')) {
      where = field.slice('worktree '.length);
    }
    if (field === `branch ${branch}`) {
      return where;
    }
  }
  return null;
}

export type Ref = { readonly ref: string; readonly id: string };

/** All refs below a prefix such as `refs/orchestrate/`, by name; every ref of the repository by default. */
export async function listRefs(git: Git, prefix = 'refs/'): Promise<Ref[]> {
  const output = await call(git, ['for-each-ref', '--format=%(refname) %(objectname)', prefix]);
  return output
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((row) => ({ ref: row.slice(0, row.lastIndexOf(' ')), id: row.slice(row.lastIndexOf(' ') + 1) }));
}

/**
 * Removes locks on refs of ours that a killed call left behind; returns their paths. Only for the one who holds the lock of
 * the repository, before anything else of the run has begun. Locks on anything of the user's are not looked at.
 */
export async function dropStaleLocks(
  git: Git,
  folders: readonly string[] = ['refs/orchestrate', 'refs/heads/orchestrate'],
): Promise<string[]> {
  const dropped: string[] = [];
  for (const folder of folders) {
    const dir = path.join(git.commonDir, folder);
    const names = await readdir(dir, { recursive: true }).catch(() => []);
    dropped.push(...names.filter((name) => name.endsWith('.lock')).map((name) => path.join(dir, name)));
  }
  await Promise.all(dropped.map(async (file) => rm(file, { force: true })));
  return dropped;
}

/** Whether there is a branch of this short name. */
export const branchExists = async (git: Git, branch: string): Promise<boolean> =>
  (await readRef(git, `refs/heads/${branch}`)) !== null;

/**
 * A short branch name for a run that nobody has: `orchestrate/<run>`, else with a number, else without the folder where
 * a branch named `orchestrate` stands in the way. Names that differ by case only count as taken.
 */
export async function freeBranch(git: Git, run: string): Promise<string> {
  const taken = (await listRefs(git, 'refs/heads/')).map(({ ref }) =>
    ref.slice('refs/heads/'.length).toLowerCase(),
  );
  const stem = `orchestrate${taken.includes('orchestrate') ? '-' : '/'}${run}`;
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? stem : `${stem}-${String(n)}`;
    const wanted = name.toLowerCase();
    if (!taken.some((t) => t === wanted || t.startsWith(`${wanted}/`) || wanted.startsWith(`${t}/`))) {
      return name;
    }
  }
}
