/** A text made comparable, and where in the original each of its characters begins. */
export type Folded = { readonly text: string; readonly starts: Uint32Array };

const LOOKALIKES: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201a': "'",
  '\u201b': "'",
  '\u2032': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u201f': '"',
  '\u2033': '"',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2015': '-',
  '\u2212': '-',
  '\ufe58': '-',
  '\ufe63': '-',
  '\uff0d': '-',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u205f': ' ',
  '\u3000': ' ',
};

const PATTERN =
  /[\u2018-\u201b\u2032\u201c-\u201f\u2033\u2010-\u2015\u2212\ufe58\ufe63\uff0d\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;

/** Quotes, dashes and blanks as a keyboard has them; each stays one character. */
export const foldCharacters = (text: string): string =>
  text.replaceAll(PATTERN, (character) => LOOKALIKES[character] ?? ' ');

/** CR LF as LF. */
export const foldEnds = (text: string): Folded => fold(text, /\r\n/g);

/** CR LF as LF, no blanks at the end of a line, look-alike characters as one. */
export const foldLines = (text: string): Folded => fold(foldCharacters(text), /\r\n|[ \t]+/g);

/** Each CR LF among the matches becomes a line feed; blanks among them go where a line ends with them. */
function fold(text: string, pattern: RegExp): Folded {
  const starts = new Uint32Array(text.length);
  const pieces: string[] = [];
  let length = 0;
  const keep = (from: number, to: number): void => {
    pieces.push(text.slice(from, to));
    for (let at = from; at < to; at += 1) {
      starts[length] = at;
      length += 1;
    }
  };
  let at = 0;
  for (const { 0: match, index } of text.matchAll(pattern)) {
    keep(at, index);
    at = index + match.length;
    if (match === '\r\n') {
      pieces.push('\n');
      starts[length] = index;
      length += 1;
    } else if (!endsLine(text, at)) {
      keep(index, at);
    }
  }
  keep(at, text.length);
  return { text: pieces.join(''), starts };
}

const endsLine = (text: string, at: number): boolean =>
  at === text.length || text[at] === '\n' || text.startsWith('\r\n', at);

/** The part of the original that a part of the folded text stands for. */
export function original(
  text: string,
  { starts }: Folded,
  from: number,
  to: number,
): readonly [number, number] {
  const last = starts[to - 1] ?? 0;
  return [starts[from] ?? 0, last + (text.startsWith('\r\n', last) ? 2 : 1)];
}

/** Every place where `part` begins, overlapping ones too. */
export function occurrences(text: string, part: string): number[] {
  const found: number[] = [];
  for (let at = part === '' ? -1 : text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    found.push(at);
  }
  return found;
}

/** Line number, from 1, of a position. */
export function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1)) {
    line += 1;
  }
  return line;
}
