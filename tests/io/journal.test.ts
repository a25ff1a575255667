import { createHash } from 'node:crypto';
import { appendFile, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Event } from '../../src/domain/event.ts';
import { createJournal, followJournal, openJournal, readJournal } from '../../src/io/journal.ts';
import { DamagedFile } from '../../src/io/lines.ts';
import { folder } from './git/repository.ts';

const event = (detail: string): Event => ({ type: 'run.ended', outcome: 'done', detail });

/** A closed journal with so many events, ü and line breaks among their texts. */
async function written(count: number): Promise<string> {
  const file = path.join(await folder(), 'journal.jsonl');
  const journal = await createJournal(file);
  for (let i = 0; i < count; i += 1) {
    await journal.append(event(`${String(i)} ü\n`));
  }
  await journal.close();
  return file;
}

const details = (lines: readonly { event: Event }[]): string[] =>
  lines.map((line) => (line.event.type === 'run.ended' ? line.event.detail.trim() : '?'));

async function damage(file: string, change: (lines: string[]) => string[]): Promise<DamagedFile> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  await writeFile(file, change(lines).join('\n'));
  const before = await readFile(file);
  const error: unknown = await openJournal(file).catch((reason: unknown) => reason);
  expect(await readFile(file)).toEqual(before);
  if (!(error instanceof DamagedFile)) {
    throw new Error(`expected a damaged file, got ${String(error)}`);
  }
  return error;
}

