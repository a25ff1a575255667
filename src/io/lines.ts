import { appendFile, open } from 'node:fs/promises';

/** A line of a file, without its line break. */
export type TextLine = {
  readonly text: string;
  readonly bytes: Buffer;
  /** Counted from 1. */
  readonly number: number;
  /** Bytes from the start of the file. */
  readonly offset: number;
};

/** Splits a file into its whole lines; `rest` is what follows the last line break. */
export function splitLines(
  bytes: Buffer,
  from = { number: 1, offset: 0 },
): { lines: TextLine[]; rest: Buffer } {
  const lines: TextLine[] = [];
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    const line = bytes.subarray(start, end);
    lines.push({
      text: line.toString('utf8'),
      bytes: line,
      number: from.number + lines.length,
      offset: from.offset + start,
    });
    start = end + 1;
  }
  return { lines, rest: bytes.subarray(start) };
}

/** What was cut from the end of a file: a line whose writing was cut short, so that nobody was promised it. */
export type Torn = { readonly offset: number; readonly bytes: number };

/** Cuts an unfinished last line off a file; its bytes go to `<file>.torn`. Null when the last line is whole. */
export async function cutTorn(
  file: string,
  { size, rest }: { size: number; rest: Buffer },
): Promise<Torn | null> {
  if (rest.length === 0) {
    return null;
  }
  const offset = size - rest.length;
  await appendFile(`${file}.torn`, Buffer.concat([rest, Buffer.from('\n')]), { mode: 0o600 });
  const handle = await open(file, 'r+');
  try {
    await handle.truncate(offset);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { offset, bytes: rest.length };
}

/** A record that cannot be trusted: where, and what is wrong there. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile';
  readonly file: string;
  /** Counted from 1; null when the whole file is meant. */
  readonly line: number | null;
  /** Bytes from the start of the file. */
  readonly offset: number;

  constructor(
    file: string,
    at: { readonly number: number; readonly offset: number } | null,
    problem: string,
  ) {
    super(`${file}${at ? `, line ${String(at.number)} (byte ${String(at.offset)})` : ''}: ${problem}`);
    this.file = file;
    this.line = at?.number ?? null;
    this.offset = at?.offset ?? 0;
  }
}
