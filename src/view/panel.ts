import type { Telling } from './lines.ts';
import { needsOf, type Need } from './needs.ts';
import { printable } from './printable.ts';
import { accent, cell, faint, row, strong, warn, type Row } from './row.ts';
import { handOf, WHOLE } from './watch.ts';
import { atWork } from './workers.ts';
import { wrap } from './wrap.ts';

/** What a person does at the keyboard of a live screen. */
export type Panel = {
  /** The worker whose words are shown in place of the last events, by its name in the list; null: nobody. */
  readonly watched: string | null;
  /** What is being typed for the run; null while nothing is. */
  readonly typing: string | null;
  /** What that is said to: something that waits for the person; null: words for whoever works. */
  readonly about: Waiting | null;
  /** What the run can be asked beyond stopping: keys for anything else do nothing, and are not shown. */
  readonly can: readonly ('tell' | 'pause' | 'page' | 'settle')[];
  /** The answer to the last key, until the next one. */
  readonly said: string;
};

export const untouched: Panel = { watched: null, typing: null, about: null, can: [], said: '' };

/** What can be settled while the rest goes on: a plan has nothing beside it. */
type Waiting = Exclude<Need, { need: 'plan' }>;

/** What a key asks the program to do. */
export type Asked =
  | { readonly ask: 'nothing' | 'stop' | 'pause' | 'page' }
  /** `checkpoint` null: everyone is meant. */
  | { readonly ask: 'tell'; readonly checkpoint: string | null; readonly text: string }
  /** `text`: an answer; of a change `y`, or what should be different. */
  | { readonly ask: 'settle'; readonly about: Waiting; readonly text: string };

const NOTHING: Asked = { ask: 'nothing' };
const INTERRUPT = '\u0003';
const ENTER = /^[\r\n]$/;
const ESCAPE = '\u001b';
const BACKSPACE = /^[\b\u007f]$/;

/** Takes one key. Pure. A paste is given character by character; keys that nobody knows do nothing. */
export function press(
  panel: Panel,
  key: string,
  telling: Telling,
): { readonly panel: Panel; readonly asked: Asked } {
  if (key === INTERRUPT) {
    return { panel, asked: { ask: 'stop' } };
  }
  if (panel.typing !== null) {
    return typed(panel, key, telling);
  }
  const next = (change: Partial<Panel>, asked = NOTHING) => ({
    panel: { ...panel, said: '', ...change },
    asked,
  });
  switch (key) {
    case 'p':
      return !panel.can.includes('pause')
        ? next({})
        : next({ said: 'asked to pause: what is under way is brought to rest' }, { ask: 'pause' });
    case 't':
      return next(panel.can.includes('tell') ? { typing: '', about: null } : {});
    case 'a': {
      const about = panel.can.includes('settle') ? waitingIn(telling) : undefined;
      return next(about ? { typing: '', about } : {});
    }
    case 'o':
      return panel.can.includes('page') ? next({ said: 'opening the page' }, { ask: 'page' }) : next({});
    case 'w':
      return next({ watched: following(panel.watched, telling) });
    case ESCAPE:
      return next({ watched: null });
    default:
      return { panel, asked: NOTHING };
  }
}

function typed(
  panel: Panel,
  key: string,
  telling: Telling,
): { readonly panel: Panel; readonly asked: Asked } {
  const text = panel.typing ?? '';
  const still = (typing: string | null) => ({ panel: { ...panel, typing, said: '' }, asked: NOTHING });
  if (ENTER.test(key)) {
    const words = text.trim();
    const asked: Asked = panel.about
      ? { ask: 'settle', about: panel.about, text: words }
      : { ask: 'tell', checkpoint: watchedCheckpoint(panel, telling), text: words };
    return words === '' ? still(null) : { ...still(null), asked };
  }
  if (key === ESCAPE) {
    return still(null);
  }
  if (BACKSPACE.test(key)) {
    return still(charactersOf(text).slice(0, -1).join(''));
  }
  return /^\P{Cc}+$/u.test(key) ? still(text + key) : still(text);
}

