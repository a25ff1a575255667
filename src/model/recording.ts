import { z } from 'zod';
import { Assistant, Message } from '../domain/transcript.ts';
import { Usage } from '../domain/usage.ts';
import type { Model, Reply, Request } from './model.ts';
import { mapTexts, type Pair, withNames } from './normalise.ts';

const RecordedReply = z.strictObject({
  message: Assistant,
  usage: Usage,
  model: z.string(),
  finish: z.enum(['stop', 'length']),
  remarks: z.array(z.string()).readonly().optional(),
  discarded: Usage.optional(),
});

/**
 * One line of a recording. `turn` counts the calls of a conversation from 0. Of the messages that the turn before had too,
 * only the number is kept (`same`); `messages` are those after them, or null where nobody knows what was sent.
 */
export const RecordedTurn = z.strictObject({
  v: z.literal(1),
  key: z.string(),
  turn: z.number().int().nonnegative(),
  same: z.number().int().nonnegative(),
  messages: z.array(Message).nullable(),
  /** Names of the tools that were offered; null where that is not known, as in a recording made of transcripts. */
  tools: z.array(z.string()).nullable(),
  reply: RecordedReply,
});
export type RecordedTurn = z.infer<typeof RecordedTurn>;

export type RecordOptions = {
  /** Names the conversation, such as `c1.a1.coder`. */
  readonly key: string;
  /** The turn of the first call, where the conversation goes on from an earlier process. */
  readonly turn?: number;
  readonly normalise?: readonly Pair[];
  /** Keys and the like: they leave no trace in the recording. */
  readonly secrets?: readonly string[];
};

const SECRET = '<secret>';
const LOOKS_SECRET = /\b(?:Bearer\s+[\w.~+/-]{8,}=*|(?:sk|gsk|xai)-[\w-]{12,})/g;

/** A model whose turns go to `sink` as lines of JSON, without line ends, each before its reply is handed on. */
export function recorded(model: Model, sink: (line: string) => void | Promise<void>, tape: Tape): Model {
  return {
    ...(model.estimate && { estimate: model.estimate.bind(model) }),
    name: model.name,
    get window() {
      return model.window;
    },
    async complete(request, callOptions) {
      const reply = await model.complete(request, callOptions);
      await sink(tape.line(request, reply));
      return reply;
    },
  };
}

/** Writes the turns of one conversation, one call after the other, as lines of JSON without line ends. */
export class Tape {
  readonly #options: RecordOptions;
  #turn: number;
  #before: readonly string[] = [];

  constructor(options: RecordOptions) {
    this.#options = options;
    this.#turn = options.turn ?? 0;
  }

  /** Where the request is not known, any will be served. */
  line(request: Partial<Request>, reply: Reply): string {
    const clean = (text: string): string => this.#clean(text);
    const messages = request.messages?.map((message) => mapTexts(message, clean));
    const texts = (messages ?? []).map((message) => JSON.stringify(message));
    const same = commonStart(this.#before, texts);
    this.#before = texts;
    return JSON.stringify({
      v: 1,
      key: this.#options.key,
      turn: this.#turn++,
      same,
      messages: messages?.slice(same) ?? null,
      tools: request.tools?.map(({ name }) => name) ?? null,
      reply: mapTexts(reply, clean),
    } satisfies RecordedTurn);
  }

  #clean(text: string): string {
    const { normalise = [], secrets = [] } = this.#options;
    const kept = secrets
      .filter((secret) => secret !== '')
      .reduce((rest, secret) => rest.replaceAll(secret, SECRET), text);
    return withNames(kept, normalise).replace(LOOKS_SECRET, SECRET);
  }
}

function commonStart(a: readonly string[], b: readonly string[]): number {
  const differs = b.findIndex((text, n) => text !== a[n]);
  return differs < 0 ? b.length : differs;
}
