import { z } from 'zod';
import { tool, type Tool } from '../tool.ts';
import { pathFilter } from './glob-filter.ts';
import { grepContent, grepFiles } from './grep-run.ts';
import { mustExist, readableRoot, type Workbench } from './session.ts';
import { orSuggest } from './suggest.ts';

const Input = z.strictObject({
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

export const grepTool = (bench: Workbench): Tool =>
  tool({
    name: 'grep',
    description: 'Search file contents with a regular expression (ripgrep). Ignored files are left out.',
    input: Input,
    reads: true,
    run: async (input, { signal }) => {
      const target = await orSuggest(bench, input.path ?? '.', async () =>
        targetOf(bench, input.path ?? '.'),
      );
      const request = { bench, input, target, signal, accepts: pathFilter(bench, input.glob, target) };
      return (input.output ?? 'content') === 'content' ? grepContent(request) : grepFiles(request);
    },
  });

/** A file or folder of the workspace, or an output that a command left. */
async function targetOf(bench: Workbench, path: string): Promise<string> {
  const root = readableRoot(bench, path);
  const { real } = await mustExist(root, path);
  return root === bench.files ? real : `${root.path}/${real}`;
}
