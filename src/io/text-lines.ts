import { wholeEnd, wholeStart } from './text-window.ts';

/** How much of a text may be shown. */
export type Room = { readonly lines: number; readonly bytes: number };

/** The first whole lines of a text that fit; of a first line that is too long, its start. */
export const firstLines = (text: string, room: Room): string => fitting(text, room, false);

/** The last whole lines of a text that fit; of a last line that is too long, its end. */
export const lastLines = (text: string, room: Room): string => fitting(text, room, true);

export const fits = (text: string, room: Room): boolean =>
  Buffer.byteLength(text) <= room.bytes && countLines(text) <= room.lines;

/** A line end at the end of the text begins no further line. */
export const countLines = (text: string): number =>
  text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

function fitting(text: string, { lines, bytes }: Room, fromEnd: boolean): string {
  const all = text.split('\n');
  const ordered = fromEnd ? all.toReversed() : all;
  const kept: string[] = [];
  let left = bytes;
  for (const line of ordered.slice(0, lines)) {
    const size = Buffer.byteLength(line) + 1;
    if (size > left) {
      if (left > bytes / 2) {
        kept.push(part(Buffer.from(line), left, fromEnd));
      }
      break;
    }
    kept.push(line);
    left -= size;
  }
  return (fromEnd ? kept.toReversed() : kept).join('\n');
}

function part(line: Buffer, room: number, fromEnd: boolean): string {
  const cut = fromEnd ? line.subarray(-room) : line.subarray(0, room);
  return (fromEnd ? cut.subarray(wholeStart(cut)) : cut.subarray(0, wholeEnd(cut))).toString('utf8');
}
