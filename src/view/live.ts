import type { Progress } from '../domain/progress.ts';
import type { Run } from '../domain/run.ts';
import { briefMoney, clock } from './figures.ts';
import { lineOf, type Telling } from './lines.ts';
import { needsOf, needWords, several } from './needs.ts';
import { aboutRows, footer, streamRows, untouched, type Panel } from './panel.ts';
import { accent, bad, blank, cell, faint, fit, good, row, spread, strong, warn, type Row } from './row.ts';
import { elapsed, type Watch } from './watch.ts';
import { atWork, type Worker } from './workers.ts';
import { CONFINED, landedOf, PLACE, short, spending } from './words.ts';

/** Of the terminal, in columns and rows. */
export type Size = { readonly width: number; readonly height: number };

/** Rows that the last events get before a long todo list takes all there is. */
const LATELY = 5;
const BAR = 10;
/** Columns over which the two ends of a line still belong together. */
const WIDEST = 120;
/** Columns from which on there is room for the branch and a worker's model. */
const NAMES_FROM = 60;

/**
 * The run at this moment as a screen full of lines, none wider than the screen and never more than fit: where it
 * stands, the todo list, who works on what, what happened last. Pure; `now` in milliseconds since 1970.
 */
export function frame(
  telling: Telling,
  { width, height: whole, now, panel }: Size & { readonly now: number; readonly panel?: Panel },
): Row[] {
  const height = panel ? whole - 1 : whole;
  const inner = Math.min(WIDEST, Math.max(10, width - 2));
  const { watch } = telling;
  const head = section(header(watch, now, inner));
  const room = Math.max(1, Math.floor(height / 4));
  const workers = section(workerRows(atWork(watch), { now, room, width: inner }));
  const free = Math.max(0, height - head.length - workers.length - 1);
  const todo = section(todoRows(watch.run, free - Math.min(LATELY, Math.floor(free / 3)), inner));
  const used = head.length + todo.length + workers.length;
  const left = Math.max(0, height - used);
  const below = belowRows(telling, { rows: left, width: inner, panel });
  const shown = [...head, ...todo, ...workers, ...below].slice(0, height);
  const foot = panel
    ? [...Array.from({ length: height - shown.length }, () => blank), footer(panel, telling)]
    : [];
  return [...shown, ...foot].map((line) => fit([...row(' '), ...line], width - 1));
}

type Below = { readonly rows: number; readonly width: number; readonly panel: Panel | undefined };

/** What a person is asked and answers right now, else the worker that they watch, else what happened last. */
function belowRows(telling: Telling, { rows, width, panel = untouched }: Below): readonly Row[] {
  if (panel.typing !== null && panel.about) {
    return aboutRows(panel.about, { rows, width });
  }
  return panel.watched === null
    ? telling.lately.slice(-rows || telling.lately.length).map(lineOf)
    : streamRows(panel.watched, telling, { rows, width });
}

const section = (rows: readonly Row[]): Row[] => (rows.length > 0 ? [...rows, blank] : []);

export function header(watch: Watch, now: number, width: number): Row[] {
  const { run } = watch;
  const unconfined = CONFINED[run.settings.sandbox];
  const standing = run.progress.filter((p) => p.at !== 'replaced');
  const landed = standing.filter((p) => p.at === 'landed').length;
  const full = standing.length === 0 ? 0 : Math.round((landed / standing.length) * BAR);
  return [
    spread(row(strong(run.title)), width < NAMES_FROM ? [] : row(faint(run.branch)), width),
    row(
      good('█'.repeat(full)),
      faint('░'.repeat(BAR - full)),
      run.progress.length > 0 ? ` ${landedOf(run)} landed` : ` ${run.at}`,
      ` · ${clock(elapsed(watch, now))}`,
      ...(unconfined === undefined ? [] : [' · ', warn(unconfined)]),
      ` · ${spending(run)}`,
    ),
    ...(run.paused ? [row(warn(`paused: ${run.paused.detail}`))] : attention(run)),
    ...(run.at === 'ended' && run.ending ? [row(strong(`${run.ending.outcome}: ${run.ending.detail}`))] : []),
  ];
}

/** What a person who looked away has to know first: who waits for them, and what has come to nothing. */
function attention(run: Run): Row[] {
  const blocked = run.progress.filter((p) => p.at === 'blocked').map((p) => p.checkpoint.id);
  const parts = [
    ...needWords(needsOf(run)).map(warn),
    ...several(blocked, { one: 'blocked', many: 'blocked' }).map(bad),
  ];
  return parts.length === 0 ? [] : [row(...parts.flatMap((part, i) => (i === 0 ? [part] : [' · ', part])))];
}

/** In the plan's order. Where there are too many, what is at rest gives way to what moves or waits for a person. */
export function todoRows({ progress }: Run, room: number, width: number): Row[] {
  if (progress.length <= room) {
    return progress.map((p) => todoRow(p, width));
  }
  const kept = new Set(progress.toSorted((a, b) => PLACE[b.at].rank - PLACE[a.at].rank).slice(0, room - 1));
  const rest = progress.filter((p) => !kept.has(p));
  const landed = rest.filter((p) => p.at === 'landed').length;
  return [
    ...progress.filter((p) => kept.has(p)).map((p) => todoRow(p, width)),
    row(faint(`    … and ${String(rest.length)} more, ${String(landed)} of them landed`)),
  ];
}

function todoRow(p: Progress, width: number): Row {
  const { id, title } = p.checkpoint;
  const name = row(PLACE[p.at].box, ` ${id} `, p.at === 'landed' ? faint(title) : title);
  return spread(name, fit(row((TONES[p.at] ?? faint)(whereIs(p))), Math.floor(width / 2)), width);
}

/** What a person is to read first. */
const TONES: Partial<Record<Progress['at'], typeof warn>> = { asking: warn, approving: warn, blocked: bad };

function whereIs(p: Progress): string {
  const { word } = PLACE[p.at];
  switch (p.at) {
    case 'landed':
      return `${word} ${short(p.commit)}`;
    case 'blocked':
      return `${word}: ${p.reason}`;
    case 'replaced':
      return `${word} as ${p.by.join(', ')}: ${p.reason}`;
    case 'asking':
      return `${word}: ${p.question}`;
    case 'todo':
      return p.started > 0 ? `${word} again` : afterWords(p.checkpoint.after);
    case 'coding':
    case 'checking':
    case 'guarding':
    case 'reviewing':
    case 'approving':
    case 'landing':
      return p.started > 1 ? `${word}, attempt ${String(p.started)}` : word;
  }
}

const afterWords = (after: readonly string[]): string =>
  after.length > 0 ? `after ${after.join(', ')}` : '';

type Room = { readonly now: number; readonly room: number; readonly width: number };

/** `c2.a1   small     coding: bash npm test      01:10   $0.03` */
export function workerRows(workers: readonly Worker[], { now, room, width }: Room): Row[] {
  const rows = workers.map((worker) => {
    const model = width < NAMES_FROM ? [] : cell(row(faint(worker.model)), Math.floor(width / 5));
    const figures = `${clock(now - worker.since).padStart(8)}${briefMoney(worker.spent).padStart(10)}`;
    const doing = `${worker.doing}${worker.heard === '' ? '' : `: ${worker.heard}`}`;
    return spread([...cell(row(accent(worker.who)), 8), ...model, ...row(' ', doing)], row(figures), width);
  });
  return rows.length <= room
    ? rows
    : [...rows.slice(0, room - 1), row(faint(`… and ${String(rows.length - room + 1)} more at work`))];
}
