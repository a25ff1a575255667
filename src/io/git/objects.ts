import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Git } from './call.ts';

/** The folders that hold a repository's objects: its own, and those that it borrows from, all the way down. */
export async function objectFolders({ commonDir }: Pick<Git, 'commonDir'>): Promise<string[]> {
  const found = new Set<string>();
  const visit = async (folder: string): Promise<void> => {
    if (!found.has(folder)) {
      found.add(folder);
      const text = await readFile(path.join(folder, 'info', 'alternates'), 'utf8').catch(() => '');
      for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('#'))) {
        await visit(path.resolve(folder, line));
      }
    }
  };
  await visit(path.join(commonDir, 'objects'));
  return [...found];
}
