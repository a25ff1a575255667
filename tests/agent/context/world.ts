import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { runAgent, type Agent, type Deps } from '../../../src/agent/loop.ts';
import { tool } from '../../../src/agent/tool.ts';
import type { Call, Message } from '../../../src/domain/transcript.ts';
import { ModelError } from '../../../src/model/errors.ts';
import type { Model, Request } from '../../../src/model/model.ts';
import { call, says, scripted } from '../../../src/model/scripted.ts';
import { countRequest } from '../../../src/model/tokens.ts';
import { never, role, type Done } from '../world.ts';

/** A tool whose results are as long as it is told, so that a conversation fills its window. */
const dig = tool({
  name: 'dig',
  description: 'Gives so many lines.',
  input: z.strictObject({ lines: z.int(), at: z.int() }),
  reads: true,
  run: async ({ lines, at }) =>
    Promise.resolve(
      [`${String(lines)} lines from ${String(at)}`]
        .concat(
          Array.from({ length: lines }, (_, i) => `line ${String(i)} of the place number ${String(at)}`),
        )
        .join('\n'),
    ),
});

export type Server = {
  /** What the server bears, in tokens by its own count. */
  readonly window: number;
  /** Whether the program knows that window beforehand. */
  readonly known?: boolean;
  /** How its own count compares to the estimate. */
  readonly factor?: number;
  /** The calls of each turn; after them it hands in its result. */
  readonly turns: readonly (readonly Call[])[];
  /** What it gives as a summary; null: nobody is there to sum up. */
  readonly summary?: string | Error | null;
  readonly agent?: Partial<Agent<Done>>;
};

export const PROMPT = 'Sum it up.';
const isSummaryRequest = ({ messages }: Request): boolean => {
  const last = messages.at(-1);
  return last?.role === 'user' && last.text === PROMPT;
};

/** Plays a session against a model that counts, and refuses what is too long, as a server does. */
export async function session(server: Server, deps: Partial<Deps> = {}) {
  const { window, known = true, factor = 1, turns, summary = 'It went well.', agent } = server;
  const requests: Request[] = [];
  const sizes: number[] = [];
  const played = (deps.messages ?? []).filter((m) => m.role === 'assistant' && m.calls.length > 0).length;
  const left = turns.slice(played);
  const refused: Request[] = [];
  const answer = (request: Request) => {
    const size = Math.ceil(countRequest(request) * factor);
    if (size > window) {
      refused.push(request);
      throw new ModelError('overflow', `${String(size)} tokens are more than ${String(window)}`);
    }
    requests.push(request);
    sizes.push(size);
    if (isSummaryRequest(request) && summary instanceof Error) {
      throw summary;
    }
    const reply = isSummaryRequest(request)
      ? says(String(summary))
      : says('', ...(left.shift() ?? [call('finish', { summary: 'done' })]));
    return { ...reply, usage: { input: size, cached: 0, output: 10, usd: 0 } };
  };
  const { model: paired } = scripted(...Array.from({ length: 2 * turns.length + 20 }, () => answer));
  const model: Model = known ? { ...paired, window } : paired;
  const transcript: Message[] = [...(deps.messages ?? [])];
  const result = await runAgent(role({ tools: [dig], turns: 400, ...agent }), 'The task, word for word.', {
    model,
    signal: never,
    stopping: never,
    messages: [],
    record: async (m) => {
      transcript.push(m);
      return Promise.resolve();
    },
    billed: async () => Promise.resolve(),
    ...(summary === null ? {} : { summarizer: { model, prompt: PROMPT } }),
    ...deps,
  });
  return {
    result,
    transcript,
    requests,
    sizes,
    refused,
    summaries: requests.filter(isSummaryRequest),
    turns: requests.filter((r) => !isSummaryRequest(r)),
  };
}

export const digs = (count: number, lines: number): Call[][] =>
  Array.from({ length: count }, (_, i) => [call('dig', { lines, at: i }, `d${String(i)}`)]);

/** How many of the first messages two requests have in common. */
export function common(a: Request, b: Request): number {
  const differs = a.messages.findIndex((m, i) => !isDeepStrictEqual(m, b.messages[i]));
  return differs < 0 ? a.messages.length : differs;
}
