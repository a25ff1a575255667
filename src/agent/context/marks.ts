import type { Message } from '../../domain/transcript.ts';

/**
 * A decision about what goes out from here on. It is a message of the transcript, so that a restart sends the same bytes;
 * it is never sent itself. Numbers are places in the transcript, from 0.
 *
 * - `masked`: results of tools before that place are sent in short
 * - `summarised`: two messages follow, the summary as the model gave it and what the conversation goes on with in place
 *   of everything before; of that, only the messages from that place on stay
 */
export type Mark =
  | { readonly kind: 'masked'; readonly before: number }
  | { readonly kind: 'summarised'; readonly from: number };

const MASKED = 'Context: results of tools are sent in short up to message ';
const SUMMARISED = 'Context: a summary takes the place of what came before message ';

export const markMessage = (mark: Mark): Message => ({
  role: 'system',
  text: mark.kind === 'masked' ? `${MASKED}${String(mark.before)}` : `${SUMMARISED}${String(mark.from)}`,
});

export function readMark(message: Message | undefined): Mark | undefined {
  if (message?.role !== 'system') {
    return undefined;
  }
  const place = Number(/\d+$/.exec(message.text)?.[0]);
  if (message.text === `${MASKED}${String(place)}`) {
    return { kind: 'masked', before: place };
  }
  return message.text === `${SUMMARISED}${String(place)}` ? { kind: 'summarised', from: place } : undefined;
}

/** The summary that the conversation goes on from; `at` is the place of its mark. */
export type Summary = { readonly at: number; readonly from: number };

export function lastSummary(messages: readonly Message[]): Summary | undefined {
  for (let at = messages.length - 3; at >= 0; at--) {
    const mark = readMark(messages[at]);
    if (mark?.kind === 'summarised') {
      return { at, from: mark.from };
    }
  }
  return undefined;
}

/** A summary that was decided on and is not complete yet: the program ended in between. */
export function openSummary(messages: readonly Message[]): Summary | undefined {
  const at = [messages.length - 1, messages.length - 2].find(
    (i) => readMark(messages[i])?.kind === 'summarised',
  );
  const mark = at === undefined ? undefined : readMark(messages[at]);
  return at !== undefined && mark?.kind === 'summarised' ? { at, from: mark.from } : undefined;
}

/** Whether the message there is a summary that was asked for, and no turn of the role's own. */
export const isSummary = (messages: readonly Message[], at: number): boolean =>
  messages[at]?.role === 'assistant' && readMark(messages[at - 1])?.kind === 'summarised';
