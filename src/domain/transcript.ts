import { z } from 'zod';
import { Usage } from './usage.ts';

/**
 * One tool call as the model made it. `invalid` says why its arguments could not be understood; such a call is answered
 * with that reason and never run.
 */
export const Call = z.strictObject({
  id: z.string().min(1),
  tool: z.string(),
  input: z.unknown(),
  invalid: z.string().optional(),
});
export type Call = z.infer<typeof Call>;

/**
 * A model's turn. `vendor` holds what the provider wants back as it came (reasoning items, signatures): opaque to
 * everything but the adapter that made it.
 */
export const Assistant = z.strictObject({
  role: z.literal('assistant'),
  text: z.string(),
  calls: z.array(Call),
  reasoning: z.string().optional(),
  vendor: z.unknown().optional(),
  /** What the turn took, and of whom; kept here so that no cost is lost when the program dies before telling it. */
  bill: z.strictObject({ model: z.string(), usage: Usage, ms: z.number().nonnegative() }).optional(),
});
export type Assistant = z.infer<typeof Assistant>;

/** One message of a conversation, in the form that transcripts keep and every role shares. */
export const Message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.enum(['system', 'user']), text: z.string() }),
  Assistant,
  z.strictObject({ role: z.literal('tool'), call: z.string(), ok: z.boolean(), text: z.string() }),
]);
export type Message = z.infer<typeof Message>;

export type Answered = { readonly call: Call; readonly result: Extract<Message, { role: 'tool' }> };

/** Each call with its answer, in order. Ids need to be unique within one reply only. */
export function answered(messages: readonly Message[]): Answered[] {
  let open: readonly Call[] = [];
  return messages.flatMap((message): Answered[] => {
    if (message.role === 'assistant') {
      open = message.calls;
    }
    const call = message.role === 'tool' ? open.find((c) => c.id === message.call) : undefined;
    return call && message.role === 'tool' ? [{ call, result: message }] : [];
  });
}
