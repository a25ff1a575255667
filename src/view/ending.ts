import type { Outcome, PauseReason } from '../domain/event.ts';
import { refPrefix } from '../domain/ids.ts';
import type { Run } from '../domain/run.ts';
import { freshTokens } from '../domain/usage.ts';
import { ENDED, landedOf, short, spending } from './words.ts';
import { plain } from './row.ts';

/** A command to go on with, ready to be typed, and what it does. */
export type Step = { readonly command: string; readonly does: string };

/** How a call of the program ended: its exit code, its last words line by line, and what a person can do next. */
export type Ending = {
  readonly exit: number;
  readonly words: readonly string[];
  readonly next: readonly Step[];
};

const EXIT_OF_OUTCOME: Readonly<Record<Outcome, number>> = {
  done: 0,
  nothing_to_do: 0,
  blocked: 1,
  red: 1,
  unplanned: 4,
  environment: 3,
};
const EXIT_OF_PAUSE: Readonly<Record<PauseReason, number>> = {
  limit: 5,
  person: 6,
  provider: 7,
  environment: 3,
  interrupted: 130,
};
const TERMINATED = 143;

/** A run that was cut off without a word counts as interrupted. `signal` is the one that did it, if one did. */
export function ending(run: Run, signal?: 'SIGINT' | 'SIGTERM'): Ending {
  if (run.at === 'ended' && run.ending) {
    const { outcome, detail } = run.ending;
    return {
      exit: EXIT_OF_OUTCOME[outcome],
      words: [sentence(`${plain([ENDED[outcome]])}: ${detail}`), ...kept(run)],
      next: steps(run),
    };
  }
  const { reason, detail } = run.paused ?? { reason: 'interrupted' as const, detail: 'stopped at once' };
  return {
    exit: reason === 'interrupted' && signal === 'SIGTERM' ? TERMINATED : EXIT_OF_PAUSE[reason],
    words: [sentence(`${PAUSED[reason]}: ${detail}`), ...kept(run)],
    next: steps(run),
  };
}

/** Why a run rests, in few words. */
export const PAUSED: Readonly<Record<PauseReason, string>> = {
  limit: 'Stopped at a limit',
  person: 'Waits for you',
  provider: 'No answer of use came from the model',
  environment: 'This machine is not ready',
  interrupted: 'Interrupted',
};

const sentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`);

/** What exists after the call that did not exist before it. */
function kept(run: Run): string[] {
  const unlanded = run.progress.filter((p) => p.at !== 'landed' && p.work !== null);
  return [
    ...(run.head === run.base
      ? ['No commit was added to any branch.']
      : [
          `${landedOf(run)} checkpoints landed on branch ${run.branch}, at ${short(run.head)}; nothing was merged or pushed.`,
        ]),
    ...unlanded.map(
      (p) =>
        `The work on ${p.checkpoint.id} so far is kept as commit ${short(p.work ?? '')} below ${refPrefix(run.id)}.`,
    ),
    ...(run.at === 'ended' ? [] : ['Everything up to here is saved.']),
    `Spent: ${spending(run)}.`,
  ];
}

/** The commands that make sense now, the most useful one first. */
export const steps = (run: Run): Step[] => [...goingOn(run), ...looking(run), ...taking(run)];

function goingOn(run: Run): Step[] {
  if (run.at === 'ended' || run.id === '') {
    return [];
  }
  const resume = `orchestrate resume ${run.id}`;
  const more = larger(run);
  if (more !== undefined) {
    return [{ command: `${resume} ${more.flag}`, does: more.does }];
  }
  const asks = run.question !== null || run.progress.some((p) => p.at === 'asking');
  return [
    ...(asks ? [{ command: 'orchestrate answer "…"', does: 'answers the question' }] : []),
    {
      command: resume,
      does: approvable(run)
        ? 'approves what waits, and goes on'
        : RESUMES[run.paused?.reason ?? 'interrupted'],
    },
    ...(declinable(run)
      ? [{ command: 'orchestrate decline "…"', does: 'sends it back with your words' }]
      : []),
  ];
}

type Larger = { readonly flag: string; readonly does: string };

/** A limit that a run stopped at, twice as high, or as high as the call that did not fit wants it and half as much again. */
function larger({ paused, settings, spent }: Run): Larger | undefined {
  if (paused?.reason !== 'limit') {
    return undefined;
  }
  const { budget, minutes, tokens } = settings;
  const reached = {
    usd: budget !== null && spent.usd >= budget,
    tokens: tokens !== null && freshTokens(spent) >= tokens,
    minutes: minutes !== null,
  };
  const kind = paused.limit?.kind ?? (['usd', 'tokens', 'minutes'] as const).find((one) => reached[one]);
  const needs = paused.limit?.needs ?? 0;
  const raised = (limit: number, step: number): string =>
    String(Math.max(limit * 2, Math.ceil((needs * 1.5) / step) * step));
  if (kind === 'usd' && budget !== null) {
    return { flag: `--budget ${raised(budget, 1)}`, does: 'goes on with a larger budget' };
  }
  if (kind === 'tokens' && tokens !== null) {
    return { flag: `--tokens ${raised(tokens, 1000)}`, does: 'goes on with more tokens' };
  }
  return kind === 'minutes' && minutes !== null
    ? { flag: `--minutes ${raised(minutes, 1)}`, does: 'goes on with more time' }
    : undefined;
}

const approvable = (run: Run): boolean =>
  run.at === 'approving' || run.progress.some((p) => p.at === 'approving');

/** A plan that is the spec itself has nobody to go back to. */
const declinable = (run: Run): boolean => approvable(run) && !(run.at === 'approving' && run.settings.single);

const RESUMES: Readonly<Record<PauseReason, string>> = {
  limit: 'goes on',
  person: 'goes on with it',
  provider: 'asks again, and goes on',
  environment: 'goes on once that is mended',
  interrupted: 'goes on where it stopped',
};

function looking(run: Run): Step[] {
  const shown =
    run.progress.find((p) => p.at === 'blocked' && p.cause !== 'person') ??
    run.progress.find((p) => p.at === 'landed');
  return [
    ...(run.head === run.base
      ? []
      : [{ command: `git log --oneline ${short(run.base)}..${run.branch}`, does: 'lists the new commits' }]),
    ...(shown
      ? [
          {
            command: `orchestrate show ${shown.checkpoint.id}`,
            does: shown.at === 'blocked' ? 'shows why it is blocked' : 'shows its diff, check and verdict',
          },
        ]
      : []),
  ];
}

const taking = (run: Run): Step[] =>
  run.at === 'ended' && run.head !== run.base
    ? [{ command: `orchestrate apply ${run.id}`, does: 'merges the branch into the one you are on' }]
    : [];
