import type { z } from 'zod';
import { answered, type Message } from '../domain/transcript.ts';
import type { Result } from './result.ts';
import { tool, type Tool } from './tool.ts';

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