const clusters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const charactersOf = (text: string): string[] => Array.from(clusters.segment(text), ({ segment }) => segment);

const waitingIn = ({ watch: { run } }: Telling): Waiting | undefined =>
  needsOf(run).find((need): need is Waiting => need.need !== 'plan');

/** Whoever is watched is the one who is told. */
function watchedCheckpoint({ watched }: Panel, { watch: { run } }: Telling): string | null {
  const of = run.progress.find((p) => 'attempt' in p && p.attempt === watched);
  return of?.checkpoint.id ?? null;
}

/** The worker after this one; after the last one nobody. */
function following(watched: string | null, { watch }: Telling): string | null {
  const names = atWork(watch).map(({ who }) => who);
  const at = watched === null ? -1 : names.indexOf(watched);
  return watched !== null && at < 0 ? (names[0] ?? null) : (names[at + 1] ?? null);
}

const KEYS = [
  { key: 'a', does: 'answer', needs: 'settle' },
  { key: 't', does: 'tell', needs: 'tell' },
  { key: 'p', does: 'pause', needs: 'pause' },
  { key: 'o', does: 'page', needs: 'page' },
  { key: 'w', does: 'watch', needs: undefined },
  { key: 'Ctrl-C', does: 'stop', needs: undefined },
] as const;

/** The last line of the screen: the keys there are, what is being typed, or the answer to the last key. */
export function footer({ typing, said, can, watched, about }: Panel, telling: Telling): Row {
  if (typing !== null) {
    return row(
      accent(
        about
          ? SAID_TO[about.need](about.checkpoint ?? 'the planner')
          : `tell ${watched === null ? '' : `${watched} `}`,
      ),
      typing,
      '▏',
      faint('  Enter sends, Esc leaves'),
    );
  }
  if (said !== '') {
    return row(faint(said));
  }
  const waits = waitingIn(telling) !== undefined;
  const there = KEYS.filter(
    ({ needs }) => needs === undefined || (can.includes(needs) && (needs !== 'settle' || waits)),
  );
  return row(...there.flatMap(({ key, does }) => [accent(key), faint(` ${does}   `)]));
}

const SAID_TO: Readonly<Record<Waiting['need'], (who: string) => string>> = {
  answer: (who) => `answer ${who} `,
  approval: (who) => `let ${who} land? y, or what should be different: `,
};

/** What is to be settled, whole, in place of the last events. */
export function aboutRows(
  about: Waiting,
  { rows, width }: { readonly rows: number; readonly width: number },
): Row[] {
  const text =
    about.need === 'answer'
      ? `${about.checkpoint ?? 'The planner'} asks: ${about.question}`
      : `${about.checkpoint}, ${about.title}: the check is green, and the reviewer accepts it. Its diff: orchestrate show ${about.checkpoint}`;
  return wrap(printable(text), width)
    .slice(0, Math.max(0, rows))
    .map((line) => row(warn(line)));
}

/** The end of what a worker says at this moment, in at most so many rows. */
export function streamRows(
  watched: string,
  { watch }: Telling,
  { rows, width }: { readonly rows: number; readonly width: number },
): Row[] {
  const worker = atWork(watch).find(({ who }) => who === watched);
  const live = handOf(watch, worker && watch.hands[watched] ? watched : WHOLE).live;
  const text =
    worker === undefined ? 'has come to its end' : (live?.text ?? '').trimEnd() || 'nothing said yet';
  const lines = text.split('\n').flatMap((line) => wrap(printable(line), width - 2));
  const head = row(strong(watched), faint(` ${worker?.model ?? ''} `), faint('· w the next one, Esc back'));
  return [head, ...lines.slice(1 - rows).map((line) => cell(row('  ', line), width))].slice(
    0,
    Math.max(0, rows),
  );
}
