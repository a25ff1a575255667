import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import type { Git } from '../../../src/io/git/call.ts';
import { openGit } from '../../../src/io/git/open.ts';

const run = promisify(execFile);

/** A folder of its own for one test, gone when the test has ended. A real path. */
export async function folder(): Promise<string> {
  const dir = await realpath(await mkdtemp(path.join(tmpdir(), 'orchestrate-')));
  onTestFinished(async () => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** The environment of a user whose home is `home`: nothing of the machine's own configuration counts. */
export const userEnv = (home: string, more: Record<string, string> = {}): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  GIT_CONFIG_NOSYSTEM: '1',
  ...more,
});

export type Repository = {
  readonly home: string;
  readonly root: string;
  readonly env: Record<string, string>;
  /** The user's own git; trimmed output. */
  git(...args: string[]): Promise<string>;
  /** Writes files: a text, a link `→ target`, or an executable text that starts with `#!`. */
  write(files: Readonly<Record<string, string>>): Promise<void>;
  commit(files: Readonly<Record<string, string>>, message?: string): Promise<string>;
  open(dir?: string): Promise<Git>;
};

const CONFIG =
  '[user]\n\tname = Ada\n\temail = ada@example.org\n[init]\n\tdefaultBranch = main\n\ttemplateDir = /dev/null\n';

/** A user with a repository that has one commit, the file `a.txt`. */
export async function repository(name = 'repo'): Promise<Repository> {
  const home = await folder();
  const root = path.join(home, name);
  await cp(await made(), root, { recursive: true });
  await writeFile(path.join(home, '.gitconfig'), CONFIG);
  return at(home, root);
}

function at(home: string, root: string): Repository {
  const env = userEnv(home);
  const git = async (...args: string[]): Promise<string> =>
    (await run('git', args, { cwd: root, env })).stdout.trimEnd();
  const write = async (files: Readonly<Record<string, string>>): Promise<void> => writeFiles(root, files);
  const commit = async (files: Readonly<Record<string, string>>, message = 'work'): Promise<string> => {
    await write(files);
    await git('add', '-A');
    await git('commit', '-q', '-m', message);
    return git('rev-parse', 'HEAD');
  };
  return { home, root, env, git, write, commit, open: async (dir = root) => opened(dir, env) };
}

let model: Promise<string> | undefined;

/** The repository that all others of a process are copies of: copying is a fraction of what making one costs. */
async function made(): Promise<string> {
  model ??= (async () => {
    const home = await mkdtemp(path.join(tmpdir(), 'orchestrate-model-'));
    process.once('exit', () => rmSync(home, { recursive: true, force: true }));
    const root = path.join(home, 'repo');
    await mkdir(root);
    await writeFile(path.join(home, '.gitconfig'), CONFIG);
    const repo = at(home, root);
    await repo.git('init', '-q');
    await repo.commit({ 'a.txt': 'one\n' }, 'first');
    return root;
  })();
  return model;
}

export async function opened(dir: string, env: Record<string, string>): Promise<Git> {
  const result = await openGit({ dir, env });
  if (result.kind !== 'repository') {
    throw new Error(`${result.kind}: ${result.detail}`);
  }
  return result.git;
}

export async function writeFiles(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    if (text.startsWith('→ ')) {
      await symlink(text.slice(2), file);
    } else {
      await writeFile(file, text);
    }
    if (text.startsWith('#!')) {
      await chmod(file, 0o755);
    }
  }
}
