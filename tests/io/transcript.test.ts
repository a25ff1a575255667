import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Message } from '../../src/domain/transcript.ts';
import { openTranscript, readTranscript } from '../../src/io/transcript.ts';
import { folder } from './git/repository.ts';

const TALK: Message[] = [
  { role: 'system', text: 'You write code.' },
  { role: 'user', text: 'Two\nlines, ü and \u2028' },
  {
    role: 'assistant',
    text: '',
    calls: [{ id: 'k1', tool: 'read', input: { path: 'a' } }],
    vendor: { x: [1] },
  },
  { role: 'tool', call: 'k1', ok: true, text: 'contents' },
];

async function recorded(): Promise<string> {
  const file = path.join(await folder(), 'c1.a1.coder.jsonl');
  const transcript = await openTranscript(file);
  for (const message of TALK) {
    await transcript.append(message);
  }
  await transcript.close();
  return file;
}

test('a conversation comes back as it was said, for the user alone', async () => {
  const file = await recorded();
  expect(await readTranscript(file)).toEqual(TALK);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('one that was never begun is empty', async () => {
  expect(await readTranscript(path.join(await folder(), 'none.jsonl'))).toEqual([]);
});

test('it goes on where it stopped', async () => {
  const file = await recorded();
  const again = await openTranscript(file);
  expect(again.messages).toEqual(TALK);
  await again.append({ role: 'user', text: 'more' });
  await again.close();
  expect(await readTranscript(file)).toEqual([...TALK, { role: 'user', text: 'more' }]);
});

test('an unfinished last message is cut and told', async () => {
  const file = await recorded();
  const size = (await readFile(file)).length;
  await appendFile(file, '{"role":"user","te');
  expect(await readTranscript(file)).toEqual(TALK);
  const again = await openTranscript(file);
  await again.close();
  expect(again.torn).toEqual({ offset: size, bytes: 18 });
  expect((await readFile(file)).length).toBe(size);
});

test('any other damage is an error that names the line', async () => {
  const file = await recorded();
  const lines = (await readFile(file, 'utf8')).split('\n');
  await writeFile(file, lines.with(1, '{"role":"nobody"}').join('\n'));
  await expect(openTranscript(file)).rejects.toThrow(/c1\.a1\.coder\.jsonl, line 2 \(byte 43\)/);
  await writeFile(file, lines.with(2, '{').join('\n'));
  await expect(readTranscript(file)).rejects.toThrow(/line 3 .*not JSON/);
});
