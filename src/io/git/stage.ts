import { lstat, open } from 'node:fs/promises';
import { TEMPORARY } from '../files-names.ts';
import {
  attempt,
  bytePath,
  call,
  fields,
  type Git,
  GitError,
  nameList,
  readable,
  type Tree,
} from './call.ts';

export type Refused = { readonly path: string; readonly reason: string };

export type Staged = {
  /** The tree that the index holds now. */
  readonly tree: string;
  /** Folders with a repository of their own: neither they nor what lies in them was taken. */
  readonly nested: readonly string[];
  /** Files that cannot be stored (unreadable, not a file, a name that git forbids): the index keeps what it had. */
  readonly refused: readonly Refused[];
};

/**
 * Brings an index to what lies in its folder. Ignored files are never taken, nor anything below `leave`; submodules stay
 * as the index has them.
 */
export async function stage(git: Git, tree: Tree, leave: readonly string[] = []): Promise<Staged> {
  const [changed, others] = await Promise.all([changedFiles(git, tree), untracked(git, tree)]);
  const left = leave.map((p) => Buffer.from(p, 'utf8').toString('latin1'));
  const taken = [...changed.present, ...others].filter(
    (p) => !left.some((l) => p === l || p.startsWith(`${l}/`)),
  );
  const nested = taken.filter((p) => p.endsWith('/'));
  const present = taken.filter((p) => !p.endsWith('/'));
  if (changed.gone.length > 0) {
    await call(git, ['update-index', '--force-remove', '-z', '--stdin'], {
      tree,
      input: nameList(changed.gone),
    });
  }
  const refused = await add(git, tree, present);
  const id = await call(git, ['write-tree'], { tree });
  return { tree: id.toString('latin1').trim(), nested: nested.map((p) => readable(p.slice(0, -1))), refused };
}

/** Paths under version control that differ from the index, as bytes in `latin1`. Submodules are left out. */
async function changedFiles(git: Git, tree: Tree): Promise<{ gone: string[]; present: string[] }> {
  const args = ['diff-files', '--raw', '-z', '--no-renames', '--ignore-submodules=all'];
  const parts = fields(await call(git, args, { tree }), 'latin1');
  const gone: string[] = [];
  const present: string[] = [];
  for (let i = 0; i + 1 < parts.length; i += 2) {
    (parts[i]?.endsWith('D') ? gone : present).push(parts[i + 1] ?? '');
  }
  return { gone, present };
}

/** Files that no rule ignores, one by one; a repository inside is one path that ends in `/`. */
async function untracked(git: Git, tree: Tree): Promise<string[]> {
  return fields(
    await call(git, ['ls-files', '--others', '--exclude-standard', `--exclude=${TEMPORARY}*`, '-z'], {
      tree,
    }),
    'latin1',
  );
}

/** Adds files to the index. Those that cannot be stored are found by halving and named; any other trouble is thrown. */
async function add(git: Git, tree: Tree, paths: readonly string[]): Promise<Refused[]> {
  if (paths.length === 0) {
    return [];
  }
  const args = ['update-index', '--add', '--replace', '-z', '--stdin'];
  const result = await attempt(git, args, { tree, input: nameList(paths) });
  // A name that git forbids is passed over with a word, and that is all.
  const forbidden = /^Ignoring path /m.test(result.stderr);
  if (result.exitCode === 0 && !forbidden) {
    return [];
  }
  const [only, ...more] = paths;
  if (only !== undefined && more.length === 0) {
    const reason = forbidden ? 'git forbids such a name' : await unstorable(tree, only);
    if (reason === null) {
      throw new GitError(args, result);
    }
    return [{ path: readable(only), reason }];
  }
  const half = Math.ceil(paths.length / 2);
  return [...(await add(git, tree, paths.slice(0, half))), ...(await add(git, tree, paths.slice(half)))];
}

/** Why a file cannot be read as one; null when nothing is wrong with the file itself. */
async function unstorable(tree: Tree, name: string): Promise<string | null> {
  const file = bytePath(tree.workTree, name);
  const found = await lstat(file).catch(() => null);
  if (found === null) {
    return 'it cannot be reached';
  }
  if (found.isSymbolicLink()) {
    return null;
  }
  if (!found.isFile()) {
    return 'it is neither a file nor a link';
  }
  const handle = await open(file).catch(() => null);
  await handle?.close();
  return handle ? null : 'it cannot be read';
}
