import width from 'fast-string-width';
import { printable } from './printable.ts';

export type Tone = 'good' | 'bad' | 'warn' | 'faint' | 'strong' | 'accent';
export type Span = { readonly text: string; readonly tone?: Tone };
/** One line of output. Made by `row`, so that nothing in it can act on a terminal. */
export type Row = readonly Span[];

/** Joins pieces into a line; every piece is stripped of what a terminal would act upon. */
export const row = (...parts: readonly (string | Span | undefined)[]): Row =>
  parts.flatMap((part) => {
    const span = typeof part === 'string' ? { text: part } : part;
    const text = printable(span?.text ?? '');
    return span && text !== '' ? [{ ...span, text }] : [];
  });

const toned =
  (tone: Tone) =>
  (text: string): Span => ({ text, tone });
export const good = toned('good');
export const bad = toned('bad');
export const warn = toned('warn');
export const faint = toned('faint');
export const strong = toned('strong');
export const accent = toned('accent');

export const blank: Row = [];

export const plain = (line: Row): string => line.map((span) => span.text).join('');

export const widthOf = (line: Row): number => width(plain(line));

/** The line as it is, cut to so many columns; what is cut ends in `…`. */
export function fit(line: Row, columns: number): Row {
  if (widthOf(line) <= columns) {
    return line;
  }
  const out: Span[] = [];
  let left = columns - 1;
  for (const span of line) {
    const text = head(span.text, left);
    out.push({ ...span, text });
    if (text !== span.text) {
      break;
    }
    left -= width(text);
  }
  return columns > 0 ? [...out.filter((span) => span.text !== ''), { text: '…' }] : [];
}

/** The line in exactly so many columns: cut, or filled with spaces. */
export function cell(line: Row, columns: number): Row {
  const cut = fit(line, columns);
  const gap = columns - widthOf(cut);
  return gap > 0 ? [...cut, { text: ' '.repeat(gap) }] : cut;
}

/** `left` and `right` at the two ends of a line; when there is no room for both, `left` is cut. */
export function spread(left: Row, right: Row, columns: number): Row {
  const room = columns - widthOf(right) - 1;
  return room < 1 ? fit(left, columns) : [...cell(left, room), { text: ' ' }, ...right];
}

const clusters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** As many whole characters from the start as fit. */
export function head(text: string, columns: number): string {
  let out = '';
  let used = 0;
  for (const { segment } of clusters.segment(text)) {
    used += width(segment);
    if (used > columns) {
      return out;
    }
    out += segment;
  }
  return out;
}
