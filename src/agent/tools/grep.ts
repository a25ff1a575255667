import { z } from 'zod';
import { tool, type Tool } from '../tool.ts';
import { pathFilter } from './glob-filter.ts';
import { grepContent, grepFiles } from './grep-run.ts';
import type { Bench } from './session.ts';
import { orSuggest } from './suggest.ts';

export const Input = z.strictObject({
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
export type GrepInput = z.output<typeof Input>;

export const grepTool = (bench: Bench): Tool =>
  tool({
    name: 'grep',
    description: 'Search file contents with a regular expression (ripgrep). Ignored files are left out.',
    input: Input,
    reads: true,
    run: async (input, { signal }) => {
      const path = input.path ?? '.';
      const target = await orSuggest(bench, path, async () => {
        const stat = await bench.files.stat(path);
        if (!stat) {
          await bench.files.open(path);
        }
        return bench.files.resolve(path);
      });
      const request = { bench, input, target, signal, accepts: pathFilter(bench, input.glob, target) };
      return (input.output ?? 'content') === 'content' ? grepContent(request) : grepFiles(request);
    },
  });
