import { search, SEARCH_FLAGS } from '../../io/ripgrep.ts';
import type { Bench } from './session.ts';

/** Real paths of the files below a real folder, ignored ones left out, in alphabetical order. */
export async function listFiles(bench: Bench, folder: string, signal: AbortSignal): Promise<string[]> {
  const found: string[] = [];
  const args = ['--files', '--null', ...searchFlags(bench), '--', ...(folder === '' ? [] : [folder])];
  const { code, errors } = await search(args, {
    cwd: bench.files.path,
    env: bench.env,
    signal,
    delimiter: '\0',
    onRecord: (path) => found.push(path) > 0,
  });
  if (code === 2 && found.length === 0) {
    throw new Error(errors.trim());
  }
  return found.toSorted();
}

export const searchFlags = ({ options }: Bench): string[] => [
  ...SEARCH_FLAGS,
  ...(options.showIgnored ? ['--no-ignore'] : []),
];
