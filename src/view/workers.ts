import type { Run } from '../domain/run.ts';
import type { Spend } from '../domain/usage.ts';
import { handOf, WHOLE, type Watch } from './watch.ts';
import { PLACE } from './words.ts';

/** Who works on what at this moment: on an attempt, or for the run as a whole. */
export type Worker = {
  readonly who: string;
  readonly doing: string;
  /** What is heard of it: a running tool, the end of the reply so far, a wait. */
  readonly heard: string;
  /** Whether that is a wait for a provider or the budget. */
  readonly waits: boolean;
  readonly model: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly spent: Spend;
};

type Job = Pick<Worker, 'who' | 'doing' | 'model'>;

/** Everything under way, in the plan's order. */
export function atWork(seen: Watch): Worker[] {
  const whole = wholeRun(seen);
  return [...attempts(seen), ...(whole ? [worker(seen, WHOLE, whole)] : [])];
}

const attempts = (seen: Watch): Worker[] =>
  seen.run.progress.flatMap((p): Worker[] => {
    if (!('attempt' in p) || p.at === 'landed' || p.at === 'approving') {
      return [];
    }
    const { models } = handOf(seen, p.attempt);
    const model = p.at === 'reviewing' ? models['reviewer'] : (models['coder'] ?? p.model);
    return [worker(seen, p.attempt, { who: p.attempt, doing: PLACE[p.at].word, model: model ?? '' })];
  });

/** Only before the first attempt and after the last one. */
function wholeRun(seen: Watch): Job | undefined {
  const { at, paused, progress, final }: Run = seen.run;
  if (paused) {
    return undefined;
  }
  switch (at) {
    case 'baseline':
      return { who: 'base', doing: 'being checked', model: '' };
    case 'planning':
      return { who: 'plan', doing: 'being made', model: handOf(seen, WHOLE).models['planner'] ?? '' };
    case 'working':
      return final === null &&
        progress.every((p) => p.at === 'landed' || p.at === 'blocked' || p.at === 'replaced')
        ? { who: 'final', doing: 'being checked', model: '' }
        : undefined;
    case 'new':
    case 'approving':
    case 'ended':
      return undefined;
  }
}

function worker(seen: Watch, key: string, job: Job): Worker {
  const { since, spent, live } = handOf(seen, key);
  return {
    ...job,
    heard: live?.now ?? lastLine(live?.text ?? ''),
    waits: live?.kind === 'wait',
    since,
    spent,
  };
}

/** The end of what is streaming in, whatever its length. */
const lastLine = (text: string): string => text.slice(-2000).trimEnd().split('\n').at(-1)?.trim() ?? '';
