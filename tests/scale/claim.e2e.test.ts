import path from 'node:path';
import { execa } from 'execa';
import { afterAll, expect, test } from 'vitest';
import { openGit } from '../../src/io/git/open.ts';
import { openRemote, pushRefs } from '../../src/io/git/remote.ts';
import { storeFiles } from '../../src/io/git/store.ts';
import { claim, handIn } from '../../src/scale/claim.ts';
import { makeRepo } from '../run/repo.ts';

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  await Promise.all(closing.map(async (close) => close()));
});

const signal = new AbortController().signal;
const refs = 'refs/orchestrate/r1/c1.a1/code.g1/';
const holds = async (): Promise<boolean> => Promise.resolve(true);

/** A shared repository with one task in it, and machines that reach it. */
async function shared() {
  const repo = await makeRepo({ 'a.txt': 'a\n' });
  closing.push(repo.remove);
  const url = path.join(repo.home, 'shop.git');
  await execa('git', ['init', '-q', '--bare', url]);
  const machine = async (name: string) => {
    const dir = path.join(repo.home, name);
    await execa('git', ['init', '-q', dir]);
    const opened = await openGit({ dir, env: repo.env });
    if (opened.kind !== 'repository') {
      throw new Error(opened.detail);
    }
    return openRemote(opened.git, { name: url, env: repo.env });
  };
  const coordinator = await machine('coordinator');
  const task = await storeFiles(coordinator.git, {
    ref: `${refs}task`,
    parents: [],
    message: 'task',
    files: new Map([['events.jsonl', Buffer.from('{}\n')]]),
  });
  await pushRefs(coordinator, [{ ref: `${refs}task`, from: null, to: task }]);
  const [a, b] = [await machine('a'), await machine('b')];
  const at = async (ref: string) =>
    (await execa('git', ['--git-dir', url, 'rev-parse', '--verify', '-q', ref], { reject: false })).stdout;
  return { task, a, b, at, url };
}

const claiming = (task: string, worker: string, held = holds) => ({
  refs,
  task,
  own: `refs/own/${worker}/`,
  worker,
  holds: held,
});
const result = (words: string) => ({
  refs,
  own: 'refs/own/x/',
  work: null,
  files: new Map([['outcome.json', Buffer.from(words)]]),
  signal,
});

async function claimed(...args: Parameters<typeof claim>) {
  const taken = await claim(...args);
  if (taken.kind !== 'claimed') {
    throw new Error(`expected a claim, was ${taken.kind}`);
  }
  return taken;
}

test('a piece of work is claimed, handed in once, and then known to be done', async () => {
  const { task, a, b, at } = await shared();
  const mine = await claimed(a, claiming(task, 'a'));
  expect(mine.delivery).toBe(1);
  const done = await handIn(a, { ...result('a'), claim: mine });
  expect(done).toEqual({ delivery: 1, commit: await at(`${refs}result/1`) });
  expect(await at(`${refs}head`)).toBe(await at(`${refs}result/1`));
  expect(await claim(b, claiming(task, 'b'))).toEqual({ kind: 'done', ...(done as object) });
});

test('whoever wakes after another claim cannot hand in, and what it did is kept beside', async () => {
  const { task, a, b, at, url } = await shared();
  const frozen = await claimed(a, claiming(task, 'a'));
  const other = await claimed(b, claiming(task, 'b'));
  expect(other.delivery).toBe(2);
  expect(await handIn(a, { ...result('late'), claim: frozen })).toBe('fenced');
  const { stdout } = await execa('git', ['--git-dir', url, 'for-each-ref', '--format=%(refname)', refs]);
  expect(stdout).toMatch(/\/late\/[0-9a-f]{12}$/m);
  expect(await at(`${refs}result/1`)).toBe('');
  expect(await handIn(b, { ...result('b'), claim: other })).toMatchObject({ delivery: 2 });
});

test('whoever was frozen before it looked finds the lease gone and takes nothing', async () => {
  const { task, a, b, at } = await shared();
  const other = await claimed(b, claiming(task, 'b'));
  expect(
    await claim(
      a,
      claiming(task, 'a', async () => Promise.resolve(false)),
    ),
  ).toEqual({ kind: 'lost' });
  expect(await at(`${refs}head`)).toBe(other.commit);
  expect(await at(`${refs}claim/2`)).toBe('');
});

test('whoever was frozen between its look and its claim is refused by the refs', async () => {
  const { task, a, b } = await shared();
  let other = '';
  const late = async (): Promise<boolean> => {
    other = (await claimed(b, claiming(task, 'b'))).commit;
    return true;
  };
  expect(await claim(a, claiming(task, 'a', late))).toEqual({ kind: 'lost' });
  expect(other).not.toBe('');
});

test('whoever was frozen from before its look until the other has finished finds the result', async () => {
  const { task, a, b } = await shared();
  const other = await claimed(b, claiming(task, 'b'));
  await handIn(b, { ...result('b'), claim: other });
  expect(await claim(a, claiming(task, 'a'))).toMatchObject({ kind: 'done', delivery: 1 });
});

test('of many that claim at once one has it', async () => {
  const { task, a, b } = await shared();
  const kinds = await Promise.all(
    [a, b, a, b].map(async (machine, i) => (await claim(machine, claiming(task, `m${String(i)}`))).kind),
  );
  expect(kinds.toSorted()).toEqual(['claimed', 'lost', 'lost', 'lost']);
});

test('another task, or none any more, is closed', async () => {
  const { task, a, at } = await shared();
  expect(await claim(a, claiming('f'.repeat(40), 'a'))).toEqual({ kind: 'closed' });
  await pushRefs(a, [{ ref: `${refs}task`, from: task, to: null }]);
  expect(await claim(a, claiming(task, 'a'))).toEqual({ kind: 'closed' });
  expect(await at(`${refs}head`)).toBe('');
});
