import { createHash } from 'node:crypto';
import { decode, looksBinary, markOf, type Encoding } from '../../io/text.ts';
import type { OpenFile } from '../../io/files.ts';
import { clip } from '../../io/text-lines.ts';
import { fingerprint } from './session.ts';

/** `more` is how much of the line was left out, in characters. */
export type Line = { readonly text: string; readonly more: number };

/** Lines `offset` to `offset + limit - 1`, counted from 1, of `total`. */
export type Lines = {
  readonly lines: readonly Line[];
  readonly total: number;
  readonly encoding: Encoding;
  readonly fingerprint: string;
};

export type Range = { readonly offset: number; readonly limit: number };

export const MOST_CHARACTERS = 2_000;
const WHOLE_BYTES = 8 * 1024 * 1024;

/** Undefined for a file that is no text. A long file is streamed, so that only the range is held. */
export async function readRange(file: OpenFile, range: Range): Promise<Lines | undefined> {
  const { handle, stat } = file;
  if (stat.size <= WHOLE_BYTES) {
    return linesOf(await handle.readFile(), range);
  }
  const start = Buffer.alloc(8192);
  await handle.read(start, 0, start.length, 0);
  if (looksBinary(start) || (markOf(start) ?? 'utf8') !== 'utf8') {
    return undefined;
  }
  return streamLines(file, range);
}

function linesOf(bytes: Buffer, { offset, limit }: Range): Lines | undefined {
  const content = decode(bytes);
  if (!content) {
    return undefined;
  }
  const all = splitLines(content.text);
  const lines = all.slice(offset - 1, offset - 1 + limit).map(cut);
  return { lines, total: all.length, encoding: content.encoding, fingerprint: fingerprint(bytes) };
}

/** A final line end is not one more line; carriage returns alone end lines only where nothing else does. */
export function splitLines(text: string): string[] {
  const plain = text.startsWith('\ufeff') ? text.slice(1) : text;
  const lines = plain.split(plain.includes('\n') ? /\r?\n/ : /\r/);
  if (lines.at(-1) === '') {
    lines.pop();
  }
  return lines;
}

const cut = (text: string): Line => ({
  text: clip(text, 0, MOST_CHARACTERS),
  more: Math.max(0, text.length - MOST_CHARACTERS),
});

async function streamLines({ handle }: OpenFile, { offset, limit }: Range): Promise<Lines> {
  const hash = createHash('sha1');
  const lines: Line[] = [];
  const line = new GrowingLine();
  let number = 1;
  const isWanted = (): boolean => number >= offset && number < offset + limit;
  const room = (): number => (isWanted() ? MOST_CHARACTERS * 4 : 0);
  const finish = (): void => {
    if (isWanted()) {
      lines.push(line.line());
    }
    line.clear();
    number += 1;
  };
  for await (const chunk of chunksOf(handle)) {
    hash.update(chunk);
    let at = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, at)) {
      line.push(chunk.subarray(at, end), room());
      finish();
      at = end + 1;
    }
    line.push(chunk.subarray(at), room());
  }
  if (line.bytes > 0) {
    finish();
  }
  return { lines, total: number - 1, encoding: 'utf8', fingerprint: hash.digest('hex') };
}

const chunksOf = (handle: OpenFile['handle']): AsyncIterable<Buffer> =>
  handle.createReadStream({ autoClose: false, start: 0 });

/** One line as its bytes come in: its start, and how long it is. */
class GrowingLine {
  bytes = 0;
  #start: Buffer[] = [];
  #kept = 0;

  /** Of the whole line at most `room` bytes are kept. */
  push(part: Buffer, room: number): void {
    const kept = part.subarray(0, Math.max(0, room - this.#kept));
    this.bytes += part.length;
    this.#kept += kept.length;
    this.#start.push(kept);
  }

  line(): Line {
    const start = Buffer.concat(this.#start)
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .replace(/\r$/, '');
    const { text, more } = cut(start);
    return { text, more: more + this.bytes - this.#kept };
  }

  clear(): void {
    this.bytes = 0;
    this.#start = [];
    this.#kept = 0;
  }
}
