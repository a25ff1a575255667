import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Wish } from '../../src/domain/wish.ts';
import { post, replyTo } from '../../src/io/inbox.ts';
import { lettersIn } from '../../src/run/letters.ts';

let inbox: string;
beforeEach(async () => {
  inbox = await mkdtemp(path.join(tmpdir(), 'orchestrate-letters-'));
});
afterEach(async () => rm(inbox, { recursive: true }));

const put = async (wish: Wish): Promise<string> => post(inbox, JSON.stringify(wish));
const pause: Wish = { wish: 'pause' };
const tell: Wish = { wish: 'tell', checkpoint: null, text: 'mind the gap' };

test('what the journal knows of is taken back, whatever it wanted', async () => {
  const taken = await put(tell);
  const open = await put(tell);
  const letters = await lettersIn(inbox, [
    { type: 'run.told', checkpoint: null, text: 'mind the gap', letter: taken },
  ])();
  expect(letters.map(({ id }) => id)).toEqual([open]);
  expect(await readdir(inbox)).toEqual([`${open}.letter`]);
});

test('a pause from before the run was taken up pauses nothing, one that comes later does', async () => {
  const before = await put(pause);
  const kept = await put(tell);
  const letters = lettersIn(inbox, []);
  expect((await letters()).map(({ id }) => id)).toEqual([kept]);
  expect(await replyTo(inbox, before)).toMatch(/taken up after that was said/);
  const later = await put(pause);
  expect((await letters()).map(({ id }) => id)).toContain(later);
});

test.each([
  ['half a word', '{"wish":"te'],
  ['a wish that nobody knows', '{"wish":"fly"}'],
  ['more than was asked for', '{"wish":"pause","now":true}'],
  ['no words', '{"wish":"tell","checkpoint":null,"text":"  "}'],
  ['nothing', ''],
  ['no text', '\0\u0001\uFFFD'],
])('a letter of %s is answered so, and others are read', async (_what, text) => {
  const bad = await post(inbox, text);
  const good = await put(tell);
  expect((await lettersIn(inbox, [])()).map(({ id }) => id)).toEqual([good]);
  expect(await replyTo(inbox, bad)).toMatch(/could not be understood/);
});

test('what is no letter is left alone', async () => {
  await writeFile(path.join(inbox, 'notes.txt'), 'mine');
  await mkdir(path.join(inbox, 'a.letter'));
  await symlink('/nowhere', path.join(inbox, 'b.letter'));
  expect(await lettersIn(inbox, [])()).toEqual([]);
  expect(await readdir(inbox)).toEqual(['a.letter', 'b.letter', 'notes.txt']);
});
