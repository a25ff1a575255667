import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { mergeInto } from '../../../src/io/git/apply.ts';
import { sameUserTree, userTree } from '../../../src/io/git/user-tree.ts';
import { type Repository, repository } from './repository.ts';

describe('into the user’s branch', () => {
  let repo: Repository;
  let base: string;
  let commit: string;

  beforeEach(async () => {
    repo = await repository();
    base = await repo.commit({ 'f.txt': 'one\ntwo\nthree\nfour\n', 'run.sh': 'x' });
    await repo.git('checkout', '-q', '-b', 'result');
    commit = await repo.commit({
      'f.txt': 'ONE\ntwo\nthree\nfour\n',
      'run.sh': '#!/bin/sh\n',
      'new/n.txt': 'n',
    });
    await repo.git('checkout', '-q', 'main');
  });

  const apply = async () => mergeInto(await repo.open(), { commit, message: 'Merge the run' });

  /** Nothing at all may be different after a refusal. */
  const refusal = async () => {
    const git = await repo.open();
    const before = await userTree(git);
    const result = await apply();
    expect(sameUserTree(before, await userTree(git))).toEqual([]);
    return result;
  };

  test('by fast-forward, files and modes included', async () => {
    expect(await apply()).toEqual({ kind: 'merged', commit, how: 'fast_forward' });
    expect(await repo.git('rev-parse', 'main')).toBe(commit);
    expect(await repo.git('status', '--porcelain')).toBe('');
    expect(await readFile(path.join(repo.root, 'new/n.txt'), 'utf8')).toBe('n');
    expect(await repo.git('reflog', '-1', '--format=%gs')).toBe('orchestrate apply: fast_forward');
    expect(await apply()).toEqual({ kind: 'already' });
  });

  test('by a merge commit where the branch went on; untracked files stay', async () => {
    const head = await repo.commit({ 'other.txt': 'o' });
    await repo.write({ 'mine.txt': 'untracked' });
    const result = await apply();
    expect(result).toMatchObject({ kind: 'merged', how: 'merge' });
    expect(await repo.git('log', '-1', '--format=%P %s')).toBe(`${head} ${commit} Merge the run`);
    expect(await repo.git('status', '--porcelain')).toBe('?? mine.txt');
  });

  test('a conflict is told and leaves no trace', async () => {
    await repo.commit({ 'f.txt': 'uno\ntwo\nthree\nfour\n' });
    expect(await refusal()).toEqual({ kind: 'conflict', files: ['f.txt'] });
  });

  test.each<[string, RegExp, () => Promise<unknown>]>([
    ['uncommitted changes', /uncommitted changes: f\.txt/, async () => repo.write({ 'f.txt': 'mine' })],
    ['an untracked file in the way', /new\/n\.txt/, async () => repo.write({ 'new/n.txt': 'mine' })],
    ['a detached HEAD', /on no branch/, async () => repo.git('checkout', '-q', '--detach')],
    ['something begun', /a bisect is in progress/, async () => repo.git('bisect', 'start')],
    [
      'a foreign history',
      /nothing in common/,
      async () => {
        await repo.git('checkout', '-q', '--orphan', 'strange');
        await repo.git('commit', '-qm', 'strange');
      },
    ],
    [
      'files that a program rewrites',
      /pass a program of yours \(a\.txt, f\.txt\)/,
      async () => {
        await repo.git('config', 'filter.up.smudge', 'tr a-z A-Z');
        await mkdir(path.join(repo.root, '.git/info'), { recursive: true });
        await writeFile(path.join(repo.root, '.git/info/attributes'), '*.txt filter=up\n');
        commit = await repo.git('commit-tree', '-p', base, '-m', 'x', await tree({ 'f.txt': 'ONE\n' }));
      },
    ],
  ])('refused: %s', async (_, reason, prepare) => {
    await prepare();
    const result = await refusal();
    expect(result.kind).toBe('refused');
    expect(result.kind === 'refused' && result.reason).toMatch(reason);
  });

  /** A tree with only these files, made without touching the checkout. */
  async function tree(files: Record<string, string>): Promise<string> {
    const other = await repository();
    await other.git('rm', '-q', 'a.txt');
    await other.commit(files);
    await repo.git('fetch', '-q', other.root);
    return repo.git('rev-parse', 'FETCH_HEAD^{tree}');
  }
});
