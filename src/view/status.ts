import { checkpointRows } from './checkpoint-text.ts';
import { steps } from './ending.ts';
import { lineOf, tell, untold, type Telling } from './lines.ts';
import { header, todoRows, workerRows } from './live.ts';
import { linesOf } from './printable.ts';
import type { CheckpointFact } from './report.ts';
import { stepRows } from './report-text.ts';
import { bad, blank, faint, good, row, strong, warn, type Row, type Tone } from './row.ts';
import type { Entry } from './watch.ts';
import { atWork } from './workers.ts';

type StatusOptions = {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Columns of the terminal. */
  readonly width: number;
  /** Whether a process works on the run at this moment. */
  readonly running: boolean;
  /** Folder of the run's records. */
  readonly records: string;
};

const LATELY = 5;

/** `orchestrate status`: where a run stands, what happened last and what to do next. */
export function renderStatus(telling: Telling, { now, width, running, records }: StatusOptions): Row[] {
  const { watch } = telling;
  const { run } = watch;
  const cut = !running && run.at !== 'ended' && !run.paused;
  const at = running ? now : watch.lastAt;
  return [
    ...header(watch, at, width),
    ...(cut ? [row(warn('not running: it was cut off, and goes on where it stopped'))] : []),
    ...apart(todoRows(run, run.progress.length, width)),
    ...(running ? apart(workerRows(atWork(watch), { now, room: Infinity, width })) : []),
    ...apart(telling.lately.slice(-LATELY).map(lineOf)),
    ...apart(running ? [] : stepRows(steps(run))),
    blank,
    row(faint('records: '), records),
  ];
}

const apart = (rows: readonly Row[]): Row[] => (rows.length > 0 ? [blank, ...rows] : []);

/** `orchestrate log`: everything that was told, in order. */
export function renderLog(entries: Iterable<Entry>): Row[] {
  const out: Row[] = [];
  let telling = untold;
  for (const entry of entries) {
    const next = tell(telling, entry);
    ({ telling } = next);
    out.push(...next.said.map(lineOf));
  }
  return out;
}

/** `orchestrate show c3`: the checkpoint's facts, the end of a check that is not green, every criterion, the diff. */
export function renderShow(fact: CheckpointFact, diff: string): Row[] {
  const { check, review } = fact.checked;
  return [
    ...checkpointRows(fact),
    ...part(
      'Criteria',
      (review?.criteria ?? []).map((c) =>
        row(
          '  ',
          c.met ? good('met') : bad('not met'),
          ` ${c.criterion}`,
          faint(c.evidence === '' ? '' : ` (${c.evidence})`),
        ),
      ),
    ),
    ...part(
      'Output of the check',
      check && check.result.status !== 'passed' ? indented(check.result.tail) : [],
    ),
    ...part('Diff', diff === '' ? [row(faint('  no change'))] : linesOf(diff.trimEnd()).map(diffRow)),
  ];
}

const part = (name: string, rows: readonly Row[]): Row[] =>
  rows.length > 0 ? [blank, row(strong(name)), ...rows] : [];

const indented = (text: string): Row[] =>
  text.trim() === '' ? [] : linesOf(text.trimEnd()).map((line) => row('  ', line));

const HEAD: readonly (readonly [start: string, tone: Tone])[] = [
  ['diff ', 'strong'],
  ['+++', 'strong'],
  ['---', 'strong'],
  ['@@', 'accent'],
  ['+', 'good'],
  ['-', 'bad'],
];

const diffRow = (line: string): Row => {
  const tone = HEAD.find(([start]) => line.startsWith(start))?.[1];
  return row(tone === undefined ? line : { text: line, tone });
};
