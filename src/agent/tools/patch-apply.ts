import { lineEndOf } from '../../io/text.ts';
import { foldCharacters } from './fold.ts';
import { nearestLines } from './nearest.ts';
import type { Chunk, PatchLine } from './patch-parse.ts';

type FileLine = { readonly text: string; readonly end: string };

/** Lines `from` to `to` of the file become `lines`. */
type Replacement = { readonly from: number; readonly to: number; readonly lines: readonly FileLine[] };

/** The content with the chunks in it; what is not added stays as the file has it. Throws where a chunk has no place. */
export function applyChunks(content: string, chunks: readonly Chunk[]): string {
  const mark = content.startsWith('\ufeff') ? '\ufeff' : '';
  const lines = fileLines(content.slice(mark.length));
  const end = lineEndOf(content) ?? '\n';
  const cursor = new Cursor(lines);
  const replacements = chunks.map((chunk) => place(cursor, chunk, end)).toSorted((a, b) => a.from - b.from);
  const result: FileLine[] = [];
  let at = 0;
  for (const { from, to, lines: added } of replacements) {
    if (from < at) {
      throw new Error(`two hunks overlap at line ${from + 1}`);
    }
    result.push(...lines.slice(at, from), ...added);
    at = to;
  }
  result.push(...lines.slice(at));
  const hadEnd = lines.length === 0 || lines.at(-1)?.end !== '';
  return mark + joined(result, end, hadEnd);
}

function fileLines(content: string): FileLine[] {
  const lines: FileLine[] = [];
  let at = 0;
  for (const { 0: end, index } of content.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ text: content.slice(at, index), end });
    at = index + end.length;
  }
  return at < content.length ? [...lines, { text: content.slice(at), end: '' }] : lines;
}

/** Only the last line may lack its end, and it does so only where the file's last line did. */
function joined(lines: readonly FileLine[], end: string, hadEnd: boolean): string {
  return lines
    .map((line, index) => line.text + (index < lines.length - 1 || hadEnd ? line.end || end : ''))
    .join('');
}

class Cursor {
  at = 0;
  readonly lines: readonly FileLine[];
  readonly usedAnchors = new Set<string>();
  constructor(lines: readonly FileLine[]) {
    this.lines = lines;
  }
}

function place(cursor: Cursor, chunk: Chunk, end: string): Replacement {
  const after = follow(cursor, chunk.anchors);
  const added = chunk.lines.filter(({ sign }) => sign === '+').map(({ text }) => ({ text, end }));
  if (chunk.lines.every(({ sign }) => sign === '+')) {
    const at = chunk.anchors.length > 0 && !chunk.atEnd ? after : cursor.lines.length;
    return { from: at, to: at, lines: added };
  }
  const found =
    findChunk(cursor.lines, chunk, after) ??
    (chunk.anchors.length > 0 ? findChunk(cursor.lines, chunk, after - 1) : undefined);
  if (!found) {
    throw new Error(notFound(cursor.lines, chunk, after));
  }
  const { from, lines } = found;
  const kept = lines.filter(({ sign }) => sign !== '+').length;
  cursor.at = from + kept;
  return { from, to: cursor.at, lines: rewritten(cursor.lines, from, { lines, end }) };
}

/** Context lines are the file's own, however the patch spells them. */
function rewritten(
  file: readonly FileLine[],
  from: number,
  change: { readonly lines: readonly PatchLine[]; readonly end: string },
): FileLine[] {
  const result: FileLine[] = [];
  let at = from;
  for (const { sign, text } of change.lines) {
    const own = file[at];
    if (sign === '+') {
      result.push({ text, end: change.end });
    } else {
      at += 1;
      result.push(...(sign === ' ' && own ? [own] : []));
    }
  }
  return result;
}

/** The line after the last anchor. An anchor that an earlier chunk used may be said again. */
function follow(cursor: Cursor, anchors: readonly string[]): number {
  let at = cursor.at;
  for (const anchor of anchors) {
    const found = findAnchor(cursor.lines, anchor, at);
    if (found === -1 && !cursor.usedAnchors.has(anchor)) {
      throw new Error(`could not find the anchor "@@ ${anchor}"${at > 0 ? ` after line ${at}` : ''}`);
    }
    at = found === -1 ? at : found + 1;
    cursor.usedAnchors.add(anchor);
  }
  return at;
}

function findAnchor(lines: readonly FileLine[], anchor: string, from: number): number {
  const exact = lines.findIndex((line, index) => index >= from && line.text === anchor);
  return exact === -1
    ? lines.findIndex(
        (line, index) => index >= from && comparable(line.text).trim() === comparable(anchor).trim(),
      )
    : exact;
}

const comparable = (text: string): string => foldCharacters(text).trimEnd();

type Equal = (line: PatchLine, there: string) => boolean;

const LEVELS: readonly { readonly equal: Equal; readonly mustBeUnique: boolean }[] = [
  { equal: ({ text }, there) => text === there, mustBeUnique: false },
  { equal: ({ text }, there) => text.trimEnd() === there.trimEnd(), mustBeUnique: false },
  { equal: ({ text }, there) => comparable(text) === comparable(there), mustBeUnique: false },
  {
    equal: ({ sign, text }, there) =>
      sign === ' '
        ? comparable(text).trim() === comparable(there).trim()
        : comparable(text) === comparable(there),
    mustBeUnique: true,
  },
];

type Place = { readonly from: number; readonly lines: readonly PatchLine[] };

/** Blank lines that end a chunk may be only what stood between it and the next: they go if the file lacks them. */
function findChunk(file: readonly FileLine[], chunk: Chunk, after: number): Place | undefined {
  const from = seek(file, chunk, after);
  if (from !== undefined) {
    return { from, lines: chunk.lines };
  }
  const last = chunk.lines.at(-1);
  return last?.sign === ' ' && last.text.trim() === '' && chunk.lines.length > 1
    ? findChunk(file, { ...chunk, lines: chunk.lines.slice(0, -1) }, after)
    : undefined;
}

function seek(file: readonly FileLine[], { lines, atEnd }: Chunk, after: number): number | undefined {
  const old = lines.filter(({ sign }) => sign !== '+');
  const last = file.length - old.length;
  const start = Math.max(0, after);
  for (const { equal, mustBeUnique } of LEVELS) {
    const fits = (at: number): boolean =>
      old.every((line, index) => equal(line, file[at + index]?.text ?? ''));
    if (atEnd && last >= start && fits(last)) {
      return last;
    }
    const found: number[] = [];
    for (let at = start; at <= last && found.length < (mustBeUnique ? 2 : 1); at += 1) {
      if (fits(at)) {
        found.push(at);
      }
    }
    if (found.length === 1) {
      return found[0];
    }
  }
  return undefined;
}

function notFound(file: readonly FileLine[], chunk: Chunk, after: number): string {
  const old = chunk.lines.filter(({ sign }) => sign !== '+').map(({ text }) => text);
  const anchors = chunk.anchors.map((anchor) => `"@@ ${anchor}"`).join(' ');
  const where = [anchors === '' ? [] : `after ${anchors}`, after > 0 ? `from line ${after + 1} on` : []]
    .flat()
    .join(', ');
  const earlier = findChunk(file, chunk, 0);
  const near = earlier
    ? `They are at line ${earlier.from + 1}; hunks have to be in the order of the file.`
    : nearestLines(
        file.map(({ text }) => text),
        old.join('\n'),
      );
  return `could not find these lines${where === '' ? '' : ` (${where})`}:\n${old.slice(0, 12).join('\n')}\n${near ?? 'Nothing in the file is like them; read it again.'}`;
}
