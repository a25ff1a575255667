import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';
import { attempt, call, fields, type Git, line, userTree } from './call.ts';
import { resolveCommit } from './refs.ts';

export type Operation = 'merge' | 'rebase' | 'am' | 'cherry-pick' | 'revert' | 'bisect';

export type DirtyPath = {
  readonly path: string;
  /** Letters as `git status` shows them: index, then work tree; `??` is untracked. */
  readonly state: string;
};

export type Inspection = {
  /** Null before the first commit. */
  readonly head: string | null;
  /** What was begun and not ended. */
  readonly operation: Operation | null;
  readonly dirty: {
    /** Bounded; `total` counts all. */
    readonly paths: readonly DirtyPath[];
    readonly total: number;
    readonly staged: number;
    readonly modified: number;
    readonly untracked: number;
  };
  /** A lock on the index that some git process holds, or left behind. */
  readonly indexLock: { readonly path: string; readonly ageMs: number } | null;
  /** Objects of HEAD that a clone with a filter has left out. Git would fetch them when needed, which our calls never do. */
  readonly lacks: number;
  /** Whether objects and refs can be written; our calls need both. */
  readonly writable: boolean;
};

const MAX_LISTED = 1000;

/** What has to be known of a repository before a run, as facts. Takes no lock and writes nothing. */
export async function inspect(git: Git): Promise<Inspection> {
  const [head, operation, dirty, indexLock, isPartial, writable] = await Promise.all([
    resolveCommit(git, 'HEAD'),
    pending(git),
    dirtyPaths(git),
    lockOf(git),
    configured(git, '^(extensions\\.partialclone|remote\\..*\\.promisor)$'),
    canWrite(git),
  ]);
  const lacks = isPartial && head !== null ? await lackingAt(git, head) : 0;
  return { head, operation, dirty, indexLock, lacks, writable };
}

async function lackingAt(git: Git, commit: string): Promise<number> {
  const args = ['rev-list', '--objects', '--no-walk', '--missing=print', commit];
  const lines = (await call(git, args)).toString('latin1').split('\n');
  return lines.filter((one) => one.startsWith('?')).length;
}

/** Short name of the branch that the user's work tree is on; null when HEAD is detached. */
export async function currentBranch(git: Git): Promise<string | null> {
  const result = await attempt(git, ['symbolic-ref', '--quiet', 'HEAD'], { tree: userTree(git) });
  return result.exitCode === 0 ? line(result.stdout).replace(/^refs\/heads\//, '') : null;
}

const MARKS: readonly (readonly [file: string, operation: Operation])[] = [
  ['rebase-apply/applying', 'am'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
];

/** The operation that the user's work tree is in the middle of. */
export async function pending(git: Git): Promise<Operation | null> {
  const found = await Promise.all(MARKS.map(async ([file]) => exists(path.join(git.gitDir, file))));
  return MARKS[found.indexOf(true)]?.[1] ?? null;
}

/** `git status` of the user's checkout, one entry for each file. Submodules count when their commit changed. */
export async function status(git: Git): Promise<DirtyPath[]> {
  const args = ['status', '--porcelain=v1', '-z', '--no-renames', '--ignore-submodules=dirty'];
  const tree = userTree(git);
  const files = await attempt(git, [...args, '--untracked-files=all'], { tree });
  // Too many files to list one by one: folders then.
  const output =
    files.exitCode === 0 ? files.stdout : await call(git, [...args, '--untracked-files=normal'], { tree });
  return fields(output).map((entry) => ({ state: entry.slice(0, 2), path: entry.slice(3) }));
}

async function dirtyPaths(git: Git): Promise<Inspection['dirty']> {
  const all = await status(git);
  const count = (test: (state: string) => boolean): number => all.filter((entry) => test(entry.state)).length;
  return {
    paths: all.slice(0, MAX_LISTED),
    total: all.length,
    staged: count((state) => !' ?'.includes(state.charAt(0))),
    modified: count((state) => !' ?'.includes(state.charAt(1))),
    untracked: count((state) => state === '??'),
  };
}

async function lockOf(git: Git): Promise<Inspection['indexLock']> {
  const file = path.join(git.gitDir, 'index.lock');
  const found = await stat(file).catch(() => null);
  return found ? { path: file, ageMs: Math.max(0, Date.now() - found.mtimeMs) } : null;
}

/** Whether some setting of that name (a pattern) says yes, or names something. */
async function configured(git: Git, key: string): Promise<boolean> {
  const result = await attempt(git, ['config', '--get-regexp', key], { tree: userTree(git) });
  return result.exitCode === 0 && !/ (false|no|off|0)$/.test(line(result.stdout));
}

async function canWrite(git: Git): Promise<boolean> {
  const dirs = [git.commonDir, path.join(git.commonDir, 'objects'), path.join(git.commonDir, 'refs')];
  const results = await Promise.all(
    dirs.map(async (dir) =>
      access(dir, constants.W_OK).then(
        () => true,
        () => false,
      ),
    ),
  );
  return results.every(Boolean);
}

const exists = async (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );
