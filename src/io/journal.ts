import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { Event, Line } from '../domain/event.ts';
import { type Appender, openAppender, type Until } from './append.ts';
import { reached } from './phase.ts';
import { cutTorn, DamagedFile, splitLines, type TextLine, type Torn } from './lines.ts';

const VERSION = 1;
const Versioned = z.looseObject({ v: z.number() });

export type Journal = {
  /** Records an event; the line is on the disk when this resolves, or only written. See {@link Appender} for a full disk. */
  append(event: Event, until?: Until): Promise<Line>;
  close(): Promise<void>;
};

/** Starts the journal of a new run. The file must not exist. */
export async function createJournal(file: string): Promise<Journal> {
  return journal(await openAppender(file, 'create'), START);
}

export type OpenedJournal = {
  readonly journal: Journal;
  readonly lines: readonly Line[];
  /** An unfinished last line that was cut; null when there was none. */
  readonly torn: Torn | null;
};

/**
 * Opens the journal of a run to go on with it. An unfinished last line is cut. Throws {@link DamagedFile} for any other
 * damage, and for a journal that is empty or not there: that is never a new run.
 */
export async function openJournal(file: string): Promise<OpenedJournal> {
  const bytes = await readBytes(file);
  const { lines, rest } = splitLines(bytes);
  const chain = checkLines(file, lines, START);
  if (chain.lines.length === 0) {
    throw new DamagedFile(file, null, 'the journal is empty');
  }
  const torn = await cutTorn(file, { size: bytes.length, rest });
  return { journal: journal(await openAppender(file, 'extend'), chain.end), lines: chain.lines, torn };
}

/**
 * Reads a journal as far as it goes and changes nothing; takes no lock, so that a run may be writing it. `unfinished`
 * counts the bytes of a last line that is not whole (yet). Throws {@link DamagedFile} as {@link openJournal} does.
 */
export async function readJournal(file: string): Promise<{ lines: readonly Line[]; unfinished: number }> {
  const { lines, rest } = splitLines(await readBytes(file));
  const chain = checkLines(file, lines, START);
  if (chain.lines.length === 0 && rest.length === 0) {
    throw new DamagedFile(file, null, 'the journal is empty');
  }
  return { lines: chain.lines, unfinished: rest.length };
}

/** Whether the first event of a journal is on the disk as a whole. */
export async function hasFirstLine(file: string): Promise<boolean> {
  const handle = await open(file, 'r').catch(() => null);
  try {
    const { bytesRead = 0, buffer } = (await handle?.read(Buffer.alloc(CHUNK), 0, CHUNK, 0)) ?? {};
    return bytesRead === CHUNK || buffer?.subarray(0, bytesRead).includes(10) === true;
  } finally {
    await handle?.close();
  }
}

type Following = { readonly signal: AbortSignal; readonly everyMs?: number };

/** The lines of a journal from its start, then each new one as it is written, until the signal ends it. Takes no lock. */
export async function* followJournal(
  file: string,
  following: Following,
): AsyncGenerator<Line, void, undefined> {
  for await (const page of followPages(file, following)) {
    yield* page;
  }
}

/** Most lines of a page: a long journal is told while it is being read. */
const PAGE = 500;

/** The same in pages of lines that are there already. */
export async function* followPages(
  file: string,
  { signal, everyMs = 100 }: Following,
): AsyncGenerator<readonly Line[], void, undefined> {
  const handle = await open(file, 'r');
  try {
    let end = START;
    let at = { number: 1, offset: 0 };
    while (!signal.aborted) {
      const { lines } = splitLines(await readFrom(handle, at.offset), at);
      for (let i = 0; i < lines.length && !signal.aborted; i += PAGE) {
        const chain = checkLines(file, lines.slice(i, i + PAGE), end);
        end = chain.end;
        yield chain.lines;
      }
      at = { number: at.number + lines.length, offset: at.offset + lengthOf(lines) };
      if (lines.length === 0) {
        await setTimeout(everyMs, undefined, { signal }).catch(() => undefined);
      }
    }
  } finally {
    await handle.close();
  }
}

/** The end of a chain of lines: what the next one has to continue. */
type End = { readonly seq: number; readonly prev: string };
const START: End = { seq: 0, prev: '' };

function journal(file: Appender, start: End): Journal {
  let end = start;
  return {
    append: async (event, until) => {
      const line: Line = {
        v: VERSION,
        seq: end.seq,
        at: new Date().toISOString(),
        prev: end.prev,
        event: Event.parse(event),
      };
      const text = JSON.stringify(line);
      end = { seq: end.seq + 1, prev: hashOf(Buffer.from(text)) };
      await file.append(text, until);
      reached(`event.${event.type}`, { seq: line.seq });
      return line;
    },
    close: async () => file.close(),
  };
}

function checkLines(file: string, lines: readonly TextLine[], start: End): { lines: Line[]; end: End } {
  let end = start;
  const parsed = lines.map((line) => {
    const value = parseLine(file, line);
    if (value.seq !== end.seq) {
      throw new DamagedFile(file, line, `expected event ${String(end.seq)}, found ${String(value.seq)}`);
    }
    if (value.prev !== end.prev) {
      throw new DamagedFile(file, line, 'the line before it has been altered');
    }
    end = { seq: end.seq + 1, prev: hashOf(line.bytes) };
    return value;
  });
  return { lines: parsed, end };
}

function parseLine(file: string, line: TextLine): Line {
  let raw: unknown;
  try {
    raw = JSON.parse(line.text);
  } catch {
    throw new DamagedFile(file, line, 'not JSON');
  }
  const value = Line.safeParse(raw);
  if (value.success) {
    return value.data;
  }
  const version = Versioned.safeParse(raw);
  if (version.success && version.data.v !== VERSION) {
    const found = `it has version ${String(version.data.v)}, this program writes and reads ${String(VERSION)}`;
    throw new DamagedFile(file, line, `the run was recorded by another version of the program: ${found}`);
  }
  throw new DamagedFile(file, line, `not an event: ${z.prettifyError(value.error)}`);
}

const hashOf = (line: Buffer): string => createHash('sha256').update(line).digest('hex');

const lengthOf = (lines: readonly TextLine[]): number =>
  lines.reduce((sum, line) => sum + line.bytes.length + 1, 0);

async function readBytes(file: string): Promise<Buffer> {
  return readFile(file).catch((error: unknown) => {
    throw new DamagedFile(
      file,
      null,
      `the journal cannot be read: ${error instanceof Error ? error.message : ''}`,
    );
  });
}

const CHUNK = 1024 * 1024;

/** What a file holds from an offset on. */
async function readFrom(handle: Awaited<ReturnType<typeof open>>, offset: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let at = offset; ;) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(CHUNK), 0, CHUNK, at);
    parts.push(buffer.subarray(0, bytesRead));
    at += bytesRead;
    if (bytesRead < CHUNK) {
      return Buffer.concat(parts);
    }
  }
}
