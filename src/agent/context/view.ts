import type { Message } from '../../domain/transcript.ts';
import { firstLine } from '../cut.ts';
import { lastSummary, readMark } from './marks.ts';
import { overlongInShort } from './overlong.ts';

/** System text and brief: sent to the letter, always. */
const HEAD = 2;
const SHORT = 400;
const MOST_OF_FIRST_LINE = 160;
/** More calls than any reply makes. */
const MOST_ANSWERS = 100;

/**
 * What goes out of a transcript: everything, but for what its marks say. Without a new mark, the view of a longer
 * transcript begins with the view of the shorter one.
 */
export function viewOf(messages: readonly Message[]): Message[] {
  const summary = lastSummary(messages);
  const before = maskedBefore(messages);
  const shown = messages.map((message, i) =>
    i < before ? masked(message) : overlongInShort(message, messages.slice(i + 1, i + 1 + MOST_ANSWERS)),
  );
  const kept = summary
    ? [
        ...shown.slice(0, HEAD),
        ...shown.slice(summary.at + 2, summary.at + 3),
        ...shown.slice(summary.from, summary.at),
        ...shown.slice(summary.at + 3),
      ]
    : shown;
  return kept.filter((message) => readMark(message) === undefined);
}

/** The first place that a masking or a summary may begin at: what lies before is gone or stays for ever. */
export function openFrom(messages: readonly Message[]): number {
  const summary = lastSummary(messages);
  return summary ? summary.at + HEAD + 1 : HEAD;
}

function maskedBefore(messages: readonly Message[]): number {
  const mark = readMark(messages.findLast((m) => readMark(m)?.kind === 'masked'));
  return mark?.kind === 'masked' ? mark.before : 0;
}

/** Messages never change, and each is masked in every request that follows. */
const known = new WeakMap<Message, Message>();

/** A long result of a tool in short: its first line, which says how it went, and how much is missing. */
export function masked(message: Message): Message {
  if (message.role !== 'tool' || message.text.length <= SHORT) {
    return message;
  }
  const made = known.get(message) ?? { ...message, text: inShort(message.text) };
  known.set(message, made);
  return made;
}

function inShort(text: string): string {
  const line = firstLine(text, MOST_OF_FIRST_LINE);
  const left = (text.length - line.length).toLocaleString('en');
  return `${line}\n[${left} characters taken out later to save room; make the call again if you need them]`;
}
