import type { Assistant, Message } from '../domain/transcript.ts';
import { isSummary } from './context/marks.ts';
import { advise } from './guards/advise.ts';
import type { Result } from './result.ts';
import type { Tool } from './tool.ts';

/** What follows from the conversation as it stands: its end, or words to the model; undefined: it just goes on. */
export type Judgement<T> = { readonly end: Result<T> } | { readonly say: string } | undefined;

export const CUT_OFF =
  'Your reply was cut off at the output limit, so nothing of it was run. Send it again in smaller pieces.';
export const EMPTY = 'Your reply was empty. Go on with your tools, or call finish if everything is done.';

/** Words after empty replies, in a row; the next empty reply is the provider's trouble. */
export const MOST_UNHEARD = 3;
const MOST_CUT_OFF = 3;
/** Replies without a call that are answered with a word: in a row, and in all. */
const NUDGES_IN_A_ROW = 1;
const NUDGES_IN_ALL = 3;

/** How patient one is with a role. */
export type Patience<T> = {
  /** Most replies that it may take. */
  readonly turns: number;
  /** Reads the result out of a final text where the model forgot to call `finish`. */
  readonly salvage?: (text: string) => T | undefined;
  /** Said to a model that answers without a tool. */
  readonly nudge: string;
};

export type Judged<T> = Patience<T> & {
  readonly tools: readonly Tool[];
  readonly messages: readonly Message[];
};

/** Pure: a restart judges alike. */
export function judge<T>({ tools, messages, ...patience }: Judged<T>): Judgement<T> {
  const turns = turnsOf(messages);
  const last = messages.at(-1);
  if (trailing(turns, (t) => t.cut) >= MOST_CUT_OFF) {
    const detail = `${String(MOST_CUT_OFF)} replies in a row were cut off at the output limit`;
    return { end: { end: 'truncated', detail } };
  }
  const wordy =
    last?.role === 'assistant' && last.calls.length === 0 ? wordOnly(last, turns, patience) : undefined;
  if (wordy && 'end' in wordy) {
    return wordy;
  }
  if (turns.length >= patience.turns) {
    return { end: { end: 'turns', detail: `${String(patience.turns)} turns were not enough` } };
  }
  const advice = last?.role === 'tool' ? advise(messages, tools) : undefined;
  if (advice && 'stuck' in advice) {
    return { end: { end: 'stuck', detail: advice.stuck } };
  }
  return advice ? { say: advice.hint } : wordy;
}

/** A reply without a call: the result may be in its words; else it is asked for, a few times only. */
function wordOnly<T>(
  { text }: Assistant,
  turns: readonly Turn[],
  { salvage, nudge }: Patience<T>,
): Judgement<T> {
  const value = salvage?.(text);
  if (value !== undefined) {
    return { end: { end: 'finished', value } };
  }
  const worded = turns.filter((t) => t.words);
  if (trailing(turns, (t) => t.words) > NUDGES_IN_A_ROW || worded.length > NUDGES_IN_ALL) {
    return { end: { end: 'text', text } };
  }
  return { say: text.trim() === '' ? EMPTY : nudge };
}

/** A reply of the role's own: whether it was cut off, and whether it was words alone. */
type Turn = { readonly cut: boolean; readonly words: boolean };

const turnsOf = (messages: readonly Message[]): Turn[] =>
  messages.flatMap((message, i): Turn[] => {
    if (message.role !== 'assistant' || isSummary(messages, i)) {
      return [];
    }
    const next = messages[i + 1];
    const cut = next !== undefined && next.role !== 'assistant' && next.text === CUT_OFF;
    return [{ cut, words: !cut && message.calls.length === 0 }];
  });

const trailing = (turns: readonly Turn[], so: (turn: Turn) => boolean): number =>
  turns.length - 1 - turns.findLastIndex((turn) => !so(turn));
