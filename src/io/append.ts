import { open } from 'node:fs/promises';
import { writeSync } from 'node:fs';
import path from 'node:path';
import { reached } from './phase.ts';

/** What is needed of an open file; a file handle of Node has it. */
export type Appendable = {
  readonly fd?: number;
  write(bytes: Buffer, offset: number, length: number): Promise<{ readonly bytesWritten: number }>;
  datasync(): Promise<void>;
  truncate(size: number): Promise<void>;
  close(): Promise<void>;
};

/** `written`: the line is in the file, and on the disk with the next one that is `durable`; costs no sync of its own. */
export type Until = 'durable' | 'written';

/** A file that only grows, by whole lines that are on the disk once `append` has resolved. */
export type Appender = {
  /**
   * Adds a line (without its line break). Lines keep the order of the calls; calls at the same time share one sync.
   * Rejects when the disk is full or broken: the file then ends with the last line that was promised, and nothing more
   * can be appended until it is opened again.
   */
  append(text: string, until?: Until): Promise<void>;
  /** Waits for what is under way. */
  close(): Promise<void>;
};

/** Opens a file for appending. `create` insists that it is new and makes its place in the folder durable as well. */
export async function openAppender(file: string, mode: 'create' | 'extend'): Promise<Appender> {
  const handle = await open(file, mode === 'create' ? 'ax' : 'a', 0o600);
  try {
    if (mode === 'create') {
      await syncFolder(path.dirname(file));
    }
    return appender(handle, (await handle.stat()).size);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

type Waiting = {
  readonly until: Until;
  readonly bytes: Buffer;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
};

/** Group commit: while one sync runs, the next lines gather, and one write and one sync serve them all. */
export function appender(file: Appendable, size: number): Appender {
  let waiting: Waiting[] = [];
  let promised = size;
  let running: Promise<void> | null = null;
  let broken: Error | null = null;

  const flush = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        const until = batch.some((one) => one.until === 'durable') ? 'durable' : 'written';
        promised += await persist(file, Buffer.concat(batch.map((one) => one.bytes)), until);
        batch.forEach((one) => one.done());
      } catch (error) {
        broken = new Error(
          `nothing more can be recorded: ${error instanceof Error ? error.message : String(error)}`,
          {
            cause: error,
          },
        );
        await file.truncate(promised).catch(() => undefined);
        [...batch, ...waiting].forEach((one) => one.failed(broken));
        waiting = [];
      }
    }
    running = null;
  };

  return {
    append: async (text, until = 'durable') => {
      if (broken) {
        throw broken;
      }
      return new Promise((done, failed) => {
        waiting.push({ bytes: Buffer.from(`${text}\n`), until, done, failed });
        running ??= Promise.resolve().then(flush);
      });
    },
    close: async () => {
      await running;
      await file.close();
    },
  };
}

async function persist(file: Appendable, bytes: Buffer, until: Until): Promise<number> {
  const { fd } = file;
  if (fd !== undefined) {
    reached('line.half', { half: () => writeSync(fd, bytes, 0, bytes.length >> 1) });
  }
  for (let at = 0; at < bytes.length;) {
    at += (await file.write(bytes, at, bytes.length - at)).bytesWritten;
  }
  if (until === 'durable') {
    await file.datasync();
  }
  return bytes.length;
}

/** Makes the names in a folder durable. Where folders cannot be opened, the system sees to that itself. */
export async function syncFolder(dir: string): Promise<void> {
  const handle = await open(dir, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
