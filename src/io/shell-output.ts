import { createWriteStream, type WriteStream } from 'node:fs';
import type { Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import type { Filter } from '../domain/redaction/stream.ts';
import { OutputWindow, type Window } from './text-window.ts';

export type OutputOptions = {
  readonly log: string;
  readonly maxBytes?: number;
  readonly keepBytes?: number;
  readonly onOutput?: (chunk: Buffer) => void;
  /** Makes what changes the output on its way to everybody. */
  readonly filter?: () => Filter;
};

export type Collected = {
  readonly window: Window;
  readonly bytes: number;
  /** Line breaks. */
  readonly lines: number;
};

const MOST_BYTES = 64 * 1024 * 1024;
/** Silence after which whole lines wait no longer for what may follow. */
const SETTLE_MS = 100;
const KEEP_BYTES = 128 * 1024;

/** Takes what comes out of a pipe into a file and, its start and end, into memory. */
export class OutputCollector {
  /** The last holder of the pipe has closed it. */
  readonly ended: Promise<void>;
  readonly #reader: Socket;
  readonly #log: WriteStream;
  readonly #window: OutputWindow;
  readonly #options: OutputOptions;
  readonly #filter: Filter | undefined;
  #settling: NodeJS.Timeout | undefined;
  #taken = 0;
  #lines = 0;
  #canLog = true;

  /** `onOverflow` is called when there is more than there may be. */
  constructor(reader: Socket, options: OutputOptions, onOverflow: () => void) {
    const keep = options.keepBytes ?? KEEP_BYTES;
    this.#reader = reader;
    this.#options = options;
    this.#filter = options.filter?.();
    this.#window = new OutputWindow({ headBytes: keep, tailBytes: keep });
    this.#log = createWriteStream(options.log, { mode: 0o600 });
    this.#log.on('error', () => {
      this.#canLog = false;
      reader.resume();
    });
    reader.on('data', (chunk: Buffer) => this.#take(chunk, onOverflow));
    this.ended = new Promise((resolve) => {
      reader.once('close', () => resolve()).once('error', () => resolve());
    });
  }

  #take(chunk: Buffer, onOverflow: () => void): void {
    const room = (this.#options.maxBytes ?? MOST_BYTES) - this.#taken;
    const part = chunk.subarray(0, Math.max(0, room));
    this.#taken += part.length;
    if (part.length < chunk.length) {
      onOverflow();
    }
    const filter = this.#filter;
    if (!filter) {
      this.#pass(part);
      return;
    }
    this.#pass(filter.push(part));
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.#pass(filter.settle()), SETTLE_MS);
  }

  #pass(part: Buffer): void {
    this.#window.push(part);
    this.#lines += countBreaks(part);
    this.#options.onOutput?.(part);
    if (this.#canLog && part.length > 0 && !this.#log.write(part)) {
      this.#reader.pause();
      this.#log.once('drain', () => this.#reader.resume());
    }
  }

  async close(): Promise<Collected> {
    this.#reader.destroy();
    clearTimeout(this.#settling);
    if (this.#filter) {
      this.#pass(this.#filter.end());
    }
    if (this.#canLog) {
      this.#log.end();
      await finished(this.#log).catch(() => {});
    }
    return { window: this.#window.window(), bytes: this.#window.bytes, lines: this.#lines };
  }
}

function countBreaks(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) {
    count += 1;
  }
  return count;
}
