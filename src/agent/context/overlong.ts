import type { Assistant, Message } from '../../domain/transcript.ts';
import { firstOf, lastOf } from '../cut.ts';

/** Characters of a reply that came to nothing, beyond which it is not sent back whole: any result is shorter. */
const MOST = 60_000;
const HEAD = 2_000;
const TAIL = 1_000;

/** Messages never change, and each is shortened in every request that follows. */
const known = new WeakMap<Message, Message>();

/**
 * A reply far too long that came to nothing, in short: words without a call, or calls that were all refused. The reason is
 * in the answer to it; its length only crowds out what the next try needs.
 */
export function overlongInShort(message: Message, after: readonly Message[]): Message {
  if (message.role !== 'assistant' || after.length === 0 || !cameToNothing(message, after)) {
    return message;
  }
  const made = known.get(message) ?? inShort(message);
  known.set(message, made);
  return made;
}

function cameToNothing({ calls }: Assistant, after: readonly Message[]): boolean {
  const answers = after.slice(0, calls.length);
  return answers.length === calls.length && answers.every((m) => m.role === 'tool' && !m.ok);
}

function inShort(message: Assistant): Assistant {
  const { vendor: _, reasoning: __, ...plain } = message;
  const long = message.calls.some(({ input }) => textOf(input).length > MOST);
  return message.text.length <= MOST && !long
    ? message
    : {
        ...plain,
        text: short(message.text),
        calls: message.calls.map((call) =>
          textOf(call.input).length > MOST
            ? { ...call, input: { in_short: short(textOf(call.input)) } }
            : call,
        ),
      };
}

const textOf = (input: unknown): string =>
  typeof input === 'string' ? input : (JSON.stringify(input) ?? '');

function short(text: string): string {
  if (text.length <= MOST) {
    return text;
  }
  const left = (text.length - HEAD - TAIL).toLocaleString('en');
  return `${firstOf(text, HEAD)}\n[… ${left} characters left out: this reply was not taken …]\n${lastOf(text, TAIL)}`;
}
