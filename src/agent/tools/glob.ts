import { posix } from 'node:path';
import { z } from 'zod';
import { tool, type Tool } from '../tool.ts';
import { nameShown } from '../visible.ts';
import { pathFilter } from './glob-filter.ts';
import { listFiles } from './list-files.ts';
import { mustExist, type Workbench } from './session.ts';
import { orSuggest } from './suggest.ts';

const DEFAULT_LIMIT = 1_000;

const Input = z.strictObject({
  pattern: z.string().min(1),
  path: z.string().optional(),
  limit: z.int().min(1).optional(),
});

export const globTool = (bench: Workbench): Tool =>
  tool({
    name: 'glob',
    description: 'Find files by name, e.g. *.ts in any folder, src/**/*.ts. Ignored files are left out.',
    input: Input,
    reads: true,
    run: async ({ pattern, path = '.', limit = DEFAULT_LIMIT }, { signal }) => {
      if (pattern.split('/').includes('..')) {
        throw new Error(
          `${pattern} leads outside with "..", which a pattern may not. Give the folder as path; the workspace is all there is.`,
        );
      }
      const { real, kind } = await orSuggest(bench, path, async () => mustExist(bench.files, path));
      const folder = kind === 'directory' ? real : posix.dirname(real).replace(/^\.$/, '');
      const accepts = pathFilter(bench, pattern, folder);
      const found = await listFiles(bench, { folder: real, signal, accepts });
      if (found.length === 0) {
        return 'No files match.';
      }
      const more = `${limit} of ${found.length} files shown, there are more; narrow the pattern or the path.`;
      return [
        ...(found.length > limit ? [more] : []),
        ...found.slice(0, limit).map((file) => nameShown(bench.files.show(file))),
      ].join('\n');
    },
  });
