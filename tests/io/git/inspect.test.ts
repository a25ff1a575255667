import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { inspect } from '../../../src/io/git/inspect.ts';
import { repository } from './repository.ts';

test('a clean repository on a branch', async () => {
  const repo = await repository();
  expect(await inspect(await repo.open())).toEqual({
    head: await repo.git('rev-parse', 'HEAD'),
    operation: null,
    dirty: { paths: [], total: 0, staged: 0, modified: 0, untracked: 0 },
    indexLock: null,
    lacks: 0,
    writable: true,
  });
});

test('no commit yet, and a detached HEAD', async () => {
  const repo = await repository();
  const empty = path.join(repo.home, 'empty');
  await repo.git('init', '-q', empty);
  expect(await inspect(await repo.open(empty))).toMatchObject({ head: null });
  await repo.git('checkout', '-q', '--detach');
  expect(await inspect(await repo.open())).toMatchObject({
    head: await repo.git('rev-parse', 'HEAD'),
  });
});

describe('what is uncommitted', () => {
  test('staged, modified and untracked files one by one, whatever the user wants shown', async () => {
    const repo = await repository();
    await repo.commit({ 'b.txt': '1', 'c.txt': '1', '.gitignore': '*.log\n' });
    await repo.git('config', 'status.showUntrackedFiles', 'no');
    await repo.git('config', 'status.renames', 'copies');
    await repo.git('config', 'status.relativePaths', 'true');
    await repo.git('config', 'status.branch', 'true');
    await repo.write({
      'new file.txt': '',
      'deep/ü/x.txt': '',
      'two\nlines': '',
      'x.log': '',
      'b.txt': '22',
    });
    await repo.git('rm', '-q', '--cached', 'c.txt');
    await repo.git('add', 'new file.txt');
    const { dirty } = await inspect(await repo.open(path.join(repo.root, 'deep')));
    expect(dirty).toMatchObject({ total: 6, staged: 2, modified: 1, untracked: 3 });
    expect(dirty.paths.map(({ state, path: file }) => `${state} ${file}`).toSorted()).toEqual([
      ' M b.txt',
      '?? c.txt',
      '?? deep/ü/x.txt',
      '?? two\nlines',
      'A  new file.txt',
      'D  c.txt',
    ]);
  });

  test('the list is bounded, the count is not', async () => {
    const repo = await repository();
    await repo.write(Object.fromEntries(Array.from({ length: 1100 }, (_, i) => [`f${String(i)}`, ''])));
    const { dirty } = await inspect(await repo.open());
    expect([dirty.paths.length, dirty.total]).toEqual([1000, 1100]);
  });
});

describe('what was begun', () => {
  test('a merge, a cherry-pick, a rebase, a bisect', async () => {
    const repo = await repository();
    const operation = async () => (await inspect(await repo.open())).operation;
    const conflicting = async (...args: string[]) => repo.git(...args).catch(() => '');
    await repo.git('checkout', '-q', '-b', 'side');
    const side = await repo.commit({ 'a.txt': 'side\n' });
    await repo.git('checkout', '-q', 'main');
    await repo.commit({ 'a.txt': 'main\n' });
    await conflicting('merge', 'side');
    expect(await operation()).toBe('merge');
    await repo.git('merge', '--abort');
    await conflicting('cherry-pick', side);
    expect(await operation()).toBe('cherry-pick');
    await repo.git('cherry-pick', '--abort');
    await conflicting('rebase', 'side');
    expect(await operation()).toBe('rebase');
    await repo.git('rebase', '--abort');
    await repo.git('bisect', 'start');
    expect(await operation()).toBe('bisect');
  });

  test('a lock on the index is told with its age, and left alone', async () => {
    const repo = await repository();
    const lock = path.join(repo.root, '.git/index.lock');
    await writeFile(lock, '');
    const hourAgo = new Date(Date.now() - 3_600_000);
    await utimes(lock, hourAgo, hourAgo);
    const { indexLock } = await inspect(await repo.open());
    expect(indexLock?.path).toBe(lock);
    expect(indexLock?.ageMs).toBeGreaterThan(3_500_000);
    expect((await inspect(await repo.open())).indexLock).not.toBeNull();
  });
});

test('a clone without all its objects', async () => {
  const origin = await repository();
  await origin.commit({ 'docs/d.md': '', 'lib/l.ts': '' });
  await origin.git('config', 'uploadpack.allowFilter', 'true');
  const repo = await repository();
  const lacksIn = async (name: string, ...options: string[]): Promise<number> => {
    const clone = path.join(repo.home, name);
    await repo.git('clone', '-q', '--filter=blob:none', ...options, `file://${origin.root}`, clone);
    return (await inspect(await repo.open(clone))).lacks;
  };
  expect(await lacksIn('whole')).toBe(0);
  expect(await lacksIn('empty', '--no-checkout')).toBeGreaterThan(0);
});

test('a linked work tree has its own HEAD, index and operation', async () => {
  const repo = await repository();
  const linked = path.join(repo.home, 'linked');
  await repo.git('worktree', 'add', '-q', linked, '-b', 'other');
  await repo.write({ 'a.txt': 'changed in main\n' });
  await mkdir(path.join(repo.root, '.git/rebase-merge'));
  const found = await inspect(await repo.open(linked));
  expect(found).toMatchObject({ operation: null, dirty: { total: 0 } });
});
