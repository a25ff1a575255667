import type { z } from 'zod';
import { answered, type Answered, type Message } from '../domain/transcript.ts';
import { TOO_EARLY } from './answer.ts';
import type { Result } from './result.ts';
import { tool, type Tool } from './tool.ts';

export const ENDING = 'finish';

/**
 * The tool that ends a role. It remembers what was handed in; a wrong input is handed back `repairs` times, then the
 * role ends as unfit with the raw input kept.
 */
export function finishTool<T>(schema: z.ZodType<T>, repairs: number) {
  let value: { readonly got: T } | undefined;
  let raw = '';
  const problems: string[] = [];
  const refused = (input: unknown, problem: string): void => {
    problems.push(problem);
    raw = JSON.stringify(input, null, 2);
  };
  const made = tool({
    name: ENDING,
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
        refused(input, result.text);
      }
      return result;
    },
  };
  return {
    tool: tried,
    /** After a restart: takes up what the conversation already holds. */
    async recall(messages: readonly Message[], signal: AbortSignal): Promise<void> {
      for (const { call, result } of answered(messages).filter(wasTried)) {
        if (result.ok) {
          await made.run(call.input, { signal });
        } else {
          refused(call.input, result.text);
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

const wasTried = ({ call, result }: Answered): boolean =>
  call.tool === ENDING && call.invalid === undefined && !result.text.startsWith(TOO_EARLY);
