import { appendFile, chmod, mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { moveRef } from '../../../src/io/git/refs.ts';
import { sameUserTree, userTree } from '../../../src/io/git/user-tree.ts';
import { type Repository, repository } from './repository.ts';

async function prepared(): Promise<Repository> {
  const repo = await repository();
  await repo.commit({ 'b.txt': 'b\n', '.gitignore': 'ignored\n' });
  await repo.write({ 'b.txt': 'changed\n', 'untracked.txt': 'u' });
  return repo;
}

test('looking changes nothing, nor do refs of ours, objects and ignored files', async () => {
  const repo = await prepared();
  const git = await repo.open();
  const before = await userTree(git);
  const head = await repo.git('rev-parse', 'HEAD');
  await moveRef(git, { ref: 'refs/orchestrate/r1/x', from: null, to: head });
  await moveRef(git, { ref: 'refs/heads/orchestrate/r1', from: null, to: head });
  await writeFile(path.join(repo.root, 'ignored'), 'x');
  expect(sameUserTree(before, await userTree(git))).toEqual([]);
});

const at = (repo: Repository, name: string): string => path.join(repo.root, name);

test.each<[string, RegExp, (repo: Repository) => Promise<unknown>]>([
  ['a commit', /^HEAD was/, async (repo) => repo.git('commit', '-q', '--allow-empty', '-m', 'x')],
  ['another branch', /^the branch was main and is b$/, async (repo) => repo.git('checkout', '-q', '-b', 'b')],
  [
    'a detached HEAD',
    /^the branch was main and is none$/,
    async (repo) => repo.git('checkout', '-q', '--detach'),
  ],
  ['a staged file', /^index changed$/, async (repo) => repo.git('add', 'untracked.txt')],
  ['a stash', /^the stash was none/, async (repo) => repo.git('stash', '-q')],
  [
    'an edit of a changed file',
    /^file b\.txt changed$/,
    async (repo) => repo.write({ 'b.txt': 'CHANGED\n' }),
  ],
  ['an edit of a clean file', /^file a\.txt changed$/, async (repo) => repo.write({ 'a.txt': 'x\n' })],
  [
    'an edit of an untracked file',
    /^file untracked\.txt changed$/,
    async (repo) => {
      await writeFile(at(repo, 'untracked.txt'), 'v');
      await utimes(at(repo, 'untracked.txt'), 1, 1);
    },
  ],
  ['its mode', /^file untracked\.txt changed$/, async (repo) => chmod(at(repo, 'untracked.txt'), 0o600)],
  ['a new file', /^file n\.txt appeared$/, async (repo) => repo.write({ 'n.txt': '' })],
  [
    'an untracked file deleted',
    /^file untracked\.txt is gone$/,
    async (repo) => rm(at(repo, 'untracked.txt')),
  ],
  ['configuration', /^config changed$/, async (repo) => repo.git('config', 'user.name', 'Eve')],
  [
    'a hook',
    /^hooks\/pre-push appeared$/,
    async (repo) => {
      await mkdir(at(repo, '.git/hooks'), { recursive: true });
      await writeFile(at(repo, '.git/hooks/pre-push'), '#!/bin/sh\n');
    },
  ],
  [
    'ignore rules',
    /^info\/exclude (changed|appeared)$/,
    async (repo) => {
      await mkdir(at(repo, '.git/info'), { recursive: true });
      await appendFile(at(repo, '.git/info/exclude'), 'x\n');
    },
  ],
  [
    'a cut history',
    /^shallow appeared$/,
    async (repo) => repo.git('fetch', '-q', '--depth=1', `file://${repo.root}`, 'main'),
  ],
  ['a tag', /^refs\/tags\/t appeared$/, async (repo) => repo.git('tag', 't')],
  [
    'a branch named like ours',
    /^refs\/heads\/orchestrated appeared$/,
    async (repo) => repo.git('branch', 'orchestrated'),
  ],
])('%s shows', async (_, expected, change) => {
  const repo = await prepared();
  const git = await repo.open();
  const before = await userTree(git);
  await change(repo);
  const differences = sameUserTree(before, await userTree(git));
  expect(differences.filter((one) => expected.test(one))).toHaveLength(1);
});
