import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { confinedIfPossible } from '../bubblewrap.ts';

const env = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.invalid',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.invalid',
};

/** A temporary git repository with these files committed, and a state folder beside it. */
export async function makeRepo(files: Readonly<Record<string, string>>) {
  const home = await realpath(await mkdtemp(path.join(tmpdir(), 'orchestrate-test-')));
  const root = path.join(home, 'repo');
  const git = async (...args: string[]): Promise<string> =>
    (await execa('git', args, { cwd: root, env, extendEnv: false })).stdout;
  const write = async (file: string, text: string): Promise<void> => {
    const full = path.join(root, file);
    await mkdir(path.dirname(full), { recursive: true });
    await writeFile(full, text);
  };
  await mkdir(root, { recursive: true });
  await git('init', '-q', '-b', 'main');
  for (const [file, text] of Object.entries(files)) {
    await write(file, text);
  }
  await git('add', '-A');
  await git('commit', '-q', '--allow-empty', '-m', 'Start');
  return {
    root,
    home,
    git,
    write,
    /** What a program in this repository is given: its own home and state, no settings of the machine's. */
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      XDG_STATE_HOME: path.join(home, 'state'),
      XDG_CONFIG_HOME: path.join(home, 'config'),
      ...confinedIfPossible,
    } as Record<string, string>,
    remove: async () => rm(home, { recursive: true, force: true, maxRetries: 3 }),
  };
}
