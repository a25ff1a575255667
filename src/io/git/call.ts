import path from 'node:path';
import { exec, type ExecResult } from '../exec.ts';
import { reached } from '../phase.ts';
import { asEnvironment, type Setting, SLOT } from './pins.ts';

export type Identity = {
  readonly name: string;
  readonly email: string;
  /** The user has configured none, so that commits carry the program's name. */
  readonly fallback: boolean;
};

/** A user's repository as found from one folder, and everything that our calls on it need. */
export type Git = {
  readonly version: string;
  /** Top folder of the user's work tree, a real path. */
  readonly root: string;
  /** The folder that it was opened from, relative to `root` with `/`; empty at the root. */
  readonly start: string;
  /** The git directory of this work tree; differs from `commonDir` in a linked work tree. */
  readonly gitDir: string;
  /** The git directory with objects, refs and config. */
  readonly commonDir: string;
  readonly identity: Identity;
  /** Settings of the user that decide over file contents (line ends, excludes), as they are in force. */
  readonly carried: readonly Setting[];
  /** Filters that are configured as programs, by name. Our calls run none of them. */
  readonly filters: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Settings that disarm the drivers which the repository names right now. */
  readonly disarm: () => Promise<readonly Setting[]>;
};

/** A folder of files with its index: the user's own, or one of ours. */
export type Tree = {
  readonly gitDir: string;
  readonly workTree: string;
  readonly indexFile: string;
  readonly settings: readonly Setting[];
};

export type CallOptions = {
  /** The folder that the call is about; without it the call sees objects and refs only. */
  readonly tree?: Tree;
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  readonly maxBytes?: number;
};

/** A git call of ours that failed; `message` holds git's own words. */
export class GitError extends Error {
  override readonly name = 'GitError';
  readonly args: readonly string[];
  readonly exitCode: number | null;
  readonly stderr: string;

  constructor(args: readonly string[], result: ExecResult) {
    const words = result.stderr.trim() || (result.failure ?? 'no output');
    super(
      `git ${args[0] ?? ''} failed (${result.exitCode === null ? 'killed' : `exit ${String(result.exitCode)}`}): ${words}`,
    );
    this.args = args;
    this.exitCode = result.exitCode;
    this.stderr = result.stderr;
  }
}

/** Longest time for one call. A call is never cut by a signal: that would leave lock files in the user's repository. */
const TIMEOUT_MS = 600_000;

/** The only place that starts git. No shell, nothing inherited, an exit code is a result. */
export async function start(
  args: readonly string[],
  options: {
    cwd: string;
    env: Readonly<Record<string, string>>;
    input?: string | Uint8Array;
    maxBytes?: number;
  },
): Promise<ExecResult> {
  const running = exec('git', ['--no-pager', ...args], { timeoutMs: TIMEOUT_MS, group: 'own', ...options });
  reached(`git.${args[0] ?? ''}.begun`);
  const result = await running;
  reached(`git.${args[0] ?? ''}.ended`);
  return result;
}

/** Runs git on a repository and hands back whatever came of it. */
export async function attempt(
  git: Git,
  args: readonly string[],
  options: CallOptions = {},
): Promise<ExecResult> {
  const tree = options.tree ?? objectsOnly(git);
  const settings = [...git.carried, ...tree.settings, ...(await git.disarm())];
  const env = {
    ...git.environment,
    ...asEnvironment(settings),
    GIT_DIR: tree.gitDir,
    GIT_WORK_TREE: tree.workTree,
    GIT_INDEX_FILE: tree.indexFile,
    ...options.env,
  };
  return start(args, {
    cwd: tree.workTree,
    env,
    ...(options.input === undefined ? {} : { input: options.input }),
    ...(options.maxBytes === undefined ? {} : { maxBytes: options.maxBytes }),
  });
}

/** Runs git on a repository and hands back its output; throws {@link GitError} for every exit code but 0. */
export async function call(git: Git, args: readonly string[], options: CallOptions = {}): Promise<Buffer> {
  const result = await attempt(git, args, options);
  if (result.exitCode !== 0) {
    throw new GitError(args, result);
  }
  return result.stdout;
}

/** Output that is one line. */
export const line = (output: Buffer): string => output.toString('utf8').replace(/\n$/, '');

/**
 * Fields that end in NUL. Paths are bytes to git: `latin1` keeps each byte, so that such a field can go back to git as it
 * came; `utf8` is for people and records.
 */
export function fields(output: Buffer, encoding: 'utf8' | 'latin1' = 'utf8'): string[] {
  const parts = output.toString(encoding).split('\0');
  parts.pop();
  return parts;
}

/** The path of a name that git gave as bytes in `latin1`, byte for byte. */
export const bytePath = (dir: string, name: string): Buffer =>
  Buffer.concat([Buffer.from(`${dir}${path.sep}`), Buffer.from(name, 'latin1')]);

/** A name that git gave as bytes in `latin1`, for people and records. */
export const readable = (name: string): string => Buffer.from(name, 'latin1').toString('utf8');

/** Names in `latin1` as input for git's `--stdin -z`. */
export const nameList = (names: readonly string[]): Buffer => Buffer.from(`${names.join('\0')}\0`, 'latin1');

/** The user's own checkout. */
export const userTree = (git: Git): Tree => ({
  gitDir: git.gitDir,
  workTree: git.root,
  indexFile: path.join(git.gitDir, 'index'),
  settings: [],
});

/** A folder of ours over the user's objects, with an index of ours. */
export const ownTree = (git: Git, workTree: string, indexFile: string): Tree => ({
  gitDir: git.commonDir,
  workTree,
  indexFile,
  settings: SLOT,
});

/** No files and an index that does not exist: attributes of whatever is checked out cannot colour what is shown. */
const objectsOnly = (git: Git): Tree => ({
  gitDir: git.commonDir,
  workTree: git.commonDir,
  indexFile: path.join(git.commonDir, 'no-index-of-ours'),
  settings: [],
});
