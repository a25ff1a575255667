import path from 'node:path';
import { isSummary } from '../agent/context/marks.ts';
import { viewOf } from '../agent/context/view.ts';
import { CUT_OFF } from '../agent/judge.ts';
import type { Line } from '../domain/event.ts';
import type { Assistant, Message } from '../domain/transcript.ts';
import { readTranscript } from '../io/transcript.ts';
import type { Pair } from '../model/normalise.ts';
import { Tape } from '../model/recording.ts';

export type Past = {
  readonly lines: readonly Line[];
  /** Folder of the run's transcripts. */
  readonly transcripts: string;
};

export type Cleaning = {
  /** Live paths and the names that stand for them in the recording. */
  readonly normalise: readonly Pair[];
  readonly secrets?: readonly string[];
};

/**
 * A recording made of what a run has kept anyway, as `replay` serves it: a line a turn, in the order in which the replies
 * came. What was sent for a summary is in no transcript: that reply is served whatever is asked.
 */
export async function recordingOf({ lines, transcripts }: Past, cleaning: Cleaning): Promise<string> {
  const conversations = new Map<string, Conversation>();
  const recorded: string[] = [];
  for (const conversation of repliesIn(lines)) {
    const known = conversations.get(conversation) ?? (await open(conversation, transcripts, cleaning));
    conversations.set(conversation, known);
    const line = known.next();
    if (line !== undefined) {
      recorded.push(line);
    }
  }
  return recorded.map((line) => `${line}\n`).join('');
}

/** Whose reply each was, in order. */
const repliesIn = (lines: readonly Line[]): string[] =>
  lines.flatMap(({ event }) =>
    event.type === 'model.called' && event.failed === undefined ? [event.conversation] : [],
  );

type Conversation = { readonly next: () => string | undefined };

async function open(key: string, folder: string, cleaning: Cleaning): Promise<Conversation> {
  const messages = await readTranscript(path.join(folder, `${key}.jsonl`));
  const tape = new Tape({ key, ...cleaning });
  const turns = messages.flatMap((message, at) => (message.role === 'assistant' ? [{ message, at }] : []));
  return {
    next: () => {
      const turn = turns.shift();
      if (!turn) {
        return undefined;
      }
      const { message, at } = turn;
      const request = isSummary(messages, at) ? {} : { messages: viewOf(messages.slice(0, at)) };
      return tape.line(request, replyOf(message, messages[at + 1]));
    },
  };
}

function replyOf({ bill, ...message }: Assistant, next: Message | undefined) {
  const cut = next !== undefined && next.role !== 'assistant' && next.text === CUT_OFF;
  return {
    message,
    usage: bill?.usage ?? { input: 0, cached: 0, output: 0, usd: null },
    model: bill?.model ?? 'unknown',
    finish: cut ? ('length' as const) : ('stop' as const),
  };
}