describe('append and read', () => {
  test('events in order, numbered, chained, one line each, for the user alone', async () => {
    const file = await written(3);
    const { lines, unfinished } = await readJournal(file);
    expect(lines.map(({ v, seq }) => [v, seq])).toEqual([
      [1, 0],
      [1, 1],
      [1, 2],
    ]);
    expect(details(lines)).toEqual(['0 ü', '1 ü', '2 ü']);
    expect(unfinished).toBe(0);
    const [first = ''] = (await readFile(file, 'utf8')).split('\n');
    expect(lines[1]?.prev).toBe(createHash('sha256').update(first).digest('hex'));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('a new journal never lands on an old one', async () => {
    await expect(createJournal(await written(1))).rejects.toThrow(/EEXIST/);
  });

  test('many at once keep their order, each promised only when it is there', async () => {
    const file = path.join(await folder(), 'journal.jsonl');
    const journal = await createJournal(file);
    const promised = Array.from({ length: 500 }, async (_, i) => {
      const line = await journal.append(event(String(i)));
      return { line, there: (await readFile(file, 'utf8')).includes(`"detail":"${String(i)}"`) };
    });
    const results = await Promise.all(promised);
    await journal.close();
    expect(results.every((result) => result.there)).toBe(true);
    const { lines } = await readJournal(file);
    expect(lines).toEqual(results.map((result) => result.line));
    expect(details(lines)).toEqual(Array.from({ length: 500 }, (_, i) => String(i)));
  });

  test('what could not be read again is not written', async () => {
    const file = await written(1);
    const { journal } = await openJournal(file);
    const wrong: unknown = { type: 'run.ended', outcome: 'splendid', detail: '' };
    // @ts-expect-error what no typed caller can pass
    await expect(journal.append(wrong)).rejects.toThrow(/outcome/);
    await journal.append(event('1'));
    await journal.close();
    expect((await readJournal(file)).lines).toHaveLength(2);
  });
});

describe('going on', () => {
  test('the chain is continued', async () => {
    const file = await written(2);
    const { journal, lines, torn } = await openJournal(file);
    expect([lines.length, torn]).toEqual([2, null]);
    await journal.append(event('2'));
    await journal.close();
    expect(details((await readJournal(file)).lines)).toEqual(['0 ü', '1 ü', '2']);
  });

  test('cut at every byte of its last line, what was promised before is there and the next event follows it', async () => {
    const file = await written(2);
    const whole = await readFile(file);
    const second = whole.indexOf(10) + 1;
    for (let size = second; size < whole.length; size += 1) {
      await writeFile(file, whole.subarray(0, size));
      const { journal, lines, torn } = await openJournal(file);
      await journal.append(event('next'));
      await journal.close();
      expect(details(lines)).toEqual(['0 ü']);
      expect(torn).toEqual(size === second ? null : { offset: second, bytes: size - second });
      expect(details((await readJournal(file)).lines)).toEqual(['0 ü', 'next']);
    }
    expect((await readFile(`${file}.torn`)).length).toBeGreaterThan(0);
  });

  test('zeros at the end, as a power cut leaves them, are an unfinished line', async () => {
    const file = await written(2);
    await appendFile(file, Buffer.alloc(100));
    const { lines, torn, journal } = await openJournal(file);
    await journal.close();
    expect([lines.length, torn?.bytes]).toEqual([2, 100]);
  });
});

describe('damage is never passed over', () => {
  test('empty or missing', async () => {
    const file = await written(0);
    await expect(openJournal(file)).rejects.toThrow(/is empty/);
    await expect(readJournal(file)).rejects.toThrow(/is empty/);
    await expect(openJournal(`${file}.not`)).rejects.toThrow(DamagedFile);
    const cut = await written(1);
    await truncate(cut, 20);
    await expect(openJournal(cut)).rejects.toThrow(/is empty/);
  });

  test.each<[string, (lines: string[]) => string[], number, RegExp]>([
    [
      'a line altered',
      (lines) => lines.with(1, (lines[1] ?? '').replace('1 ü', '9 ü')),
      3,
      /line before it has been altered/,
    ],
    ['a line missing', (lines) => lines.toSpliced(1, 1), 2, /expected event 1, found 2/],
    ['a line twice', (lines) => lines.toSpliced(1, 0, lines[0] ?? ''), 2, /expected event 1, found 0/],
    ['the first line missing', (lines) => lines.slice(1), 1, /expected event 0, found 1/],
    ['garbage in between', (lines) => lines.with(1, 'garbage'), 2, /not JSON/],
    ['an empty line', (lines) => lines.toSpliced(2, 0, ''), 3, /not JSON/],
    ['garbage as a whole last line', (lines) => [...lines.slice(0, -1), '{"v":1}', ''], 5, /not an event/],
    [
      'an event nobody knows',
      (lines) => lines.with(3, (lines[3] ?? '').replace('run.ended', 'run.danced')),
      4,
      /not an event/,
    ],
  ])('%s', async (_, change, line, message) => {
    const error = await damage(await written(4), change);
    expect(error.line).toBe(line);
    expect(error.message).toMatch(message);
    expect(error.message).toContain(error.file);
  });

  test('the offset leads to the line', async () => {
    const file = await written(4);
    const error = await damage(file, (lines) => lines.with(2, 'ü garbage'));
    const text = (await readFile(file)).subarray(error.offset).toString('utf8');
    expect(text.startsWith('ü garbage')).toBe(true);
  });

  test('a journal of a later version says so', async () => {
    const error = await damage(await written(2), (lines) => lines.with(1, '{"v":2,"number":1}'));
    expect(error.message).toMatch(/another version of the program: it has version 2/);
  });
});

describe('readers beside a writer', () => {
  test('a line that is being written is counted, not judged, and nothing is cut', async () => {
    const file = await written(2);
    await appendFile(file, '{"v":1,"se');
    expect(await readJournal(file)).toMatchObject({ unfinished: 10, lines: [{ seq: 0 }, { seq: 1 }] });
    expect((await readFile(file, 'utf8')).endsWith('{"v":1,"se')).toBe(true);
  });

  test('followers see what was there and each new line once, over a restart with a torn line', async () => {
    const file = await written(2);
    const end = new AbortController();
    onTestFinished(() => end.abort());
    const seen: number[] = [];
    const following = (async () => {
      for await (const line of followJournal(file, { signal: end.signal, everyMs: 5 })) {
        seen.push(line.seq);
      }
    })();
    await expect.poll(() => seen).toEqual([0, 1]);
    await appendFile(file, '{"v":1,');
    const { journal } = await openJournal(file);
    await Promise.all([journal.append(event('2')), journal.append(event('3'))]);
    await expect.poll(() => seen).toEqual([0, 1, 2, 3]);
    end.abort();
    await following;
    await journal.close();
  });

  test('a follower stops at damage', async () => {
    const file = await written(2);
    await appendFile(file, 'garbage\n');
    const read = async () => {
      for await (const line of followJournal(file, { signal: AbortSignal.timeout(5000), everyMs: 5 })) {
        expect(line.v).toBe(1);
      }
    };
    await expect(read()).rejects.toThrow(/line 3/);
  });
});
