import { createHash } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import path from 'node:path';
import { attempt, call, fields, type Git, GitError, nameList, readable, type Tree } from './git/call.ts';

/** Files that pin what a dependency folder holds. */
const LOCKS = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'bun.lockb',
  'poetry.lock',
  'uv.lock',
  'pdm.lock',
  'Pipfile.lock',
  'requirements.txt',
  'Cargo.lock',
  'go.sum',
  'composer.lock',
  'Gemfile.lock',
  'mix.lock',
];

/** Where nothing is pinned, the wishes decide. */
const MANIFESTS = [
  'package.json',
  'pyproject.toml',
  'setup.py',
  'Pipfile',
  'Cargo.toml',
  'go.mod',
  'composer.json',
  'Gemfile',
  'mix.exs',
];

/**
 * The untracked folders that `keep` names (by name at any depth, or by path) and in which the commit has no file of its
 * own. Names are bytes in `latin1` that end in `/`; links are no folders.
 */
export async function dependencyFolders(
  git: Git,
  { commit, untracked, keep }: { commit: string; untracked: readonly string[]; keep: readonly string[] },
): Promise<string[]> {
  const named = untracked.filter((name) => {
    const folder = readable(name.slice(0, -1));
    return name.endsWith('/') && (keep.includes(folder) || keep.includes(path.posix.basename(folder)));
  });
  if (named.length === 0) {
    return [];
  }
  const paths = named.map((name) => readable(name.slice(0, -1)));
  const taken = fields(
    await call(git, ['ls-tree', '-z', '--name-only', '--full-tree', commit, '--', ...paths]),
  );
  return named.filter((_, i) => !taken.includes(paths[i] ?? ''));
}

/** Those of the folders that a rule of the files as they are now ignores. */
export async function ignoredFolders(git: Git, tree: Tree, folders: readonly string[]): Promise<Set<string>> {
  if (folders.length === 0) {
    return new Set();
  }
  const args = ['check-ignore', '-z', '--stdin'];
  // This command alone refuses literal paths; the prefix keeps a leading `:` from being magic.
  const input = nameList(folders.map((name) => `./${name}`));
  const result = await attempt(git, args, { tree, input, env: { GIT_LITERAL_PATHSPECS: '0' } });
  if (result.exitCode !== 0 && result.exitCode !== 1) {
    throw new GitError(args, result);
  }
  return new Set(fields(result.stdout, 'latin1').map((name) => name.slice('./'.length)));
}

/**
 * A hash of the files that decide what a dependency folder below `root` should hold: lock files beside it or in the
 * nearest folder above, else manifests there. Equal hashes mean that the folder still fits.
 */
export async function keyOf(root: string, folder: string): Promise<string> {
  const dirs = foldersAbove(readable(folder));
  for (const names of [LOCKS, MANIFESTS]) {
    for (const dir of dirs) {
      const hash = await hashOf(path.join(root, dir), names);
      if (hash !== null) {
        return `${dir}:${hash}`;
      }
    }
  }
  return 'nothing';
}

/** The folder that holds a path, the one that holds that, and so on up to `.`. */
function foldersAbove(folder: string): string[] {
  const dir = path.posix.dirname(folder);
  return dir === '.' ? [dir] : [dir, ...foldersAbove(dir)];
}

async function hashOf(dir: string, names: readonly string[]): Promise<string | null> {
  const found = await Promise.all(names.map(async (name) => contents(path.join(dir, name))));
  if (found.every((bytes) => bytes === null)) {
    return null;
  }
  const hash = createHash('sha256');
  found.forEach((bytes, i) => {
    hash.update(`${names[i] ?? ''}\0${bytes === null ? '-' : String(bytes.length)}\0`).update(bytes ?? '');
  });
  return hash.digest('hex');
}

/** An agent may have put anything in the place of a lock file: links and pipes are not read. */
async function contents(file: string): Promise<Buffer | null> {
  const found = await lstat(file).catch(() => null);
  return found?.isFile() ? readFile(file).catch(() => null) : null;
}
