import { z } from 'zod';

export const GrepInput = z.strictObject({
  pattern: z.string().min(1),
  path: z.string().optional(),
  glob: z.string().optional().describe('only files like this, e.g. *.ts'),
  ignoreCase: z.boolean().optional(),
  literal: z.boolean().optional(),
  context: z.int().min(0).max(20).optional().describe('lines around'),
  limit: z.int().min(1).max(2000).optional(),
  output: z.enum(['content', 'files', 'count']).optional(),
  multiline: z.boolean().optional(),
});
export type GrepInput = z.output<typeof GrepInput>;
