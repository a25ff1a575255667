import { z } from 'zod';
import type { Assistant, Message } from '../../src/domain/transcript.ts';
import type { Compat, ModelEntry } from '../../src/model/entry.ts';
import { ModelError } from '../../src/model/errors.ts';
import { createLessonBook } from '../../src/model/lessons.ts';
import type { Model, Reply, ToolSpec } from '../../src/model/model.ts';
import { createModel } from '../../src/model/openai.ts';

const Past = z.looseObject({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string(),
  toolCalls: z.array(z.object({ id: z.string(), name: z.string(), arguments: z.unknown() })).optional(),
  toolCallId: z.string().optional(),
  reasoning: z.string().optional(),
  reasoningItems: z.array(z.record(z.string(), z.unknown())).optional(),
});

export const WireCase = z.looseObject({
  id: z.union([z.string(), z.number()]),
  title: z.string(),
  kind: z.string(),
  api: z.enum(['chat', 'responses']),
  mode: z.enum(['stream', 'json']),
  tools: z.array(z.string()),
  send: z
    .looseObject({
      vendor: z.string().optional(),
      model: z.string().optional(),
      params: z.record(z.string(), z.unknown()).optional(),
      history: z.array(Past).optional(),
    })
    .optional(),
  followUp: z
    .array(z.object({ toolResult: z.string(), user: z.string().optional(), vendor: z.string().optional() }))
    .optional(),
  client: z.record(z.string(), z.number()).optional(),
});
export type WireCase = z.infer<typeof WireCase>;

/** The result in the words that the judge of the cases reads. */
export type WireResult = {
  outcome: 'message' | 'tool_calls' | 'clear_error' | 'hang';
  text?: string;
  reasoning?: string;
  finish?: string;
  toolCalls?: { id: string; name: string; arguments: unknown }[];
  usage?: { inputTokens: number; outputTokens: number; cachedInputTokens: number } | null;
  error?: { message: string; kind: string };
};

/** Runs one case against the server at `url`, follow-ups and all. */
export async function runCase(kase: WireCase, url: string, tools: readonly ToolSpec[]): Promise<WireResult> {
  const deadline = new AbortController();
  const timer = setTimeout(() => {
    deadline.abort(new Error('deadline'));
  }, kase.client?.['deadlineMs'] ?? 15_000);
  try {
    return resultOf(await converse(kase, { url, tools, signal: deadline.signal }));
  } catch (error) {
    if (deadline.signal.aborted) {
      return { outcome: 'hang' };
    }
    const kind = error instanceof ModelError ? error.kind : 'none';
    return { outcome: 'clear_error', error: { message: error instanceof Error ? error.message : '', kind } };
  } finally {
    clearTimeout(timer);
  }
}

type Place = { url: string; tools: readonly ToolSpec[]; signal: AbortSignal };

async function converse(kase: WireCase, { url, tools, signal }: Place): Promise<Reply> {
  const lessons = createLessonBook();
  const modelFor = (vendor: string | undefined): Model => {
    const { maxRetries = 2, idleTimeoutMs = 1500, maxRetryWaitMs = 5000 } = kase.client ?? {};
    return createModel(entryOf(kase, vendor, url), {
      lessons,
      retries: {
        retries: maxRetries,
        rateLimitRetries: maxRetries,
        baseMs: 50,
        longestAskedMs: maxRetryWaitMs,
      },
      patience: { firstByteMs: idleTimeoutMs, idleMs: idleTimeoutMs },
    });
  };
  let model = modelFor(kase.send?.vendor);
  const messages: Message[] = historyOf(kase);
  let reply = await model.complete({ messages, tools }, { signal });
  for (const { toolResult, user, vendor } of kase.followUp ?? []) {
    if (reply.message.calls.length === 0) {
      break;
    }
    messages.push(reply.message);
    messages.push(
      ...reply.message.calls.map(({ id }): Message => ({
        role: 'tool',
        call: id,
        ok: true,
        text: toolResult,
      })),
    );
    if (user !== undefined) {
      messages.push({ role: 'user', text: user });
    }
    model = vendor === undefined ? model : modelFor(vendor);
    reply = await model.complete({ messages, tools }, { signal });
  }
  return reply;
}

const Params = z.object({
  temperature: z.number().optional(),
  maxTokens: z.number().optional(),
  maxTokensField: z.enum(['max_tokens', 'max_completion_tokens']).optional(),
  streamUsage: z.boolean().optional(),
  parallelToolCalls: z.boolean().optional(),
  toolChoice: z.enum(['auto', 'required', 'none']).optional(),
  strict: z.boolean().optional(),
  systemRole: z.enum(['system', 'developer']).optional(),
  reasoningEffort: z.string().optional(),
});

function entryOf({ api, mode, send }: WireCase, vendor: string | undefined, url: string): ModelEntry {
  const { temperature, maxTokens, reasoningEffort, ...rest } = Params.parse(send?.params ?? {});
  const compat = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== undefined),
  ) satisfies Partial<Compat>;
  return {
    name: 'wire',
    model: send?.model ?? 'wire-model',
    api,
    baseUrl: `${url}/v1`,
    apiKey: 'sk-wire-secret',
    compat: { ...compat, stream: mode === 'stream' },
    ...(vendor !== undefined && { profile: vendor }),
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(reasoningEffort !== undefined && { effort: reasoningEffort }),
  };
}

function historyOf({ send }: WireCase): Message[] {
  const plain: Message[] = [
    { role: 'system', text: 'You are a coding agent.' },
    { role: 'user', text: 'Go on.' },
  ];
  return send?.history?.map(messageOf) ?? plain;
}

function messageOf(past: z.infer<typeof Past>): Message {
  switch (past.role) {
    case 'system':
    case 'user':
      return { role: past.role, text: past.content };
    case 'tool':
      return { role: 'tool', call: past.toolCallId ?? '', ok: true, text: past.content };
    case 'assistant':
      return assistantOf(past);
  }
}

const assistantOf = ({
  content,
  toolCalls = [],
  reasoning,
  reasoningItems,
}: z.infer<typeof Past>): Assistant => ({
  role: 'assistant',
  text: content,
  calls: toolCalls.map(({ id, name, arguments: input }) => ({ id, tool: name, input })),
  ...(reasoning !== undefined && { reasoning }),
  ...(reasoningItems && {
    vendor: {
      origin: { vendor: 'openai', model: 'wire-model' },
      items: [
        ...reasoningItems.map((item) => ({ type: 'reasoning', item })),
        ...toolCalls.map((_, call) => ({ type: 'call', call })),
      ],
    },
  }),
});

function resultOf({ message, finish, usage }: Reply): WireResult {
  const invalid = message.calls.find((call) => call.invalid !== undefined)?.invalid;
  if (invalid !== undefined) {
    const kind = finish === 'length' ? 'truncated' : 'bad_arguments';
    return { outcome: 'clear_error', error: { message: invalid, kind } };
  }
  return {
    outcome: message.calls.length > 0 ? 'tool_calls' : 'message',
    text: message.text,
    reasoning: message.reasoning ?? '',
    finish,
    toolCalls: message.calls.map(({ id, tool, input }) => ({ id, name: tool, arguments: input })),
    usage:
      usage.estimated === true
        ? null
        : { inputTokens: usage.input, outputTokens: usage.output, cachedInputTokens: usage.cached },
  };
}
