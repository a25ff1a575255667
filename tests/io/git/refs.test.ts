import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { isAncestor, log } from '../../../src/io/git/history.ts';
import {
  branchExists,
  checkedOut,
  dropStaleLocks,
  freeBranch,
  listRefs,
  moveRef,
  readRef,
  resolveCommit,
} from '../../../src/io/git/refs.ts';
import { repository } from './repository.ts';

describe('names', () => {
  test('of commits: branch, tag, abbreviation, HEAD; never an option, a file or a blob', async () => {
    const repo = await repository();
    const head = await repo.git('rev-parse', 'HEAD');
    await repo.git('tag', '-a', 'v1', '-m', 'one');
    const git = await repo.open();
    for (const name of ['HEAD', 'main', 'v1', head.slice(0, 8), head]) {
      expect(await resolveCommit(git, name)).toBe(head);
    }
    for (const name of ['none', '--all', '-x', 'HEAD:a.txt', 'a.txt', '']) {
      expect(await resolveCommit(git, name)).toBeNull();
    }
  });

  test('HEAD is that of the work tree in which the user is', async () => {
    const repo = await repository();
    const linked = path.join(repo.home, 'linked');
    await repo.git('worktree', 'add', '-q', linked, '-b', 'other');
    const head = await repo.git('rev-parse', 'HEAD');
    await repo.commit({ 'b.txt': '' });
    expect(await resolveCommit(await repo.open(linked), 'HEAD')).toBe(head);
  });
});

describe('moving a ref', () => {
  const ref = 'refs/orchestrate/r1/c1.a1/head';

  test('makes, moves and deletes it, each only from where it is thought to be', async () => {
    const repo = await repository();
    const git = await repo.open();
    const one = await repo.git('rev-parse', 'HEAD');
    const two = await repo.commit({ 'b.txt': '' });
    expect(await moveRef(git, { ref, from: null, to: one })).toEqual({ kind: 'moved' });
    expect(await moveRef(git, { ref, from: null, to: two })).toEqual({ kind: 'stale', now: one });
    expect(await moveRef(git, { ref, from: one, to: two })).toEqual({ kind: 'moved' });
    expect(await moveRef(git, { ref, from: one, to: two })).toEqual({ kind: 'moved' });
    expect(await moveRef(git, { ref, from: one, to: null })).toEqual({ kind: 'stale', now: two });
    expect(await moveRef(git, { ref, from: two, to: null })).toEqual({ kind: 'moved' });
    expect(await moveRef(git, { ref, from: two, to: null })).toEqual({ kind: 'moved' });
    expect(await moveRef(git, { ref, from: two, to: one })).toEqual({ kind: 'stale', now: null });
    expect(await readRef(git, ref)).toBeNull();
  });

  test('of many who try at once one wins', async () => {
    const repo = await repository();
    const git = await repo.open();
    const base = await repo.git('rev-parse', 'HEAD');
    const commits = [];
    for (const name of ['b', 'c', 'd', 'e']) {
      await repo.git('checkout', '-q', '--detach', base);
      commits.push(await repo.commit({ [name]: '' }, name));
    }
    await moveRef(git, { ref, from: null, to: base });
    const moves = await Promise.all(commits.map(async (to) => moveRef(git, { ref, from: base, to })));
    expect(moves.map((move) => move.kind).toSorted()).toEqual(['moved', 'stale', 'stale', 'stale']);
    expect(await readRef(git, ref)).toBe(commits[moves.findIndex((move) => move.kind === 'moved')]);
  });

  test('a branch that somebody has checked out stays', async () => {
    const repo = await repository();
    const linked = path.join(repo.home, 'a linked\ntree');
    await repo.git('worktree', 'add', '-q', linked, '-b', 'orchestrate/r1');
    const git = await repo.open();
    const from = await repo.git('rev-parse', 'HEAD');
    const to = await repo.commit({ 'b.txt': '' });
    const branch = 'refs/heads/orchestrate/r1';
    expect(await checkedOut(git, branch)).toBe(linked);
    expect(await moveRef(git, { ref: branch, from, to })).toEqual({ kind: 'checked_out', where: linked });
    expect(await readRef(git, branch)).toBe(from);
  });

  test('a ref in the way of another is an error in the words of git', async () => {
    const repo = await repository();
    const git = await repo.open();
    const to = await repo.git('rev-parse', 'HEAD');
    await moveRef(git, { ref, from: null, to });
    await expect(moveRef(git, { ref: `${ref}/below`, from: null, to })).rejects.toThrow(
      /git update-ref failed/,
    );
  });

  test('locks that a killed call left on refs of ours are removed, others are not', async () => {
    const repo = await repository();
    const git = await repo.open();
    const id = await repo.git('rev-parse', 'HEAD');
    await moveRef(git, { ref, from: null, to: id });
    const ours = path.join(repo.root, '.git', `${ref}.lock`);
    const theirs = path.join(repo.root, '.git/refs/heads/main.lock');
    await Promise.all([writeFile(ours, ''), writeFile(theirs, '')]);
    expect(await dropStaleLocks(git)).toEqual([ours]);
    expect(await moveRef(git, { ref, from: id, to: null })).toEqual({ kind: 'moved' });
    expect(await readFile(theirs, 'utf8')).toBe('');
    expect(await dropStaleLocks(git)).toEqual([]);
  });

  test('all refs below a prefix', async () => {
    const repo = await repository();
    const git = await repo.open();
    const id = await repo.git('rev-parse', 'HEAD');
    await moveRef(git, { ref, from: null, to: id });
    expect(await listRefs(git, 'refs/orchestrate/r1/')).toEqual([{ ref, id }]);
    expect((await listRefs(git)).map((one) => one.ref)).toEqual(['refs/heads/main', ref]);
  });
});

