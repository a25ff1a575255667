import type { Assistant, Message } from '../../domain/transcript.ts';
import { countMessage } from '../../model/tokens.ts';
import { isSummary } from './marks.ts';
import { viewOf } from './view.ts';

/** Bounds on how far one bill can correct the estimates. */
const LEAST_RATIO = 0.5;
const MOST_RATIO = 2;

/** Tokens of a request with these messages and so many tokens of tools, as the model's own last count corrects them. */
export function sizeOf(view: readonly Message[], { transcript, tools }: Known): number {
  return Math.ceil((tools + count(view)) * ratioOf(transcript, tools));
}

export type Known = {
  readonly transcript: readonly Message[];
  /** Tokens of the tools' descriptions, as estimated. */
  readonly tools: number;
};

/** What the server counted for its last reply, against the estimate of that very request. */
function ratioOf(transcript: readonly Message[], tools: number): number {
  const at = transcript.findLastIndex((m, i) => counted(m) > 0 && !isSummary(transcript, i));
  const message = transcript[at];
  if (!message) {
    return 1;
  }
  const estimate = tools + count(viewOf(transcript.slice(0, at)));
  return Math.min(MOST_RATIO, Math.max(LEAST_RATIO, counted(message) / estimate));
}

const counted = (message: Message): number => {
  const usage = message.role === 'assistant' ? usageOf(message) : undefined;
  return usage && usage.estimated !== true ? usage.input : 0;
};
const usageOf = ({ bill }: Assistant) => bill?.usage;

export const count = (messages: readonly Message[]): number =>
  messages.reduce((sum, message) => sum + countMessage(message), 0);
