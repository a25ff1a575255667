import { afterAll, expect, test } from 'vitest';
import type { Event } from '../../src/domain/event.ts';
import { openGit } from '../../src/io/git/open.ts';
import { withoutOwnKeys } from '../../src/scale/own-keys.ts';
import { makeRepo } from '../run/repo.ts';

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  await Promise.all(closing.map(async (close) => close()));
});

const KEY = 'sk-of-this-very-worker-0123456789';

test('work that holds a key of the worker is not handed in, other work is', async () => {
  const repo = await makeRepo({ 'a.txt': 'a\n', 'held.txt': `${KEY}\n` });
  closing.push(repo.remove);
  const base = await repo.git('rev-parse', 'HEAD');
  const opened = await openGit({ dir: repo.root, env: repo.env });
  if (opened.kind !== 'repository') {
    throw new Error(opened.detail);
  }
  const { git } = opened;
  const commit = async (file: string, text: string) => {
    await repo.write(file, text);
    await repo.git('add', '-A');
    await repo.git('commit', '-q', '-m', 'work');
    return repo.git('rev-parse', 'HEAD');
  };
  const submitted = (at: string, changed: string[]): Event => ({
    type: 'attempt.submitted',
    attempt: 'c1.a1',
    commit: at,
    changed,
    summary: '',
    notes: [],
  });
  const of = { git, base, secrets: [KEY] };

  const clean = submitted(await commit('a.txt', 'b\n'), ['a.txt']);
  expect(await withoutOwnKeys(clean, of)).toBe(clean);
  const leaky = submitted(await commit('b.txt', `one\nkey = "${KEY}"\n`), ['a.txt', 'b.txt']);
  expect(await withoutOwnKeys(leaky, of)).toMatchObject({
    type: 'attempt.failed',
    failure: 'guard',
    commit: null,
    detail: expect.stringMatching(/stood in b\.txt:2: .*not handed in/) as string,
  });
  const nothing = submitted(base, []);
  expect(await withoutOwnKeys(nothing, of)).toBe(nothing);
  const paused: Event = { type: 'run.paused', reason: 'environment', detail: '' };
  expect(await withoutOwnKeys(paused, of)).toBe(paused);
});
