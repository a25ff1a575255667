import { z } from 'zod';
import type { Assistant } from '../../domain/transcript.ts';
import type { MadeCall } from './calls.ts';
import type { RawTurn } from './turn.ts';

/** Whose model made a turn: what it signed or sealed is of use only there. */
export type Origin = { readonly vendor: string; readonly model: string };

/** What `Assistant.vendor` holds. Signatures, and `call` in the items, follow the order of the turn's calls. */
const Vendor = z.strictObject({
  origin: z.strictObject({ vendor: z.string(), model: z.string() }),
  reasoningDetails: z.array(z.unknown()).optional(),
  signatures: z.array(z.unknown()).optional(),
  items: z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('reasoning'), item: z.record(z.string(), z.unknown()) }),
        z.strictObject({ type: z.literal('text'), text: z.string() }),
        z.strictObject({ type: z.literal('call'), call: z.number() }),
      ]),
    )
    .optional(),
});
export type Vendor = z.infer<typeof Vendor>;

/** What must go back with a turn, or undefined where there is nothing. */
export function vendorOf(turn: RawTurn, calls: readonly MadeCall[], origin: Origin): Vendor | undefined {
  const signatures = calls.map(({ extra }) => extra ?? null);
  const signed = signatures.some((signature) => signature !== null);
  const items = itemsOf(turn, calls);
  const details = turn.details.reasoningDetails;
  if (!signed && !details && !items) {
    return undefined;
  }
  return {
    origin: { ...origin },
    ...(signed && { signatures }),
    ...(details && { reasoningDetails: [...details] }),
    ...(items && { items }),
  };
}

/** Only a turn with reasoning needs its order kept, and only where each of its calls became one of ours. */
function itemsOf(
  { details, calls: slots }: RawTurn,
  calls: readonly MadeCall[],
): Vendor['items'] | undefined {
  const { items } = details;
  return items?.some(({ type }) => type === 'reasoning') && slots.length === calls.length
    ? [...items]
    : undefined;
}

/** What of a recorded turn may go back to this place: nothing of another vendor's, nothing unreadable. */
export function vendorFor({ vendor }: Assistant, origin: Origin): Vendor | undefined {
  const read = Vendor.safeParse(vendor);
  return read.success && read.data.origin.vendor === origin.vendor ? read.data : undefined;
}
