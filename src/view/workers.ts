import type { Run } from '../domain/run.ts';
import type { Spend } from '../domain/usage.ts';
import { modelInForce, spentOn, WHOLE, type Watch } from './watch.ts';
import { PLACE } from './words.ts';

/** A piece of work under way: an attempt, or the whole run before there are any. */
export type Hand = {
  readonly who: string;
  readonly doing: string;
  /** What is heard of it at this moment: a running tool, the end of the reply so far, a wait. */
  readonly heard: string;
  readonly model: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly spent: Spend;
};

/** Everything under way, in the plan's order. */
export function inHand(seen: Watch): Hand[] {
  const hands = seen.run.progress.flatMap((p): Hand[] => {
    if (!('attempt' in p) || p.at === 'landed' || p.at === 'approving') {
      return [];
    }
    const role = p.at === 'reviewing' ? 'reviewer' : 'coder';
    return [
      {
        ...hand(seen, p.attempt),
        doing: PLACE[p.at].word,
        model: modelInForce(seen, p.attempt, role) ?? (role === 'coder' ? p.model : ''),
      },
    ];
  });
  const whole = seen.run.paused ? undefined : wholeRun(seen.run);
  return whole
    ? [...hands, { ...hand(seen, WHOLE), ...whole, model: modelInForce(seen, null, 'planner') ?? '' }]
    : hands;
}

/** What is done on behalf of the run as a whole: only before the first attempt and after the last one. */
function wholeRun({ at, progress, final }: Run): Pick<Hand, 'who' | 'doing'> | undefined {
  switch (at) {
    case 'baseline':
      return { who: 'base', doing: 'being checked' };
    case 'planning':
      return { who: 'plan', doing: 'being made' };
    case 'working':
      return final === null && progress.every((p) => p.at === 'landed' || p.at === 'blocked')
        ? { who: 'final', doing: 'being checked' }
        : undefined;
    case 'new':
    case 'approving':
    case 'ended':
      return undefined;
  }
}

function hand(seen: Watch, key: string): Pick<Hand, 'who' | 'heard' | 'since' | 'spent'> {
  return {
    who: key,
    heard: lastLine(seen.doing[key]?.text ?? ''),
    since: seen.since[key] ?? seen.startedAt,
    spent: spentOn(seen, key === WHOLE ? 'planner' : key),
  };
}

/** The end of what is streaming in, whatever its length. */
const lastLine = (text: string): string => text.slice(-2000).trimEnd().split('\n').at(-1)?.trim() ?? '';
