import { z } from 'zod';
import type { Call } from '../domain/transcript.ts';
import type { ToolSpec } from '../model/model.ts';

export type ToolResult = { readonly ok: boolean; readonly text: string };

export type ToolContext = {
  readonly signal: AbortSignal;
  /** Says what the tool is doing right now, for live views. */
  readonly onProgress?: (text: string) => void;
};

/** `reads`: the tool changes nothing, so that calls of one reply may run side by side. */
export type Tool = {
  readonly spec: ToolSpec;
  readonly reads: boolean;
  run(input: unknown, context: ToolContext): Promise<ToolResult>;
};

/**
 * The one way to make a tool: parse, run, answer. What `run` throws is told to the model as a failure, except for an
 * abort, which goes up. Each tool bounds its own text.
 */
export function tool<S extends z.ZodType>(def: {
  name: string;
  description: string;
  input: S;
  reads?: boolean;
  run(input: z.output<S>, context: ToolContext): Promise<string>;
}): Tool {
  const { $schema: _, ...parameters } = z.toJSONSchema(def.input, { io: 'input' });
  return {
    spec: { name: def.name, description: def.description, parameters },
    reads: def.reads ?? false,
    async run(raw, context) {
      const input = def.input.safeParse(raw);
      if (!input.success) {
        return {
          ok: false,
          text: `${def.name} was not run, its input is wrong:\n${z.prettifyError(input.error)}`,
        };
      }
      try {
        return { ok: true, text: await def.run(input.data, context) };
      } catch (error) {
        context.signal.throwIfAborted();
        return { ok: false, text: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}

export const find = (tools: readonly Tool[], call: Call): Tool | undefined =>
  tools.find((t) => t.spec.name === call.tool);
