import width from 'fast-string-width';
import { head } from './row.ts';

/** The lines that a text without line breaks takes in so many columns: broken between words, long words within. */
export function wrap(text: string, columns: number): string[] {
  const room = Math.max(2, columns);
  const lines: string[] = [];
  let line = '';
  for (const word of text.match(/\s*\S+/gu) ?? []) {
    if (width(line + word) <= room) {
      line += word;
      continue;
    }
    if (line !== '') {
      lines.push(line);
    }
    const [last = '', ...full] = broken(line === '' ? word : word.trimStart(), room).toReversed();
    lines.push(...full.toReversed());
    line = last;
  }
  return [...lines, line];
}

function broken(word: string, room: number): string[] {
  const parts: string[] = [];
  let rest = word;
  while (width(rest) > room) {
    // One character is never too wide for a line of its own.
    const part = head(rest, room) || rest.slice(0, 1);
    parts.push(part);
    rest = rest.slice(part.length);
  }
  return [...parts, rest];
}