test.each([
  ['nothing in the way', [], 'orchestrate/r1'],
  ['the branch of another', ['orchestrate/r1', 'orchestrate/r1-2'], 'orchestrate/r1-3'],
  ['a branch below that name', ['orchestrate/r1/mine'], 'orchestrate/r1-2'],
  ['a branch where the folder would be', ['orchestrate'], 'orchestrate-r1'],
  ['both', ['orchestrate', 'orchestrate-r1'], 'orchestrate-r1-2'],
  ['a name that differs by case', ['Orchestrate/R1'], 'orchestrate/r1-2'],
])('a free branch with %s', async (_, taken, expected) => {
  const repo = await repository();
  const head = await repo.git('rev-parse', 'HEAD');
  for (const name of taken) {
    await repo.git('branch', name);
  }
  const git = await repo.open();
  const name = await freeBranch(git, 'r1');
  expect(name).toBe(expected);
  expect(await branchExists(git, name)).toBe(false);
  expect(await moveRef(git, { ref: `refs/heads/${name}`, from: null, to: head })).toEqual({ kind: 'moved' });
  expect(await branchExists(git, name)).toBe(true);
});

test('history: ancestors and a log with trailers', async () => {
  const repo = await repository();
  const base = await repo.git('rev-parse', 'HEAD');
  const one = await repo.commit({ b: '' }, 'First ü\n\nSome text: here.\n\nRun: r1\nCheckpoint: c1');
  const two = await repo.commit({ c: '' }, 'Second\n\nNote: this is prose\nand goes on.');
  await repo.git('config', 'log.showSignature', 'true');
  await repo.git('config', 'log.decorate', 'full');
  const git = await repo.open();
  expect([
    await isAncestor(git, base, two),
    await isAncestor(git, two, base),
    await isAncestor(git, one, one),
  ]).toEqual([true, false, true]);
  await expect(isAncestor(git, 'none', two)).rejects.toThrow(/merge-base/);
  expect(await log(git, base, base)).toEqual([]);
  expect(await log(git, base, two)).toMatchObject([
    {
      commit: one,
      parents: [base],
      author: { name: 'Ada' },
      subject: 'First ü',
      trailers: { Run: 'r1', Checkpoint: 'c1' },
    },
    {
      commit: two,
      parents: [one],
      subject: 'Second',
      body: 'Note: this is prose\nand goes on.',
      trailers: {},
    },
  ]);
});
