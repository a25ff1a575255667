import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { Message } from '../domain/transcript.ts';
import { openAppender } from './append.ts';
import { cutTorn, DamagedFile, splitLines, type TextLine, type Torn } from './lines.ts';

/** The record of one conversation: a message a line, in the order in which they were said. */
export type Transcript = {
  /** What was recorded before it was opened. */
  readonly messages: readonly Message[];
  /** An unfinished last line that was cut; null when there was none. */
  readonly torn: Torn | null;
  /** Records a message; it is on the disk when this resolves, and only then may it be acted on. */
  append(message: Message): Promise<void>;
  close(): Promise<void>;
};

/**
 * Opens a conversation, begun or not, to go on with it. An unfinished last line is cut: nobody has acted on it. Throws
 * {@link DamagedFile} for any other damage.
 */
export async function openTranscript(file: string): Promise<Transcript> {
  const bytes = await readFile(file).catch(whereMissing(null));
  const { lines, rest } = splitLines(bytes ?? Buffer.alloc(0));
  const messages = lines.map((line) => parse(file, line));
  const torn = bytes === null ? null : await cutTorn(file, { size: bytes.length, rest });
  const appender = await openAppender(file, bytes === null ? 'create' : 'extend');
  return {
    messages,
    torn,
    append: async (message) => appender.append(JSON.stringify(Message.parse(message))),
    close: async () => appender.close(),
  };
}

/** The messages of a conversation so far; changes nothing. Empty when there is no such file. */
export async function readTranscript(file: string): Promise<Message[]> {
  const bytes = await readFile(file).catch(whereMissing(Buffer.alloc(0)));
  return splitLines(bytes).lines.map((line) => parse(file, line));
}

function parse(file: string, line: TextLine): Message {
  try {
    return Message.parse(JSON.parse(line.text));
  } catch (error) {
    throw new DamagedFile(file, line, error instanceof z.ZodError ? z.prettifyError(error) : 'not JSON');
  }
}

const whereMissing =
  <T>(value: T) =>
  (error: unknown): T => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return value;
    }
    throw error;
  };
