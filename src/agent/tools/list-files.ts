import { search, SEARCH_FLAGS } from '../../io/ripgrep.ts';
import type { Workbench } from './session.ts';

export type FileQuery = {
  /** Real path below the root; '' is the root. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly accepts?: (path: string) => boolean;
};

/** Real paths of the files below a folder, ignored ones left out, in alphabetical order. */
export async function listFiles(bench: Workbench, { folder, signal, accepts }: FileQuery): Promise<string[]> {
  const found: string[] = [];
  const args = ['--files', '--null', ...searchFlags(bench), '--', ...(folder === '' ? [] : [folder])];
  const { code, errors } = await search(args, {
    cwd: bench.files.path,
    env: bench.env,
    signal,
    delimiter: '\0',
    onRecord: (path) => {
      if (accepts === undefined || accepts(path)) {
        found.push(path);
      }
      return true;
    },
  });
  if (code === 2 && found.length === 0) {
    throw new Error(errors.trim());
  }
  return found.toSorted();
}

export const searchFlags = ({ options }: Workbench): string[] => [
  ...SEARCH_FLAGS,
  ...(options.showIgnored ? ['--no-ignore'] : []),
];
