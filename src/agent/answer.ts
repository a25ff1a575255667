import { distance } from 'fastest-levenshtein';
import type { z } from 'zod';
import { answered, type Call, type Message } from '../domain/transcript.ts';
import type { Result } from './result.ts';
import { find, tool, type Tool, type ToolResult } from './tool.ts';

type Answering = {
  readonly tools: readonly Tool[];
  readonly push: (message: Message) => Promise<void>;
  readonly signal: AbortSignal;
  /** After a restart: what may have run in part is not run again. */
  readonly resumed: 'resumed' | 'fresh';
};

/** Every call gets its answer, in the order of the calls; neighbours that only read run side by side. */
export async function answer(calls: readonly Call[], options: Answering): Promise<void> {
  for (const group of groups(calls, options.tools)) {
    const results = await Promise.all(group.map(async (call) => one(call, options)));
    for (const [i, result] of results.entries()) {
      const call = group[i];
      if (call) {
        await options.push({ role: 'tool', call: call.id, ...result });
      }
    }
  }
}

/** The calls of the last reply that have no answer yet. */
export function pending(messages: readonly Message[]): Call[] {
  const last = messages.findLastIndex((m) => m.role === 'assistant');
  const reply = messages[last];
  if (reply?.role !== 'assistant') {
    return [];
  }
  const done = new Set(messages.slice(last).flatMap((m) => (m.role === 'tool' ? [m.call] : [])));
  return reply.calls.filter((c) => !done.has(c.id));
}

function groups(calls: readonly Call[], tools: readonly Tool[]): Call[][] {
  const all: Call[][] = [];
  let reading = false;
  for (const call of calls) {
    const reads = find(tools, call)?.reads === true;
    if (reads && reading) {
      all.at(-1)?.push(call);
    } else {
      all.push([call]);
    }
    reading = reads;
  }
  return all;
}

async function one(call: Call, { tools, signal, resumed }: Answering): Promise<ToolResult> {
  const found = find(tools, call);
  if (!found) {
    return { ok: false, text: unknownTool(call.tool, tools) };
  }
  if (call.invalid !== undefined) {
    return { ok: false, text: `${call.tool} was not run: ${call.invalid}` };
  }
  if (resumed === 'resumed' && !found.reads) {
    return {
      ok: false,
      text: 'Interrupted; it may have run in part. Look at what is there before you go on.',
    };
  }
  return found.run(call.input, { signal });
}

function unknownTool(name: string, tools: readonly Tool[]): string {
  const names = tools.map((t) => t.spec.name);
  const near = names.toSorted((a, b) => distance(a, name) - distance(b, name))[0];
  const guess = near !== undefined && distance(near, name) <= 3 ? ` Did you mean ${near}?` : '';
  return `There is no tool ${name}.${guess} The tools are: ${names.join(', ')}.`;
}

/**
 * The tool that ends a role. It remembers what was handed in; a wrong input is handed back `repairs` times, then the
 * role ends as unfit with the raw input kept.
 */
export function finishTool<T>(schema: z.ZodType<T>, repairs: number) {
  let value: { readonly got: T } | undefined;
  let raw = '';
  const problems: string[] = [];
  const made = tool({
    name: 'finish',
    description: 'Hand in the result and stop. Call it alone, once everything is done.',
    input: schema,
    reads: true,
    run: async (input) => {
      value = { got: input };
      return Promise.resolve('Handed in.');
    },
  });
  const tried: Tool = {
    ...made,
    async run(input, context) {
      const result = await made.run(input, context);
      if (!result.ok) {
        problems.push(result.text);
        raw = JSON.stringify(input, null, 2);
      }
      return result;
    },
  };
  return {
    tool: tried,
    /** After a restart: takes up what the conversation already holds. */
    recall(messages: readonly Message[]): void {
      for (const { call, result } of answered(messages).filter((a) => a.call.tool === 'finish')) {
        const parsed = schema.safeParse(call.input);
        if (result.ok && parsed.success) {
          value = { got: parsed.data };
        } else {
          problems.push(result.text);
          raw = JSON.stringify(call.input, null, 2);
        }
      }
    },
    result(): Result<T> | undefined {
      if (value) {
        return { end: 'finished', value: value.got };
      }
      return problems.length > repairs ? { end: 'unfit', raw, problem: problems.at(-1) ?? '' } : undefined;
    },
  };
}
