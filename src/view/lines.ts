import { clock, took } from './figures.ts';
import { narrate } from './narrate.ts';
import type { Said } from './said.ts';
import { cell, faint, fit, row, strong, type Row } from './row.ts';
import { atRest, elapsed, hear, unwatched, watch, type Entry, type Live, type Watch } from './watch.ts';
import { tally } from './words.ts';
import { atWork } from './workers.ts';

/** Silence after which a person wonders whether anything still happens. */
const SILENCE = 60_000;
/** The same while somebody waits for a provider: that is seldom over at once. */
const WAITING = 15_000;
/** As many lines as a tall terminal can show. */
const KEPT = 100;

/** A run as it is told: watched, with the last of what was said about it and when (milliseconds since 1970). */
export type Telling = { readonly watch: Watch; readonly lately: readonly Said[]; readonly saidAt: number };

export const untold: Telling = { watch: unwatched, lately: [], saidAt: 0 };

/** Takes the next event in, and says what there is to say about it. Pure. */
export function tell(telling: Telling, entry: Entry): { readonly telling: Telling; readonly said: Said[] } {
  const now = watch(telling.watch, entry);
  const said = narrate(telling.watch, now, entry.event);
  const saidAt = said.length > 0 ? now.lastAt : telling.saidAt;
  return { telling: { watch: now, lately: [...telling.lately, ...said].slice(-KEPT), saidAt }, said };
}

export const tellAll = (entries: Iterable<Entry>): Telling => {
  let telling = untold;
  for (const entry of entries) {
    ({ telling } = tell(telling, entry));
  }
  return telling;
};

export const overhear = (telling: Telling, live: Live): Telling => ({
  ...telling,
  watch: hear(telling.watch, live),
});

/** A sign of life once nothing was said for a minute (less where a provider is waited for) and the run is at work; undefined while there is no need. */
export function beat(
  telling: Telling,
  now: number,
): { readonly telling: Telling; readonly said: Said } | undefined {
  const under = atWork(telling.watch);
  const silence = under.some(({ waits }) => waits) ? WAITING : SILENCE;
  if (atRest(telling.watch.run) || telling.watch.startedAt === 0 || now - telling.saidAt < silence) {
    return undefined;
  }
  const workers = under.map(({ who, doing, heard, since }) => {
    const detail = heard === '' ? '' : ` (${heard})`;
    return `${who} ${doing}${detail} for ${took(now - since)}`;
  });
  const said: Said = {
    who: 'run',
    weight: 'news',
    at: elapsed(telling.watch, now),
    row: row(
      'at work: ',
      workers.join(', ') || telling.watch.run.at,
      faint(` · ${tally(telling.watch.run)}`),
    ),
  };
  return { telling: { ...telling, saidAt: now }, said };
}

/** Where a run stands that is taken up again, in a line: what came before is in its log. */
export function standing({ watch: { run } }: Telling): Row {
  const why = run.paused ? ` · it was paused (${run.paused.reason}): ${run.paused.detail}` : '';
  return fit(row(strong(run.title), ` · run ${run.id} · ${tally(run)}`, faint(why)), LONGEST);
}

/** Under `--quiet` only trouble and the end are told. */
export const loud = (said: Said): boolean => said.weight !== 'news';

/** Columns after which a line is no longer read; the whole text is in the report. */
const LONGEST = 400;

/** `04:07  c2.a1   landed as 1a2b3c4d: …` */
export const lineOf = ({ at, who, row: line }: Said): Row =>
  fit(
    [...row(faint(clock(at)), '  '), ...cell(row(who), Math.max(who.length, 6)), ...row('  '), ...line],
    LONGEST,
  );
