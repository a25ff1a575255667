import { distance } from 'fastest-levenshtein';
import type { Call, Message } from '../domain/transcript.ts';
import { reached } from '../io/phase.ts';
import { carryOut, type CarryingOut } from './carry-out.ts';
import { fit } from './context/fit.ts';
import { find, type Tool, type ToolResult } from './tool.ts';

type Answering = CarryingOut & {
  readonly tools: readonly Tool[];
  /** Name of the tool that ends the role: not run beside or after a call that failed, whose answer was not seen. */
  readonly ending: string;
  readonly push: (message: Message) => Promise<void>;
  /** The model's context window in tokens, where known: results that it cannot bear are cut before they are recorded. */
  readonly window: number | undefined;
  /** After a restart: what may have run in part is not run again. */
  readonly resumed: 'resumed' | 'fresh';
};

/** How the answer to an ending that was not taken begins. */
export const TOO_EARLY = 'Not taken';

/** Every call gets its answer, in the order of the calls; neighbours that only read run side by side. */
export async function answer(calls: readonly Call[], options: Answering): Promise<void> {
  let failed = '';
  for (const group of groups(calls, options)) {
    const results = await Promise.all(
      group.map(async (call) =>
        call.tool === options.ending && failed ? tooEarly(call, failed) : one(call, options),
      ),
    );
    for (const [i, result] of results.entries()) {
      const call = group[i];
      if (call) {
        const text = fit(result.text, { window: options.window, beside: calls.length });
        await options.push({ role: 'tool', call: call.id, ok: result.ok, text });
        failed ||= result.ok ? '' : call.tool;
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

function groups(calls: readonly Call[], { tools, ending }: Answering): Call[][] {
  const all: Call[][] = [];
  let reading = false;
  for (const call of calls) {
    const reads = call.tool !== ending && find(tools, call)?.reads === true;
    if (reads && reading) {
      all.at(-1)?.push(call);
    } else {
      all.push([call]);
    }
    reading = reads;
  }
  return all;
}

async function one(call: Call, options: Answering): Promise<ToolResult> {
  if (call.invalid !== undefined) {
    return { ok: false, text: call.invalid };
  }
  const { tools, resumed } = options;
  const found = find(tools, call);
  if (!found) {
    return { ok: false, text: unknownTool(call.tool, tools) };
  }
  if (resumed === 'resumed' && !found.reads) {
    return {
      ok: false,
      text: 'Interrupted; it may have run in part. Look at what is there before you go on.',
    };
  }
  reached('tool.begun');
  const result = await carryOut(found, call, options);
  reached('tool.ended');
  return result;
}

const tooEarly = ({ tool }: Call, failed: string): ToolResult => ({
  ok: false,
  text: `${TOO_EARLY}: ${failed} failed in the same reply. Look at its answer, then call ${tool} alone.`,
});

function unknownTool(name: string, tools: readonly Tool[]): string {
  const names = tools.map((t) => t.spec.name);
  const near = nearest(name, names);
  const guess = near === undefined ? '' : ` Did you mean ${near}?`;
  return `There is no tool ${name}.${guess} The tools are: ${names.join(', ')}.`;
}

/** Models bring names from other programs: `read_file`, `applyPatch`, `functions.grep`. */
function nearest(name: string, names: readonly string[]): string | undefined {
  const asked = words(name);
  const within = names.find((n) => words(n).every((word) => asked.includes(word)));
  const [close] = names.toSorted((a, b) => distance(a, name) - distance(b, name));
  return within ?? (close !== undefined && distance(close, name) <= close.length / 2 ? close : undefined);
}

const words = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
