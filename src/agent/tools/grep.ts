import { tool, type Tool } from '../tool.ts';
import { pathFilter } from './glob-filter.ts';
import { GrepInput } from './grep-input.ts';
import { grepContent, grepFiles } from './grep-run.ts';
import { mustExist, readableRoot, type Workbench } from './session.ts';
import { orSuggest } from './suggest.ts';

export const grepTool = (bench: Workbench): Tool =>
  tool({
    name: 'grep',
    description: 'Search file contents with a regular expression (ripgrep). Ignored files are left out.',
    input: GrepInput,
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
