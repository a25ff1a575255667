import { z } from 'zod';
import { Outcome, PauseReason } from '../domain/event.ts';
import { CheckpointId, Sha } from '../domain/ids.ts';
import { empty, type Run } from '../domain/run.ts';
import type { Ending } from './ending.ts';
import { SpendFact, spendFact } from './spend-fact.ts';
import type { Entry } from './watch.ts';

/** The last record on stdout, in every ending: done, paused, interrupted, refused before a run began, crashed. */
export const End = z.strictObject({
  type: z.literal('end'),
  /** `paused` can be resumed; `refused` never began; `crashed` is a bug of this program, and can be resumed. */
  outcome: z.enum([...Outcome.options, 'paused', 'refused', 'crashed']),
  /** Why it is paused. */
  reason: PauseReason.nullable(),
  detail: z.string(),
  exit: z.number().int(),
  /** Null when no run began. */
  run: z.string().nullable(),
  branch: z.string().nullable(),
  base: Sha.nullable(),
  /** Where the branch stands: the base and everything that has landed. */
  head: Sha.nullable(),
  landed: z.array(CheckpointId),
  /** Blocked, asking or not reached. */
  open: z.array(CheckpointId),
  spent: SpendFact,
  /** Commands to go on with. */
  next: z.array(z.string()),
});
export type End = z.infer<typeof End>;

/** What would act on a terminal although JSON lets it stand. Escaped, it means the same. */
// eslint-disable-next-line no-control-regex
const UNSEEN = /[\u007f-\u009f\u2028\u2029\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

const jsonLine = (value: object): string =>
  JSON.stringify(value).replace(UNSEEN, (found) =>
    Array.from(
      { length: found.length },
      (_, i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`,
    ).join(''),
  );

/** One event as one line, without the line's end: its type first, then its number and its time. */
export const eventLine = ({ seq, at, event: { type, ...rest } }: Entry): string =>
  jsonLine({ type, seq, at, ...rest });

export const endLine = (end: End): string => jsonLine(end);

/** The end of a call that worked on a run, whether the run is over or only paused. */
export function endOf(run: Run, { exit, next }: Ending): End {
  const ended = run.at === 'ended' ? run.ending : null;
  return {
    type: 'end',
    outcome: ended?.outcome ?? 'paused',
    reason: ended ? null : (run.paused?.reason ?? 'interrupted'),
    detail: ended?.detail ?? run.paused?.detail ?? 'stopped at once',
    exit,
    ...standing(run),
    next: next.map((step) => step.command),
  };
}

/** The end of a call that came to no run, or broke: a wrong option, a dirty tree, a bug. */
export const endWithout = (
  why: Pick<End, 'exit' | 'detail' | 'next'> & { readonly outcome: 'refused' | 'crashed' },
  run: Run = empty,
): End => ({
  type: 'end',
  outcome: why.outcome,
  reason: null,
  detail: why.detail,
  exit: why.exit,
  ...standing(run),
  next: why.next,
});

function standing(run: Run): Pick<End, 'run' | 'branch' | 'base' | 'head' | 'landed' | 'open' | 'spent'> {
  const began = run.at !== 'new';
  const ids = (landed: boolean): string[] =>
    run.progress
      .filter((p) => p.at !== 'replaced' && (p.at === 'landed') === landed)
      .map((p) => p.checkpoint.id);
  return {
    run: began ? run.id : null,
    branch: began ? run.branch : null,
    base: began ? run.base : null,
    head: began ? run.head : null,
    landed: ids(true),
    open: ids(false),
    spent: spendFact(run.spent),
  };
}
