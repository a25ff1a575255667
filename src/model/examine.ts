import type { ModelEntry } from './entry.ts';
import { ModelError } from './errors.ts';
import { createLessonBook } from './lessons.ts';
import type { Model, ToolSpec } from './model.ts';
import { createModel, lessonKey } from './openai.ts';
import { failedPart, type FailedPart, type Probe, probe, type ProbeOptions } from './probe.ts';

/** `failed` is there where no answer came that could be judged. */
type Check = { readonly ok: boolean; readonly message: string; readonly failed?: FailedPart };

/** What a person wants to know of a configured model before a run relies on it. */
export type Examination = {
  readonly name: string;
  readonly model: string;
  readonly reached: Probe;
  /** A real call of a tool; absent where the model was not reached. */
  readonly tools?: Check;
  readonly streaming?: Check;
  /** What refusals have taught on the way, in words. */
  readonly lessons: readonly string[];
  readonly priced: boolean;
  /** Context window in tokens, where known. */
  readonly window: number | undefined;
};

const report: ToolSpec = {
  name: 'report',
  description: 'Reports a word.',
  parameters: {
    type: 'object',
    properties: { word: { type: 'string' } },
    required: ['word'],
    additionalProperties: false,
  },
};

const ENOUGH_TOKENS = 1024;

/** Probes a model, then makes two small calls: one that must use a tool, one that must stream. Rejects only when aborted. */
export async function examine(entry: ModelEntry, options: ProbeOptions): Promise<Examination> {
  const lessons = options.deps?.lessons ?? createLessonBook();
  const deps = { ...options.deps, lessons };
  const reached = await probe(entry, { ...options, deps });
  const model = createModel(entry, {
    ...deps,
    retries: { retries: 1, rateLimitRetries: 2, ...deps.retries },
  });
  const checks = reached.ok
    ? {
        tools: await checkTools(model, options.signal),
        streaming: await checkStreaming(model, options.signal),
      }
    : {};
  return {
    name: entry.name,
    model: entry.model,
    reached,
    ...checks,
    lessons: lessons.of(lessonKey(entry)).told,
    priced: entry.price !== undefined,
    window: model.window,
  };
}

async function checkTools(model: Model, signal: AbortSignal): Promise<Check> {
  const text = 'Call the tool report with the word "ready". Do nothing else.';
  return checked(async () => {
    const reply = await model.complete(
      { messages: [{ role: 'user', text }], tools: [report], maxTokens: ENOUGH_TOKENS },
      { signal },
    );
    const [call] = reply.message.calls;
    if (!call) {
      return {
        ok: false,
        message: `answered in text instead of calling the tool: ${excerpt(reply.message.text)}`,
      };
    }
    return call.invalid === undefined && call.tool === report.name
      ? { ok: true, message: 'called the tool' }
      : { ok: false, message: call.invalid ?? `called ${call.tool}, which was not offered` };
  });
}

async function checkStreaming(model: Model, signal: AbortSignal): Promise<Check> {
  let pieces = 0;
  const onDelta = (): void => {
    pieces++;
  };
  return checked(async () => {
    await model.complete(
      {
        messages: [{ role: 'user', text: 'Count from one to ten in words.' }],
        tools: [],
        maxTokens: ENOUGH_TOKENS,
      },
      { signal, onDelta },
    );
    return pieces > 1
      ? { ok: true, message: `came in ${String(pieces)} pieces` }
      : { ok: false, message: 'the reply came in one piece' };
  });
}

async function checked(check: () => Promise<Check>): Promise<Check> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof ModelError) {
      return { ok: false, message: error.message, failed: failedPart(error.kind) };
    }
    throw error;
  }
}

const excerpt = (text: string): string => JSON.stringify(text.slice(0, 120));
