import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dropReplies, post, posted, reply, replyTo, withdraw } from '../../src/io/inbox.ts';

let home: string;
let inbox: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'orchestrate-inbox-'));
  inbox = path.join(home, 'inbox');
});
afterEach(async () => rm(home, { recursive: true }));

test('letters are read in the order in which they were written, and stay until they are answered', async () => {
  expect(await posted(inbox)).toEqual([]);
  const ids = [];
  for (const text of ['one', 'two', 'three']) {
    ids.push(await post(inbox, text));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  expect((await posted(inbox)).map(({ text }) => text)).toEqual(['one', 'two', 'three']);
  const [first = '', second = ''] = ids;
  await reply(inbox, first, 'yes');
  await withdraw(inbox, second);
  expect((await posted(inbox)).map(({ text }) => text)).toEqual(['three']);
});

test('an answer is read once', async () => {
  const id = await post(inbox, 'one');
  expect(await replyTo(inbox, id)).toBeNull();
  await reply(inbox, id, 'yes');
  expect(await replyTo(inbox, id)).toBe('yes');
  expect(await replyTo(inbox, id)).toBeNull();
});

test('answers that nobody waits for are dropped, letters are not; half a letter is none', async () => {
  const id = await post(inbox, 'one');
  await reply(inbox, await post(inbox, 'two'), 'yes');
  await writeFile(path.join(inbox, 'x.letter.new'), 'half');
  await dropReplies(inbox);
  expect((await posted(inbox)).map((letter) => letter.id)).toEqual([id]);
  expect((await readdir(inbox)).filter((name) => name.endsWith('.reply'))).toEqual([]);
});
