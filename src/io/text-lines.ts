import { wholeEnd, wholeStart } from './text-window.ts';

/** How much of a text may be shown. */
export type Room = { readonly lines: number; readonly bytes: number };

/** The first whole lines of a text that fit; of a first line that is too long, its start. */
export const firstLines = (text: string, room: Room): string => fitting(text, room, 'start');

/** The last whole lines of a text that fit; of a last line that is too long, its end. */
export const lastLines = (text: string, room: Room): string => fitting(text, room, 'end');

export const fits = (text: string, room: Room): boolean =>
  Buffer.byteLength(text) <= room.bytes && countLines(text) <= room.lines;

/** A part of a text by positions, with no half of a surrogate pair at either end. */
export function clip(text: string, from: number, to: number): string {
  return text
    .slice(from, to)
    .replace(/^[\udc00-\udfff]/, '')
    .replace(/[\ud800-\udbff]$/, '');
}

/** A line end at the end of the text begins no further line. */
export const countLines = (text: string): number =>
  text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

type Side = 'start' | 'end';

function fitting(text: string, { lines, bytes }: Room, side: Side): string {
  const all = text.split('\n');
  const ordered = side === 'end' ? all.toReversed() : all;
  const kept: string[] = [];
  let left = bytes;
  for (const line of ordered.slice(0, lines)) {
    const size = Buffer.byteLength(line) + 1;
    if (size > left) {
      if (left > bytes / 2) {
        kept.push(partOf(Buffer.from(line), left, side));
      }
      break;
    }
    kept.push(line);
    left -= size;
  }
  return (side === 'end' ? kept.toReversed() : kept).join('\n');
}

function partOf(line: Buffer, room: number, side: Side): string {
  const cut = side === 'end' ? line.subarray(-room) : line.subarray(0, room);
  return (side === 'end' ? cut.subarray(wholeStart(cut)) : cut.subarray(0, wholeEnd(cut))).toString('utf8');
}
