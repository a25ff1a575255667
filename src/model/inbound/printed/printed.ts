import { z } from 'zod';
import { objectOf, parsed } from '../../json.ts';
import type { ToolSpec } from '../../model.ts';
import { toolNamed } from '../names.ts';
import { insideFence } from '../thinking.ts';
import { Cursor, type PrintedCall } from './cursor.ts';
import { type Format, formats } from './formats.ts';

export type Recovered = {
  readonly text: string;
  readonly calls: readonly { name: string; input: Record<string, unknown> }[];
};

/**
 * Calls that a model printed instead of making them. Text may quote what somebody else wrote, so this is a border:
 * a call counts only where the markup begins a line outside of any code fence and runs to the end of the reply, its name
 * is an offered tool's, and its input fits that tool's schema. Else the reply stays text.
 */
export function recoverPrinted(text: string, tools: readonly ToolSpec[]): Recovered | undefined {
  if (tools.length === 0 || !/[[{<`]/.test(text)) {
    return undefined;
  }
  const body = text.trimStart();
  for (const format of formats) {
    const at = placeOf(format, body);
    const calls = at === undefined ? undefined : readToEnd(format, new Cursor(body, at), tools);
    if (at !== undefined && calls) {
      return { text: body.slice(0, at).trimEnd(), calls };
    }
  }
  return undefined;
}

/** The first place where the format may begin: the start of the reply, or of a line outside a fence. */
function placeOf({ opens, alone }: Format, text: string): number | undefined {
  for (const { index } of text.matchAll(opens)) {
    if (index === 0) {
      return 0;
    }
    if (alone) {
      return undefined;
    }
    if (text.charAt(index - 1) === '\n' && !insideFence(text, index)) {
      return index;
    }
  }
  return undefined;
}

function readToEnd(
  format: Format,
  cursor: Cursor,
  tools: readonly ToolSpec[],
): Recovered['calls'] | undefined {
  const printed = format.read(cursor);
  if (!printed || printed.length === 0 || !cursor.atEnd()) {
    return undefined;
  }
  const calls = printed.map((call) => admitted(call, tools));
  return calls.every((call) => call !== undefined) ? calls : undefined;
}

function admitted(
  call: PrintedCall,
  tools: readonly ToolSpec[],
): { name: string; input: Record<string, unknown> } | undefined {
  const name = toolNamed(call.name, tools);
  const tool = tools.find((t) => t.name === name);
  if (!tool) {
    return undefined;
  }
  const input = call.raw ? typed(call.input, tool) : { ...call.input };
  return fits(input, tool) ? { name, input } : undefined;
}

/** Raw text takes the type that the schema names for it. */
function typed(input: Readonly<Record<string, unknown>>, tool: ToolSpec): Record<string, unknown> {
  const properties = objectOf(tool.parameters['properties']) ?? {};
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => {
      const type = objectOf(properties[key])?.['type'];
      const isText = type === undefined || [type].flat().includes('string');
      const inner =
        isText || typeof value !== 'string'
          ? undefined
          : parsed(
              value.trim().replace(/^(True|False|None)$/, (w) => (w === 'None' ? 'null' : w.toLowerCase())),
            );
      return [key, inner ? inner.value : value];
    }),
  );
}

function fits(input: unknown, tool: ToolSpec): boolean {
  try {
    return z.fromJSONSchema(tool.parameters).safeParse(input).success;
  } catch {
    // A schema that cannot be checked admits nothing.
    return false;
  }
}
