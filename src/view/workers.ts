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
        model: USES_MODEL[p.at] ? (modelInForce(seen, p.attempt, role) ?? fallback(role, p.model)) : '',
      },
    ];
  });
  const doing = WHOLE_RUN[seen.run.at];
  return doing === undefined || seen.run.paused
    ? hands
    : [{ ...hand(seen, WHOLE), ...doing, model: modelInForce(seen, null, 'planner') ?? '' }];
}

const USES_MODEL = { coding: true, checking: false, guarding: false, reviewing: true, landing: false };
const WHOLE_RUN: { readonly [A in Run['at']]?: { readonly doing: string } } = {
  baseline: { doing: 'checking the base' },
  planning: { doing: 'planning' },
};

const fallback = (role: string, coder: string): string => (role === 'coder' ? coder : '');

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
