import type { Run } from '../domain/run.ts';
import type { Ending } from '../view/ending.ts';
import { inked } from '../view/ink.ts';
import { stepRows } from '../view/report-text.ts';
import { blank, row, type Row } from '../view/row.ts';
import type { Shell } from './shell.ts';

/** How it ended and what can be done next, or the whole report in place of that. */
export function lastWords(shell: Shell, _run: Run, end: Ending, more: readonly Row[]): void {
  const words = end.words.map((text) => row(text));
  const next = end.next.length > 0 ? [blank, ...stepRows(end.next)] : [];
  for (const line of more.length > 0 ? more : [...words, ...next]) {
    shell.err(`${inked(line, shell.stderr)}\n`);
  }
}
