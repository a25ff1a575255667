import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openGit } from '../../../src/io/git/open.ts';
import { folder, opened, repository, userEnv } from './repository.ts';

describe('what a folder turns out to be', () => {
  test('a plain folder, one that is missing, a bare repository, the inside of .git', async () => {
    const repo = await repository();
    const plain = path.join(repo.home, 'plain');
    await mkdir(plain);
    await repo.git('clone', '-q', '--bare', repo.root, path.join(repo.home, 'bare.git'));
    const kind = async (dir: string) => (await openGit({ dir, env: repo.env })).kind;
    expect(await kind(plain)).toBe('not_a_repository');
    expect(await kind(path.join(plain, 'missing'))).toBe('not_a_repository');
    expect(await kind(path.join(repo.home, 'bare.git'))).toBe('no_work_tree');
    expect(await kind(path.join(repo.root, '.git'))).toBe('no_work_tree');
  });

  test('no git, and one that is too old', async () => {
    const bin = await folder();
    await chmod(bin, 0o755);
    expect((await openGit({ dir: bin, env: userEnv(bin, { PATH: bin }) })).kind).toBe('git_missing');
    await writeFile(path.join(bin, 'git'), '#!/bin/sh\necho git version 2.37.4\n', { mode: 0o755 });
    const old = await openGit({ dir: bin, env: userEnv(bin, { PATH: bin }) });
    expect(old.kind).toBe('git_too_old');
    expect(JSON.stringify(old)).toMatch(/2\.37\.4.*2\.38/);
  });

  test('a broken configuration is told in the words of git', async () => {
    const repo = await repository();
    await writeFile(path.join(repo.root, '.git/config'), '[core\n');
    const result = await openGit({ dir: repo.root, env: repo.env });
    expect(result.kind).toBe('unreadable');
    expect(JSON.stringify(result)).toContain('bad config');
  });
});

describe('places', () => {
  test('from a sub-folder, with spaces and letters of other scripts', async () => {
    const repo = await repository('mein Projekt ü');
    await repo.commit({ 'packages/an api/x.ts': '' });
    const git = await repo.open(path.join(repo.root, 'packages/an api'));
    expect(git).toMatchObject({
      root: repo.root,
      start: 'packages/an api',
      gitDir: path.join(repo.root, '.git'),
    });
  });

  test('a path that holds a line break', async () => {
    const repo = await repository('two\nlines');
    expect((await repo.open()).root).toBe(repo.root);
  });

  test('a linked work tree has a git directory of its own, also beside a bare repository', async () => {
    const repo = await repository();
    const bare = path.join(repo.home, 'bare.git');
    await repo.git('clone', '-q', '--bare', repo.root, bare);
    await repo.git('-C', bare, 'worktree', 'add', '-q', path.join(repo.home, 'linked'), '-b', 'other');
    const git = await repo.open(path.join(repo.home, 'linked'));
    expect(git).toMatchObject({ commonDir: bare, gitDir: path.join(bare, 'worktrees/linked') });
  });

  test('a submodule', async () => {
    const repo = await repository();
    const inner = await repository();
    await repo.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner.root, 'sub');
    const git = await repo.open(path.join(repo.root, 'sub'));
    expect(git).toMatchObject({
      root: path.join(repo.root, 'sub'),
      commonDir: path.join(repo.root, '.git/modules/sub'),
    });
  });

  test('inherited variables of git do not count', async () => {
    const repo = await repository();
    const other = await repository();
    const hostile = {
      GIT_DIR: path.join(other.root, '.git'),
      GIT_WORK_TREE: other.root,
      GIT_INDEX_FILE: path.join(other.root, '.git/index'),
      GIT_OBJECT_DIRECTORY: '/nowhere',
      GIT_CEILING_DIRECTORIES: repo.home,
      GIT_CONFIG_PARAMETERS: "'user.name=Mallory'",
    };
    const git = await opened(repo.root, { ...repo.env, ...hostile });
    expect(git).toMatchObject({ root: repo.root, identity: { name: 'Ada' } });
  });
});

describe('the user’s settings', () => {
  test('identity: configured, of the environment, none at all', async () => {
    const repo = await repository();
    expect((await repo.open()).identity).toEqual({ name: 'Ada', email: 'ada@example.org', fallback: false });
    const committer = { GIT_COMMITTER_NAME: 'Bot', GIT_COMMITTER_EMAIL: 'bot@ci' };
    expect((await opened(repo.root, { ...repo.env, ...committer })).identity.name).toBe('Bot');
    const nobody = await opened(repo.root, { ...repo.env, HOME: path.join(repo.home, 'none') });
    expect(nobody.identity).toEqual({ name: 'orchestrate', email: 'orchestrate@localhost', fallback: true });
  });

  test('an identity that is included for some folders only', async () => {
    const repo = await repository();
    await writeFile(path.join(repo.home, '.work'), '[user]\n\temail = ada@work\n');
    await repo.git(
      'config',
      '--global',
      `includeIf.gitdir:${repo.home}/.path`,
      path.join(repo.home, '.work'),
    );
    expect((await repo.open()).identity.email).toBe('ada@work');
  });

  test('line ends and excludes are carried, trusted folders only from where git trusts them', async () => {
    const repo = await repository();
    await repo.git('config', 'core.autocrlf', 'input');
    await repo.git('config', '--global', 'core.excludesFile', '~/ignored');
    await repo.git('config', '--global', 'safe.directory', '/good');
    await repo.git('config', 'safe.directory', '*');
    const carried = (await repo.open()).carried.map((pair) => pair.join('='));
    expect(carried).toContain('core.autocrlf=input');
    expect(carried).toContain(`core.excludesFile=${repo.home}/ignored`);
    expect(carried.filter((pair) => pair.startsWith('safe.directory'))).toEqual(['safe.directory=/good']);
  });

  test('the default place of excludes follows XDG_CONFIG_HOME', async () => {
    const repo = await repository();
    const git = await opened(repo.root, { ...repo.env, XDG_CONFIG_HOME: '/xdg' });
    expect(git.carried).toContainEqual(['core.excludesFile', '/xdg/git/ignore']);
  });
});
