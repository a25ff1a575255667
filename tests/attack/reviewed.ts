import { z } from 'zod';
import { reviewer } from '../../src/roles/reviewer.ts';
import type { Seen } from './checks.ts';

const Said = z.object({
  reviewer_says: z.unknown(),
  verify: z.object({ exit: z.number().nullable() }).default({ exit: 0 }),
});

/** Whether a change would land after what a reviewer said: only as a verdict that counts, and behind a green check. */
export function reviewed(args: Readonly<Record<string, unknown>>): Seen {
  const { reviewer_says: said, verify } = Said.parse(args);
  const text = typeof said === 'string' ? said : JSON.stringify(said);
  const { salvage } = reviewer({
    prompt: '',
    tools: [],
    turns: 1,
    measure: { acceptance: ['as asked'], changed: [] },
    open: [],
    unseen: () => [],
  });
  const accepted = salvage?.(text)?.decision === 'accept';
  return { merged: verify.exit === 0 && accepted, output: text };
}
