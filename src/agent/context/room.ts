import type { Message } from '../../domain/transcript.ts';
import type { Failed } from '../result.ts';
import { isSummary, markMessage, type Mark } from './marks.ts';
import { count, sizeOf } from './size.ts';
import { summarise, type Scope, type Summarising } from './summary.ts';
import { openFrom, viewOf } from './view.ts';

/** Shares of the model's window. */
const FULL = 0.75;
/** What masking must bring it down to: it costs the provider's cache, so it is done in one step and seldom. */
const ENOUGH = 0.5;
const AFTER_SUMMARY = 0.6;
const KEPT = 0.2;
const KEPT_OF_LAST = 0.4;
/** Above this the request cannot fit, whatever the estimate's error. */
const HOPELESS = 1.15;
const NEARLY_ALL = 0.95;
/** Masking that saves less than this share is not worth it. */
const WORTHWHILE = 0.9;

export type Conversation = {
  /** The transcript; grows by `push`. */
  readonly messages: readonly Message[];
  readonly push: (message: Message) => Promise<void>;
  /** The model's context window in tokens, where known by now. */
  readonly window: () => number | undefined;
  /** Tokens of the tools' descriptions, as estimated. */
  readonly tools: number;
  /** How to have it summed up; without it only results of tools are shortened. */
  readonly sum?: Summarising;
};

/** Called before each request: makes room when the conversation nears its window. An end where none can be made. */
export async function makeRoom(talk: Conversation): Promise<Failed | undefined> {
  const window = talk.window();
  const size = sizeNow(talk);
  if (window === undefined || size <= window * FULL) {
    return undefined;
  }
  const mask = maskOf(talk, window * KEPT);
  const shorter = sizeWith(talk, mask);
  if (shorter <= window * ENOUGH) {
    await talk.push(markMessage(mask));
  } else if (canSum(talk)) {
    return sumUp(talk, { window, request: size > window * NEARLY_ALL ? 'short' : 'whole' });
  } else if (shorter <= size * WORTHWHILE) {
    await talk.push(markMessage(mask));
  } else if (size > window * HOPELESS) {
    return tooLong(size, window);
  }
  return undefined;
}

/** Called when the provider refused a request as too long. Once: what is refused after that ends the conversation. */
export async function makeMoreRoom(talk: Conversation, refused: Failed): Promise<Failed | undefined> {
  const size = sizeNow(talk);
  const window = Math.min(talk.window() ?? size, size);
  const mask = maskOf(talk, window * KEPT);
  const shorter = sizeWith(talk, mask);
  if (shorter <= window * AFTER_SUMMARY || (shorter <= size * WORTHWHILE && !canSum(talk))) {
    await talk.push(markMessage(mask));
    return undefined;
  }
  return canSum(talk) ? sumUp(talk, { window, request: 'short' }) : refused;
}

/** Goes on with a summary that was begun before a restart. */
export const goOnSummarising = async (talk: Conversation): Promise<Failed | undefined> =>
  sumUp(talk, { window: talk.window() ?? sizeNow(talk), request: 'short' });

async function sumUp(talk: Conversation, scope: Omit<Scope, 'from'>): Promise<Failed | undefined> {
  if (!talk.sum) {
    return undefined;
  }
  const { window } = scope;
  const failed = await summarise(talk, talk.sum, { ...scope, from: keptFrom(talk, window) });
  const size = sizeNow(talk);
  return failed ?? (size > window * AFTER_SUMMARY ? tooLong(size, window) : undefined);
}

const tooLong = (size: number, window: number): Failed => ({
  end: 'overflow',
  detail: `what cannot be left out takes about ${size.toLocaleString('en')} tokens, in a window of ${window.toLocaleString('en')}: make the task, its rules or its notes shorter, or use a model with a larger window`,
});

const sizeNow = ({ messages, tools }: Conversation): number =>
  sizeOf(viewOf(messages), { transcript: messages, tools });

const sizeWith = ({ messages, tools }: Conversation, mark: Mark): number =>
  sizeOf(viewOf([...messages, markMessage(mark)]), { transcript: messages, tools });

/** Everything but the last so many tokens; never what the model has not seen yet. */
function maskOf({ messages }: Conversation, tokens: number): Mark {
  let room = tokens;
  const last = messages.findLastIndex((m) => (room -= count([m])) < 0);
  return { kind: 'masked', before: Math.min(last + 1, lastTurn(messages)) };
}

/** The first of the turns that stay beside a summary: pairs of calls and answers are never torn. */
function keptFrom({ messages }: Conversation, window: number): number {
  const turns = messages.flatMap((m, i) =>
    i >= openFrom(messages) && m.role === 'assistant' && !isSummary(messages, i) ? [i] : [],
  );
  const few = turns.find((i) => count(messages.slice(i)) <= window * KEPT);
  const last = turns.at(-1);
  const fits = last !== undefined && count(messages.slice(last)) <= window * KEPT_OF_LAST;
  return few ?? (fits ? last : messages.length);
}

const lastTurn = (messages: readonly Message[]): number =>
  messages.findLastIndex((m) => m.role === 'assistant');

/** There is somebody to sum it up, and something to sum up since the last time. */
const canSum = ({ messages, sum }: Conversation): boolean =>
  sum !== undefined && lastTurn(messages) >= openFrom(messages);
