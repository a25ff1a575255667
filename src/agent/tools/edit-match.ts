import { foldCharacters, foldEnds, foldLines, occurrences, original, type Folded } from './fold.ts';

/** A stretch of the file that `old` names, and what `new` becomes there. */
export type Match = {
  readonly start: number;
  readonly end: number;
  /** Undefined where `new` cannot be put there. */
  replacement(text: string): string | undefined;
};

export type Found = {
  readonly matches: readonly Match[];
  /** How it was found, where not as written. */
  readonly how?: string;
};

const asWritten = (text: string): string => text;

/** The matches of the strictest way of looking that gives any. */
export function findMatches(text: string, old: string): Found {
  const exact = occurrences(text, old).map((start) => ({
    start,
    end: start + old.length,
    replacement: asWritten,
  }));
  if (exact.length > 0) {
    return { matches: exact };
  }
  const ends = inFolded(text, foldEnds(text), foldEnds(old).text);
  if (ends.length > 0) {
    return { matches: ends, how: "line ends were taken as the file's" };
  }
  const folded = foldLines(text);
  const lines = byLines(text, folded, old);
  if (lines.length > 0) {
    return { matches: lines, how: 'blanks at line ends and look-alike characters were ignored' };
  }
  return { matches: shifted(text, old), how: 'the indentation was shifted, and that of new alike' };
}

function inFolded(text: string, folded: Folded, part: string): Match[] {
  return occurrences(folded.text, part).map((from) => {
    const [start, end] = original(text, folded, from, from + part.length);
    return { start, end, replacement: asWritten };
  });
}

function byLines(text: string, folded: Folded, old: string): Match[] {
  const part = foldLines(old).text;
  if (part === '') {
    return [];
  }
  const found = inFolded(text, folded, part);
  const hadBlanks = /[ \t]$/.test(old);
  if (hadBlanks) {
    return found.flatMap((match) => toLineEnd(text, match));
  }
  const lacksEnd =
    part.endsWith('\n') && !folded.text.endsWith('\n') && folded.text.endsWith(part.slice(0, -1));
  if (found.length === 0 && lacksEnd && part.length > 1) {
    const [start] = original(text, folded, folded.text.length - part.length + 1, folded.text.length);
    return [{ start, end: text.length, replacement: (value) => value.replace(/\r?\n$/, '') }];
  }
  return found;
}

/** `old` ends in blanks that the file has otherwise or not at all: the line must end there, and its blanks go, too. */
function toLineEnd(text: string, match: Match): Match[] {
  const blanks = /^[ \t]*/.exec(text.slice(match.end, match.end + 200))?.[0] ?? '';
  const end = match.end + blanks.length;
  return end === text.length || /^\r?\n/.test(text.slice(end, end + 2)) ? [{ ...match, end }] : [];
}

type FileLine = { readonly start: number; readonly end: number; readonly text: string };

/** Whole lines that differ from `old` by the same blanks before each of them. */
function shifted(text: string, old: string): Match[] {
  const hasEnd = old.endsWith('\n');
  const wanted = comparable(hasEnd ? old.slice(0, -1) : old);
  const first = wanted.findIndex((line) => line !== '');
  if (first === -1) {
    return [];
  }
  const file = fileLines(text);
  const found: Match[] = [];
  for (let at = 0; at + wanted.length <= file.length; at += 1) {
    const window = file.slice(at, at + wanted.length);
    const shift = shiftBetween(wanted, window, first);
    const last = window.at(-1);
    if (shift && last && window[0]) {
      const end = hasEnd ? last.end : last.start + rawLength(text, last);
      found.push({
        start: window[0].start,
        end,
        replacement: (value) => shiftLines(value, shift, leastIndent(wanted)),
      });
    }
  }
  return found;
}

const comparable = (text: string): string[] =>
  foldCharacters(text)
    .split('\n')
    .map((line) => line.trimEnd());

function fileLines(text: string): FileLine[] {
  const lines: FileLine[] = [];
  let start = 0;
  while (start < text.length) {
    const feed = text.indexOf('\n', start);
    const end = feed === -1 ? text.length : feed + 1;
    lines.push({ start, end, text: foldCharacters(text.slice(start, end)).trimEnd() });
    start = end;
  }
  return lines;
}

const rawLength = (text: string, { start, end }: FileLine): number =>
  text.slice(start, end).replace(/\r?\n$/, '').length;

type Shift = { readonly add: string } | { readonly remove: string };

function shiftBetween(
  wanted: readonly string[],
  window: readonly FileLine[],
  first: number,
): Shift | undefined {
  const shift = shiftOf(wanted[first] ?? '', window[first]?.text ?? '');
  if (!shift) {
    return undefined;
  }
  const fits = wanted.every((line, index) => {
    const there = window[index]?.text ?? '';
    return line === '' || there === '' ? line === there : apply(line, shift) === there;
  });
  return fits ? shift : undefined;
}

function shiftOf(line: string, there: string): Shift | undefined {
  if (there.endsWith(line) && /^[ \t]+$/.test(there.slice(0, there.length - line.length))) {
    return { add: there.slice(0, there.length - line.length) };
  }
  if (line.endsWith(there) && there !== '' && /^[ \t]+$/.test(line.slice(0, line.length - there.length))) {
    return { remove: line.slice(0, line.length - there.length) };
  }
  return undefined;
}

function apply(line: string, shift: Shift): string | undefined {
  if ('add' in shift) {
    return shift.add + line;
  }
  return line.startsWith(shift.remove) ? line.slice(shift.remove.length) : undefined;
}

/** Undefined where lines cannot be shifted, or seem to be where they belong already. */
function shiftLines(text: string, shift: Shift, oldIndent: number): string | undefined {
  const lines = text.split('\n');
  if ('add' in shift && leastIndent(lines) >= oldIndent + shift.add.length) {
    return undefined;
  }
  const moved = lines.map((line) => (line.trim() === '' ? line : apply(line, shift)));
  return moved.includes(undefined) ? undefined : moved.join('\n');
}

function leastIndent(lines: readonly string[]): number {
  const indents = lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length);
  return indents.length === 0 ? 0 : Math.min(...indents);
}
