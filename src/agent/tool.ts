import { z } from 'zod';
import type { Call } from '../domain/transcript.ts';
import type { ToolSpec } from '../model/model.ts';
import { parseMeant } from './meant.ts';
import { type Facts, LOOK, type Wish } from './permit.ts';

export type ToolResult = {
  readonly ok: boolean;
  readonly text: string;
  /** What an audit wants to know beside the words. */
  readonly facts?: Facts;
};

export type ToolContext = {
  readonly signal: AbortSignal;
  /** Says what the tool is doing right now, for live views. */
  readonly onProgress?: (text: string) => void;
};

/** `reads`: the tool changes nothing, so that calls of one reply may run side by side. */
export type Tool = {
  readonly spec: ToolSpec;
  readonly reads: boolean;
  /** What a call with this input would do; without it a call only looks. */
  wish?(input: unknown): Wish;
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
  /** What a call would do, for whoever permits it; without it a call only looks. */
  wish?: (input: z.output<S>) => Wish;
  /** Errors that are not for the model: they go up. */
  passes?: (error: unknown) => boolean;
  run(input: z.output<S>, context: ToolContext): Promise<string | ToolResult>;
}): Tool {
  const parameters = schemaOf(def.input);
  return {
    spec: { name: def.name, description: def.description, parameters },
    reads: def.reads ?? false,
    wish(raw) {
      const input = parseMeant(def.input, raw);
      return (input.success ? def.wish?.(input.data) : undefined) ?? LOOK;
    },
    async run(raw, context) {
      const input = parseMeant(def.input, raw);
      if (!input.success) {
        return { ok: false, text: refusal(def.name, input.error, parameters) };
      }
      try {
        const result = await def.run(input.data, context);
        return typeof result === 'string' ? { ok: true, text: result } : result;
      } catch (error) {
        context.signal.throwIfAborted();
        if (def.passes?.(error)) {
          throw error;
        }
        return { ok: false, text: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}

export const find = (tools: readonly Tool[], call: Call): Tool | undefined =>
  tools.find((t) => t.spec.name === call.tool);

/** As short as it can be said: every request carries it. */
function schemaOf(input: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...parameters } = z.toJSONSchema(input, {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) {
        delete jsonSchema.maximum;
      }
    },
  });
  return parameters;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const recordIn = (record: Record<string, unknown>, key: string): Record<string, unknown> => {
  const value = record[key];
  return isRecord(value) ? value : {};
};

function refusal(name: string, error: z.ZodError, parameters: Record<string, unknown>): string {
  const required = new Set(Array.isArray(parameters['required']) ? parameters['required'] : []);
  const keys = Object.keys(recordIn(parameters, 'properties')).map((key) =>
    required.has(key) ? key : `${key}?`,
  );
  return `${name} was not run, its input is wrong:\n${z.prettifyError(error)}\nIt takes { ${keys.join(', ')} }.`;
}
