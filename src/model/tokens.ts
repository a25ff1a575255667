import { estimateTokenCount } from 'tokenx';
import type { Message } from '../domain/transcript.ts';
import type { Request, ToolSpec } from './model.ts';

/** Long runs without a break that mix kinds of characters: base64, hashes, keys. Their tokens are short. */
const DENSE = /[A-Za-z0-9+/=_-]{20,}/g;
const DENSE_CHARACTERS_PER_TOKEN = 1.9;
/** Long blanks: few tokens, but not none. */
const BLANK = /\s{16,}/g;
const BLANK_CHARACTERS_PER_TOKEN = 16;
const PER_MESSAGE = 4;
const PER_TOOL = 8;

/** An estimate of a text's tokens; its time is linear in the text, whatever the text. */
export function countTokens(text: string): number {
  let dense = 0;
  const rest = text.replace(DENSE, (run) => {
    if (!/\d/.test(run) || !/[A-Za-z]/.test(run)) {
      return run;
    }
    dense += run.length;
    return ' ';
  });
  const blank = (text.match(BLANK) ?? []).reduce((sum, run) => sum + run.length, 0);
  return (
    estimateTokenCount(rest) +
    Math.ceil(dense / DENSE_CHARACTERS_PER_TOKEN) +
    Math.floor(blank / BLANK_CHARACTERS_PER_TOKEN)
  );
}

/** Messages and tools never change, and each is sent many times. */
const counted = new WeakMap<Message | ToolSpec, number>();

export function countRequest({ messages, tools }: Request): number {
  const said = messages.reduce((sum, message) => sum + countMessage(message), 0);
  return tools.reduce((sum, tool) => sum + countTool(tool), said);
}

function countTool(tool: ToolSpec): number {
  const count = counted.get(tool) ?? PER_TOOL + countTokens(JSON.stringify(tool));
  counted.set(tool, count);
  return count;
}

export function countMessage(message: Message): number {
  const known = counted.get(message);
  if (known !== undefined) {
    return known;
  }
  const calls = message.role === 'assistant' ? message.calls : [];
  const count =
    PER_MESSAGE +
    countTokens(message.text) +
    calls.reduce(
      (sum, call) => sum + PER_TOOL + countTokens(call.tool + JSON.stringify(call.input ?? '')),
      0,
    );
  counted.set(message, count);
  return count;
}

/** Learns how a model's own counts compare to the estimates. */
export type Calibration = {
  /** An estimate corrected by what was learned. */
  apply(estimate: number): number;
  /** What the server counted for a request that was estimated so. */
  learn(estimate: number, counted: number): void;
};

const WEIGHT_OF_NEWEST = 0.3;
const TOO_SMALL_TO_TELL = 200;

export function createCalibration(): Calibration {
  let ratio = 1;
  let known = false;
  return {
    apply: (estimate) => Math.ceil(estimate * ratio),
    learn(estimate, count) {
      if (estimate < TOO_SMALL_TO_TELL) {
        return;
      }
      const newest = Math.min(2, Math.max(0.5, count / estimate));
      ratio = known ? ratio * (1 - WEIGHT_OF_NEWEST) + newest * WEIGHT_OF_NEWEST : newest;
      known = true;
    },
  };
}
