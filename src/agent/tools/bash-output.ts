import type { ShellResult } from '../../io/shell.ts';
import { plainText } from '../../io/text-terminal.ts';
import { compress } from './compress.ts';

const MOST_BYTES = 50_000;
const MOST_LINES = 2_000;
const HEAD_SHARE = 0.3;
const MOST_MIDDLE_LINES = 40;
const MOST_LINE_CHARACTERS = 2_000;

/** Lines that tell of trouble, wherever in an output they are. */
const TROUBLE =
  /\b(?:error|exception|fatal|panic(?:ked)?|traceback|assert(?:ion)?(?:error)?|failed|failure|undefined reference|segmentation fault)\b|^\s*(?:✗|✖|×|FAIL|not ok)\b/i;

/** Catches the lines that tell of trouble while an output goes by, with their numbers: the first ones and the last ones. */
export class TroubleLines {
  readonly #first: [number, string][] = [];
  #last: [number, string][] = [];
  #rest = '';
  #number = 1;

  push(chunk: Buffer): void {
    const lines = (this.#rest + chunk.toString('latin1')).split('\n');
    this.#rest = (lines.pop() ?? '').slice(0, MOST_LINE_CHARACTERS);
    for (const line of lines) {
      if (TROUBLE.test(line.slice(0, MOST_LINE_CHARACTERS))) {
        this.#keep([this.#number, Buffer.from(line, 'latin1').toString('utf8')]);
      }
      this.#number += 1;
    }
  }

  #keep(line: [number, string]): void {
    if (this.#first.length < MOST_MIDDLE_LINES / 2) {
      this.#first.push(line);
      return;
    }
    this.#last.push(line);
    this.#last = this.#last.slice(-MOST_MIDDLE_LINES / 2);
  }

  between(from: number, to: number): string[] {
    return [...this.#first, ...this.#last]
      .filter(([number]) => number >= from && number <= to)
      .map(([number, line]) => `${number}: ${plainText(line).trim().slice(0, 300)}`);
  }
}

/** What the model reads of a command's output, and whether all of it is there. */
export type Shown = { readonly text: string; readonly isWhole: boolean };

export function showOutput(result: ShellResult, trouble: TroubleLines): Shown {
  if (isBinary(result.head)) {
    return { text: `[binary output, ${result.bytes} bytes]`, isWhole: false };
  }
  const whole = result.omittedBytes === 0;
  const compressed = whole ? compress(plainText(result.head)) : { text: '', isWhole: false };
  if (whole && fits(compressed.text)) {
    return compressed.text === '' ? { text: '(no output)', isWhole: true } : compressed;
  }
  const head = whole ? compressed.text : plainText(result.head);
  const first = take(head, HEAD_SHARE, false);
  const last = take(whole ? compressed.text : plainText(result.tail), 1 - HEAD_SHARE, true);
  const shownBytes = Buffer.byteLength(first) + Buffer.byteLength(last);
  const left = Math.max(0, result.lines - breaks(first) - breaks(last));
  const middle = trouble.between(breaks(first) + 1, result.lines - breaks(last));
  const notice = `[… output truncated: ${count(result.bytes - shownBytes)} bytes (${count(left)} lines) left out; all of it: ${result.log} …]`;
  const found = middle.length === 0 ? [] : ['Lines in it that tell of trouble:', ...middle, '[…]'];
  return { text: [first.trimEnd(), notice, ...found, last].join('\n'), isWhole: false };
}

const isBinary = (text: string): boolean => {
  const start = text.slice(0, 4096);
  const zeroes = start.split('\0').length - 1;
  return zeroes > 0 && zeroes * 50 >= start.length;
};

const breaks = (text: string): number => text.split('\n').length - 1;
const count = (number: number): string => number.toLocaleString('en-US');
const fits = (text: string): boolean => Buffer.byteLength(text) <= MOST_BYTES && breaks(text) <= MOST_LINES;

/** Whole lines from the start or the end, as many as the share allows; part of one where a single line is too long. */
function take(text: string, share: number, fromEnd: boolean): string {
  const lines = text.split('\n');
  const ordered = fromEnd ? lines.toReversed() : lines;
  const kept: string[] = [];
  let room = MOST_BYTES * share;
  for (const line of ordered.slice(0, MOST_LINES * share)) {
    const size = Buffer.byteLength(line) + 1;
    if (size > room) {
      if (kept.length === 0 || room > MOST_BYTES * share * 0.5) {
        const part = Buffer.from(line);
        kept.push(
          (fromEnd ? part.subarray(-room) : part.subarray(0, room)).toString('utf8').replaceAll('\ufffd', ''),
        );
      }
      break;
    }
    kept.push(line);
    room -= size;
  }
  return (fromEnd ? kept.toReversed() : kept).join('\n');
}
