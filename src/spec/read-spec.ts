import { createHash } from 'node:crypto';
import { decodeSpec } from './decode.ts';
import { type Item, outline } from './items.ts';
import { unclosed } from './problem.ts';

/** Settings at the head of a spec, as text. `line` is where it starts in the file, counted from 1. */
type FrontMatter = { readonly text: string; readonly line: number };

export type Spec = {
  /** Where it came from, as people read it. */
  readonly source: string;
  /** Every character of the file except a byte order mark, front matter included. */
  readonly text: string;
  /** Of the bytes as they came. */
  readonly sha256: string;
  readonly title: string;
  readonly frontMatter: FrontMatter | null;
  /** Every list item at the top level. */
  readonly items: readonly Item[];
  /** The items that are still to be done: all but ticked boxes. */
  readonly requirements: readonly Item[];
};

/** Reads a spec from its bytes; throws SpecError. Nothing in it is executed or expanded. */
export function readSpec(bytes: Uint8Array, source: string): Spec {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = decodeSpec(buffer, source);
  const lines = text.split(/\r\n|\n|\r/);
  const head = headLength(lines);
  if (head === 0 && opensSettings(lines)) {
    throw unclosed(source);
  }
  // Emptied, not removed: every other line keeps its number.
  const body = lines.map((line, i) => (i < head ? '' : line));
  const { title, items } = outline(body.join('\n'));
  return {
    source,
    text,
    sha256: createHash('sha256').update(buffer).digest('hex'),
    title: shorten(title ?? firstWords(body) ?? source),
    frontMatter: head === 0 ? null : { text: lines.slice(1, head - 1).join('\n'), line: 2 },
    items,
    requirements: items.filter((item) => item.done !== true),
  };
}

/** Lines of a block between `---` at the very beginning, both marks included; 0 without one. */
function headLength(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== '---') {
    return 0;
  }
  return lines.findIndex((line, i) => i > 0 && /^(---|\.\.\.)\s*$/.test(line)) + 1;
}

/** A rule at the top of a text is a rule; a setting right below it makes it the beginning of front matter. */
const opensSettings = ([first, second]: readonly string[]): boolean =>
  first?.trimEnd() === '---' && /^[A-Za-z_][\w-]*:(\s|$)/.test(second ?? '');

const MARKER = /^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?/;

const firstWords = (lines: readonly string[]): string | undefined =>
  lines
    .find((line) => /[\p{L}\p{N}]/u.test(line))
    ?.replace(MARKER, '')
    .trim();

const shorten = (title: string): string => (title.length > 100 ? `${title.slice(0, 99).trimEnd()}…` : title);
