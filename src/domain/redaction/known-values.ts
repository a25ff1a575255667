import { formsOf } from './forms.ts';

/** Puts something in the place of each value that is found. */
export type Replace = (text: string, by: (found: string) => string) => string;

/** Finds values in every form, also where a form is broken over lines. */
export function knownValues(values: readonly string[]): Replace {
  const forms = values.flatMap(formsOf).toSorted((a, b) => b.length - a.length);
  if (forms.length === 0) {
    return (text) => text;
  }
  const pattern = new RegExp(forms.map(escaped).join('|'), 'g');
  return (text, by) => inPieces(text.replace(pattern, by), pattern, by);
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}-]/g, String.raw`\$&`);

/** What breaks a value over lines: an end of line, as it is or escaped, with indentation, quotes and a joiner around it. */
const SEAM = /(?:["'`][ \t]{0,8}[+.&,]?[ \t]{0,8})?\\?\r?\n[ \t]*["'`]?|\\r\\n|\\n/g;

/** Looks again at the text as if it had no ends of lines, and replaces what lies across one. */
function inPieces(text: string, pattern: RegExp, by: (found: string) => string): string {
  const { joined, at } = withoutSeams(text);
  if (joined.length === text.length) {
    return text;
  }
  let out = '';
  let done = 0;
  for (const { 0: found, index } of joined.matchAll(pattern)) {
    const [from, to] = [at(index), at(index + found.length - 1) + 1];
    out += text.slice(done, from) + by(text.slice(from, to));
    done = to;
  }
  return out + text.slice(done);
}

/** `at` tells where a character of the joined text stood. */
function withoutSeams(text: string): { readonly joined: string; readonly at: (index: number) => number } {
  const starts: number[] = [0];
  const shifts: number[] = [0];
  let joined = '';
  let from = 0;
  for (const { 0: seam, index } of text.matchAll(SEAM)) {
    joined += text.slice(from, index);
    from = index + seam.length;
    starts.push(joined.length);
    shifts.push(from - joined.length);
  }
  joined += text.slice(from);
  return { joined, at: (index) => index + (shifts[lastAtMost(starts, index)] ?? 0) };
}

/** Place of the last number that is not above a limit, in a list that rises. */
function lastAtMost(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    [low, high] = (numbers[middle] ?? 0) <= limit ? [middle, high] : [low, middle - 1];
  }
  return low;
}
