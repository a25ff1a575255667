import { z } from 'zod';

/** A place in the diff that is wrong or worth a word. `blocking` keeps the commit from landing. */
export const Finding = z.strictObject({
  id: z.string().min(1).optional(),
  file: z.string(),
  line: z.number().int().positive().optional(),
  severity: z.enum(['blocking', 'note']),
  problem: z.string().min(1),
  suggestion: z.string().optional(),
  /** The added role that found it; without: the reviewer. */
  role: z.string().min(1).optional(),
});
export type Finding = z.infer<typeof Finding>;

/** What the mechanical guard saw. `forbidden` never reaches the reviewer; `shown` is laid before it by name. */
export const GuardFinding = z.strictObject({
  rule: z.string().min(1),
  level: z.enum(['forbidden', 'shown']),
  file: z.string(),
  line: z.number().int().positive().optional(),
  detail: z.string().min(1),
  /** Whoever accepts the change approves this by its name (`nameOf`): a loss of what the tests prove. */
  named: z.boolean().optional(),
  /** The tests that it is about, where all of them are known by name. */
  tests: z.array(z.string()).optional(),
});
export type GuardFinding = z.infer<typeof GuardFinding>;

/** By which a finding is approved: its file, or its rule where it is about none. */
export const nameOf = ({ file, rule }: GuardFinding): string => (file === '' ? rule : file);
