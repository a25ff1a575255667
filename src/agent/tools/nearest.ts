import { distance } from 'fastest-levenshtein';
import { clip } from '../../io/text-lines.ts';

const MOST_LINES = 20_000;
const MOST_CHARACTERS = 300;
const MOST_SHOWN = 12;

/** Lines of the file that are most like `old`, with their numbers; undefined where nothing is half alike. */
export function nearestLines(lines: readonly string[], old: string): string | undefined {
  const wanted = old.split(/\r?\n/);
  const anchor = wanted.reduce(
    (best, line, index) => (weight(line) > weight(wanted[best] ?? '') ? index : best),
    0,
  );
  const anchorText = short(wanted[anchor] ?? '');
  if (anchorText === '') {
    return undefined;
  }
  let best = { score: 0.5, at: -1 };
  lines.slice(0, MOST_LINES).forEach((line, at) => {
    const score = alike(short(line), anchorText) + bonus(lines, wanted, at - anchor);
    best = score > best.score ? { score, at } : best;
  });
  if (best.at === -1) {
    return undefined;
  }
  const from = Math.max(0, best.at - anchor);
  const to = Math.min(lines.length, from + Math.min(wanted.length, MOST_SHOWN));
  return `Closest lines ${from + 1}-${to}:\n${numbered(lines, from, to)}`;
}

const short = (line: string): string => clip(line.trim(), 0, MOST_CHARACTERS);

/** Long lines with words say more than braces. */
const weight = (line: string): number => Math.min(short(line).replaceAll(/\W+/g, '').length, 80);

const alike = (a: string, b: string): number => {
  const longest = Math.max(a.length, b.length);
  const shortest = Math.min(a.length, b.length);
  return shortest * 2 < longest ? 0 : 1 - distance(a, b) / longest;
};

/** Neighbours that are the same decide between equal lines. */
function bonus(lines: readonly string[], wanted: readonly string[], from: number): number {
  const same = wanted
    .slice(0, 20)
    .filter((line, index) => line.trim() !== '' && lines[from + index]?.trim() === line.trim());
  return same.length / (wanted.length + 1);
}

export const numbered = (lines: readonly string[], from: number, to: number): string =>
  lines
    .slice(from, to)
    .map((line, index) => `${String(from + index + 1).padStart(5)}\t${clip(line, 0, MOST_CHARACTERS)}`)
    .join('\n');
