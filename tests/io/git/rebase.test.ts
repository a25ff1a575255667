import { beforeEach, describe, expect, test } from 'vitest';
import type { Git } from '../../../src/io/git/call.ts';
import { rebase } from '../../../src/io/git/rebase.ts';
import { sameUserTree, userTree } from '../../../src/io/git/user-tree.ts';
import { type Repository, repository } from './repository.ts';

const TEXT = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n';

describe('rebase', () => {
  let repo: Repository;
  let git: Git;
  let base: string;

  const on = async (parent: string, files: Record<string, string>, message = 'work') => {
    await repo.git('checkout', '-q', '--detach', parent);
    const commit = await repo.commit(files, message);
    await repo.git('checkout', '-q', 'main');
    return commit;
  };

  beforeEach(async () => {
    repo = await repository();
    base = await repo.commit({ 'f.txt': TEXT, 'x.bin': '\0' });
    git = await repo.open();
  });

  test('puts the edit on the new head; message and author stay, the checkout is not touched', async () => {
    const head = await on(base, { 'f.txt': TEXT.replace('one', 'ONE') });
    const commit = await on(
      base,
      { 'f.txt': TEXT.replace('seven', 'SEVEN') },
      'Subject\n\nBody ü\n\nRun: r1',
    );
    const before = await userTree(git);
    const result = await rebase(git, { base, commit, head });
    expect(result.kind).toBe('rebased');
    const made = result.kind === 'rebased' ? result.commit : '';
    expect(await repo.git('show', `${made}:f.txt`)).toBe(
      TEXT.replace('one', 'ONE').replace('seven', 'SEVEN').trimEnd(),
    );
    expect(await repo.git('rev-parse', `${made}^`)).toBe(head);
    const format = '--format=%B%an %ad';
    expect(await repo.git('log', '-1', format, made)).toBe(await repo.git('log', '-1', format, commit));
    expect(sameUserTree(before, await userTree(git))).toEqual([]);
  });

  test('both sides in one place: the files are named and nothing is made', async () => {
    const head = await on(base, { 'f.txt': TEXT.replace('one', 'left'), 'x.bin': '\0left' });
    const commit = await on(base, { 'f.txt': TEXT.replace('one', 'right'), 'x.bin': '\0right' });
    expect(await rebase(git, { base, commit, head })).toEqual({
      kind: 'conflict',
      files: ['f.txt', 'x.bin'],
    });
  });

  test('a file changed here and deleted there, with an odd name', async () => {
    const start = await on(base, { 'two\nlines ü': TEXT });
    await repo.git('checkout', '-q', '--detach', start);
    await repo.git('rm', '-q', 'two\nlines ü');
    const head = await repo.commit({});
    const commit = await on(start, { 'two\nlines ü': 'changed' });
    expect(await rebase(git, { base: start, commit, head })).toEqual({
      kind: 'conflict',
      files: ['two\nlines ü'],
    });
  });

  test('what the head already has is nothing new', async () => {
    const head = await on(base, { 'f.txt': TEXT.replace('one', 'ONE') });
    const commit = await on(base, { 'f.txt': TEXT.replace('one', 'ONE') }, 'the same');
    expect(await rebase(git, { base, commit, head })).toEqual({ kind: 'empty' });
    expect(await rebase(git, { base, commit, head: base })).toEqual({ kind: 'rebased', commit });
  });

  test('the base is what the caller says, also when the head was wound back before it', async () => {
    const landed = await on(base, { 'f.txt': TEXT.replace('one', 'ONE') });
    const commit = await on(landed, { 'f.txt': TEXT.replace('one', 'ONE').replace('seven', 'SEVEN') });
    const result = await rebase(git, { base: landed, commit, head: base });
    const made = result.kind === 'rebased' ? result.commit : '';
    expect(await repo.git('show', `${made}:f.txt`)).toBe(TEXT.replace('seven', 'SEVEN').trimEnd());
  });

  test('what is no commit is an error, not a conflict', async () => {
    await expect(
      rebase(git, { base, commit: base.replaceAll(/./g, '1'), head: await on(base, { y: '' }) }),
    ).rejects.toThrow(/git .* failed/);
  });
});
