import type { ShellResult } from '../../io/shell.ts';
import { countLines, firstLines, fits, lastLines, type Room } from '../../io/text-lines.ts';
import { plainText } from '../../io/text-terminal.ts';
import { compress } from './compress.ts';
import type { TroubleLines } from './trouble.ts';

const ROOM: Room = { lines: 2_000, bytes: 50_000 };
const HEAD: Room = { lines: ROOM.lines * 0.3, bytes: ROOM.bytes * 0.3 };
const TAIL: Room = { lines: ROOM.lines - HEAD.lines, bytes: ROOM.bytes - HEAD.bytes };

/** What the model reads of a command's output, and whether all of it is there. */
export type Shown = { readonly text: string; readonly isWhole: boolean };

/** Start and end of the output, what tells of trouble in between, and where all of it is. */
export function showOutput(result: ShellResult, trouble: TroubleLines): Shown {
  if (isBinary(result.head)) {
    return { text: `[binary output, ${result.bytes} bytes; all of it: ${result.log}]`, isWhole: false };
  }
  const start = readable(result.head);
  const isHeld = result.omittedBytes === 0;
  if (isHeld && fits(start.text, ROOM)) {
    const note = start.isWhole ? '' : `\n[repetitions were shortened; all of it: ${result.log}]`;
    return { text: (start.text || '(no output)') + note, isWhole: start.isWhole };
  }
  const head = firstLines(start.text, HEAD);
  const tail = lastLines(isHeld ? start.text : readable(result.tail).text, TAIL);
  const leftBytes = Math.max(0, result.bytes - Buffer.byteLength(head) - Buffer.byteLength(tail));
  const leftLines = Math.max(0, result.lines - countLines(head) - countLines(tail));
  const notice = `[… output truncated: ${count(leftBytes)} bytes (${count(leftLines)} lines) left out; all of it: ${result.log} …]`;
  const found = trouble.between(countLines(head) + 1, result.lines - countLines(tail));
  const middle = found.length === 0 ? [] : ['Lines in it that tell of trouble:', ...found, '[…]'];
  return { text: [head, notice, ...middle, tail].join('\n'), isWhole: false };
}

const count = (number: number): string => number.toLocaleString('en-US');

function readable(raw: string): Shown {
  const { text, isWhole } = compress(raw);
  return { text: plainText(text).replace(/\n+$/, ''), isWhole };
}

/** One NUL in fifty characters is no text, nor is one in five that are none in UTF-8, where there are many. */
function isBinary(text: string): boolean {
  const start = text.slice(0, 4096);
  const times = (character: string): number => start.split(character).length - 1;
  const [zeroes, unreadable] = [times('\0'), times('\ufffd')];
  return (zeroes > 0 && zeroes * 50 >= start.length) || (unreadable > 50 && unreadable * 5 >= start.length);
}
