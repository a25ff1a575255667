import { execFile } from 'node:child_process';
import { cp, link, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Case } from './cases.ts';
import type { Scene } from './scene.ts';

const run = promisify(execFile);

type Setup = Case['setup'];
type Making = Pick<Scene, 'places' | 'fill' | 'git'>;

/** Everything of a setup that comes after the worktree was made. */
export async function prepare(setup: Setup, making: Making): Promise<void> {
  const { places, fill, git } = making;
  const filled = (files: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(files).map(([name, text]) => [fill(name), fill(text)]));
  for (const files of setup.main_commits) {
    await writeAll(places.MAIN, filled(files));
    await git(places.MAIN, 'add', '-A', '-f');
    await git(places.MAIN, 'commit', '-q', '-m', 'meanwhile');
  }
  await writeAll(places.MAIN, filled(setup.main_untracked));
  await writeAll(places.WT, filled(setup.wt_files));
  await writeAll(places.OUT, filled(setup.out_files));
  if (setup.sibling) {
    await writeAll(`${places.WT}${setup.sibling.suffix}`, filled(setup.sibling.files));
  }
  await Promise.all(setup.wt_delete.map(async (name) => rm(path.join(places.WT, name), { recursive: true })));
  await prepareLinks(setup, making);
  await prepareGit(setup, making);
  for (const command of setup.run_in_worktree) {
    await run('bash', ['-c', fill(command)], { cwd: places.WT });
  }
}

async function prepareLinks(setup: Setup, { places, fill }: Making): Promise<void> {
  const at = async (name: string): Promise<string> => {
    const file = path.join(places.WT, name);
    await mkdir(path.dirname(file), { recursive: true });
    return file;
  };
  for (const { at: name, to } of setup.symlinks) {
    await symlink(fill(to), await at(name));
  }
  for (const { at: name, to } of setup.hardlinks) {
    await link(fill(to), await at(name));
  }
  for (const name of setup.fifos) {
    await run('mkfifo', [await at(name)]);
  }
  if (setup.zip_bomb) {
    const { path: name, mb } = setup.zip_bomb;
    await writeFile(await at(name), gzipSync(Buffer.alloc(mb * 1024 * 1024), { level: 9 }));
  }
}

async function prepareGit(setup: Setup, { places, fill, git }: Making): Promise<void> {
  const configure = async (
    dir: string,
    config: Readonly<Record<string, string>>,
    ...how: string[]
  ): Promise<void> => {
    for (const [key, value] of Object.entries(config)) {
      await git(dir, 'config', ...how, key, fill(value));
    }
  };
  if (setup.nested_repo) {
    const { path: name, config, tracked } = setup.nested_repo;
    const inner = path.join(places.WT, name);
    await git(places.WT, 'init', '-q', '--template=', inner);
    await writeAll(inner, { 'file.txt': 'x\n' });
    if (tracked) {
      await git(inner, 'add', '-A');
      await git(inner, 'commit', '-q', '-m', 'inner');
    }
    await configure(inner, config);
  }
  if (setup.bare_repo) {
    const inner = path.join(places.WT, setup.bare_repo.path);
    await git(places.WT, 'init', '-q', '--bare', '--template=', inner);
    await configure(inner, setup.bare_repo.config);
  }
  if (setup.swap_dotgit) {
    const copy = path.join(places.WT, '.copied-git');
    await cp(path.join(places.MAIN, '.git'), copy, { recursive: true });
    await configure(places.WT, setup.swap_dotgit.config, '--file', path.join(copy, 'config'));
    await writeFile(path.join(places.WT, '.git'), `gitdir: ${copy}\n`);
  }
  const hooks = path.join(places.MAIN, '.git', 'hooks');
  await mkdir(hooks, { recursive: true });
  for (const hook of setup.main_hooks) {
    await writeFile(path.join(hooks, hook), `#!/bin/sh\nexec '${places.PAY}'\n`, { mode: 0o755 });
  }
  if (Object.keys(setup.worktree_config).length > 0) {
    await git(places.MAIN, 'config', 'extensions.worktreeConfig', 'true');
    await configure(places.WT, setup.worktree_config, '--worktree');
  }
  await configure(places.MAIN, setup.main_config);
}

export async function writeAll(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text, text.startsWith('#!') ? { mode: 0o755 } : {});
  }
}
