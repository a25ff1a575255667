import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { call, type Git, userTree as checkout } from './call.ts';
import { currentBranch, status } from './inspect.ts';
import { listRefs, resolveCommit } from './refs.ts';

/** What is the user's own in a repository, as hashes that can be compared: the proof that a run left it alone. */
export type UserTree = {
  readonly head: string | null;
  readonly branch: string | null;
  /** Hashes of whole files: index, config, hooks, excludes, attributes, shallow, by name. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly stash: string;
  /** Changed and untracked files: state and hash of contents. */
  readonly files: Readonly<Record<string, string>>;
  /** All refs but those of this program. */
  readonly refs: Readonly<Record<string, string>>;
};

/** Files beyond this many, or larger than this, are told apart by size and time instead of contents. */
const MAX_HASHED = 2000;
const MAX_BYTES = 16 * 1024 * 1024;

/** Takes the fingerprint of the user's checkout. Takes no lock and writes nothing; ignored files are not looked at. */
export async function userTree(git: Git): Promise<UserTree> {
  const [head, branch, metadata, stash, files, refs] = await Promise.all([
    resolveCommit(git, 'HEAD'),
    currentBranch(git),
    metadataOf(git),
    call(git, ['stash', 'list', '--format=%H'], { tree: checkout(git) }),
    dirtyFiles(git),
    listRefs(git),
  ]);
  const theirs = refs.filter(({ ref }) => !/^refs\/(heads\/)?orchestrate\//.test(ref));
  return {
    head,
    branch,
    metadata,
    stash: stash.toString('utf8').trim(),
    files,
    refs: Object.fromEntries(theirs.map(({ ref, id }) => [ref, id])),
  };
}

/** What differs between two fingerprints, one sentence each; empty when nothing does. */
export function sameUserTree(before: UserTree, after: UserTree): string[] {
  return [
    ...moved('HEAD', before.head, after.head),
    ...moved('the branch', before.branch, after.branch),
    ...moved('the stash', before.stash || null, after.stash || null),
    ...differing('', before.metadata, after.metadata),
    ...differing('file ', before.files, after.files, fileVerb),
    ...differing('', before.refs, after.refs),
  ];
}

const moved = (what: string, before: string | null, after: string | null): string[] =>
  before === after ? [] : [`${what} was ${before ?? 'none'} and is ${after ?? 'none'}`];

type Hashes = Readonly<Record<string, string>>;

type Verb = (before: string | undefined, after: string | undefined) => string;

const namedVerb: Verb = (before, after) =>
  before === undefined ? 'appeared' : after === undefined ? 'is gone' : 'changed';

const UNTRACKED = '??';

/** Only what differs from the last commit is listed: a file that git knows appears there when it is changed. */
const fileVerb: Verb = (before, after) => {
  const untracked = (before ?? after ?? '').startsWith(UNTRACKED);
  return untracked ? namedVerb(before, after) : after === undefined ? 'is as it was committed' : 'changed';
};

function differing(kind: string, before: Hashes, after: Hashes, verb: Verb = namedVerb): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return names
    .filter((name) => before[name] !== after[name])
    .map((name) => `${kind}${name} ${verb(before[name], after[name])}`);
}

async function metadataOf(git: Git): Promise<Hashes> {
  const hooks = await readdir(path.join(git.commonDir, 'hooks')).catch(() => []);
  const named: [string, string][] = [
    ['index', path.join(git.gitDir, 'index')],
    ['config', path.join(git.commonDir, 'config')],
    ['config.worktree', path.join(git.gitDir, 'config.worktree')],
    ['shallow', path.join(git.commonDir, 'shallow')],
    ...['exclude', 'attributes', 'grafts'].map((f): [string, string] => [
      `info/${f}`,
      path.join(git.commonDir, 'info', f),
    ]),
    ['info/sparse-checkout', path.join(git.gitDir, 'info', 'sparse-checkout')],
    ...hooks.map((hook): [string, string] => [`hooks/${hook}`, path.join(git.commonDir, 'hooks', hook)]),
  ];
  const hashes = await Promise.all(
    named.map(async ([name, file]) => [name, await hashOf(file, true)] as const),
  );
  return Object.fromEntries(hashes.filter(([, hash]) => hash !== 'none'));
}

async function dirtyFiles(git: Git): Promise<Hashes> {
  const found: [string, string][] = [];
  for (const [i, entry] of (await status(git)).entries()) {
    const hash = await hashOf(path.join(git.root, entry.path), i < MAX_HASHED);
    found.push([entry.path, `${entry.state} ${hash}`]);
  }
  return Object.fromEntries(found);
}

/** Mode and contents of a file or link; `none` when it is not there. */
async function hashOf(file: string, contents: boolean): Promise<string> {
  const found = await lstat(file).catch(() => null);
  if (!found) {
    return 'none';
  }
  const mode = (found.mode & 0o7777).toString(8);
  if (found.isSymbolicLink()) {
    return `${mode} → ${await readlink(file)}`;
  }
  if (!found.isFile() || !contents || found.size > MAX_BYTES) {
    return `${mode} ${String(found.size)} ${String(found.mtimeMs)}`;
  }
  const bytes = await readFile(file).catch(() => 'unreadable');
  return `${mode} ${createHash('sha256').update(bytes).digest('hex')}`;
}
