/** What is kept of a long output: whole characters of its start and its end. */
export type Window = {
  readonly head: string;
  readonly tail: string;
  readonly omittedBytes: number;
};

export type WindowSize = { readonly headBytes: number; readonly tailBytes: number };

/** Takes output as it comes in and holds no more than twice the window's size. */
export class OutputWindow {
  bytes = 0;
  readonly #size: WindowSize;
  readonly #head: Buffer[] = [];
  #tail: Buffer[] = [];
  #headLength = 0;
  #tailLength = 0;

  constructor(size: WindowSize) {
    this.#size = size;
  }

  push(chunk: Buffer): void {
    this.bytes += chunk.length;
    const room = this.#size.headBytes - this.#headLength;
    const start = chunk.subarray(0, room);
    this.#head.push(start);
    this.#headLength += start.length;
    this.#tail.push(chunk.subarray(start.length));
    this.#tailLength += chunk.length - start.length;
    if (this.#tailLength > 2 * this.#size.tailBytes) {
      const whole = Buffer.concat(this.#tail);
      this.#tail = [Buffer.from(lastBytes(whole, this.#size.tailBytes))];
      this.#tailLength = Math.min(whole.length, this.#size.tailBytes);
    }
  }

  /** The start and the end as bytes; together they are all of it where nothing had to go. */
  parts(): { readonly head: Buffer; readonly tail: Buffer } {
    const tail = Buffer.concat(this.#tail);
    return { head: Buffer.concat(this.#head), tail: lastBytes(tail, this.#size.tailBytes) };
  }

  /** Invalid UTF-8 becomes one replacement character each. */
  window(): Window {
    const { head, tail } = this.parts();
    const omitted = this.bytes - head.length - tail.length;
    if (omitted === 0) {
      return { head: Buffer.concat([head, tail]).toString('utf8'), tail: '', omittedBytes: 0 };
    }
    const first = head.subarray(0, wholeEnd(head));
    const last = tail.subarray(wholeStart(tail));
    return {
      head: first.toString('utf8'),
      tail: last.toString('utf8'),
      omittedBytes: this.bytes - first.length - last.length,
    };
  }
}

const lastBytes = (bytes: Buffer, count: number): Buffer => bytes.subarray(Math.max(0, bytes.length - count));

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

function lengthOfSequence(lead: number): number {
  return lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
}

/** Where the last whole character ends. */
export function wholeEnd(bytes: Buffer): number {
  let lead = bytes.length - 1;
  while (lead >= 0 && bytes.length - lead < 4 && isContinuation(bytes[lead])) {
    lead -= 1;
  }
  const cut = lead >= 0 && lead + lengthOfSequence(bytes[lead] ?? 0) > bytes.length;
  return cut ? lead : bytes.length;
}

/** Where the first whole character begins. */
export function wholeStart(bytes: Buffer): number {
  let start = 0;
  while (start < 3 && isContinuation(bytes[start])) {
    start += 1;
  }
  return start;
}

/** Start and end of a text within the bytes given, never through a character. */
export function headTail(text: string, size: WindowSize): Window {
  const window = new OutputWindow(size);
  window.push(Buffer.from(text, 'utf8'));
  return window.window();
}
