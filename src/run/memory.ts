import path from 'node:path';
import { capped } from '../agent/rules/capped.ts';
import { readSmall } from '../io/small-file.ts';
import type { RepositoryState } from '../io/state.ts';

/** What a person has accepted as worth knowing in every run of a repository; a file to be edited at will. */
export const memoryFile = ({ dir }: Pick<RepositoryState, 'dir'>): string => path.join(dir, 'memory.md');

const MOST_BYTES = 8 * 1024;

/** The memory as briefs carry it, beside the repository's rules; empty where there is none. */
export async function remembered(
  file: string,
): Promise<{ readonly text: string; readonly warnings: readonly string[] }> {
  const text = ((await readSmall(file)) ?? '').trim();
  if (text === '') {
    return { text, warnings: [] };
  }
  const { parts, cuts } = capped([{ path: file, text }], MOST_BYTES);
  return { text: `# What is known from earlier runs\n\n${parts[0]?.text ?? ''}\n`, warnings: cuts };
}
