import { z } from 'zod';
import { Event } from '../domain/event.ts';
import { plainText } from '../io/text-terminal.ts';

const caller = {
  role: z.string(),
  conversation: z.string(),
  attempt: z.string().nullable(),
  alias: z.string(),
};

/** What the process of an attempt tells its worker, and the worker the coordinator, a line each. */
export const Said = z.discriminatedUnion('say', [
  z.strictObject({
    say: z.literal('delta'),
    ...caller,
    kind: z.enum(['text', 'reasoning', 'call', 'tool']),
    text: z.string(),
  }),
  z.strictObject({
    say: z.literal('wait'),
    ...caller,
    why: z.enum(['rate limit', 'retry', 'budget']),
    ms: z.number(),
    of: z.string(),
    reason: z.string(),
  }),
  /** The `index`th call of this delivery, from 0. */
  z.strictObject({ say: z.literal('call'), index: z.number().int().nonnegative(), event: Event }),
  z.strictObject({ say: z.literal('notice'), text: z.string() }),
  z.strictObject({ say: z.literal('done'), event: Event }),
]);
export type Said = z.infer<typeof Said>;

const DOES = {
  text: () => 'writes',
  reasoning: () => 'thinks',
  call: () => 'calls a tool',
  tool: (text: string) => plainText(text).trimEnd().split('\n').at(-1)?.slice(0, MOST_CHARACTERS) ?? '',
} as const;

/** Of what a tool does: a command may be of any length. */
const MOST_CHARACTERS = 120;

/** A line of an attempt's process; undefined where it is no such message, as when a library prints something. */
export const saidIn = (line: string): Said | undefined => read(Said, line);

/** What somebody is doing who says so; undefined where it tells nothing of that. */
export function activityOf(said: Said): string | undefined {
  switch (said.say) {
    case 'delta':
      return DOES[said.kind](said.text);
    case 'wait':
      return `waits: ${said.why} of ${said.of}`;
    case 'call':
      return said.event.type === 'model.called' ? `${said.event.model} has answered` : undefined;
    case 'notice':
    case 'done':
      return undefined;
  }
}

/** One such message on its way to the coordinator. */
export const Live = z.strictObject({
  id: z.string(),
  delivery: z.number().int().positive(),
  /** Counts the messages of a delivery, so that a loss shows. */
  seq: z.number().int().nonnegative(),
  said: Said,
});
export type Live = z.infer<typeof Live>;

/** Undefined where it cannot be understood. */
export const liveIn = (text: string): Live | undefined => read(Live, text);

function read<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
