import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A file to be written. */
export type Draft = { readonly file: string; readonly text: string };

export type Written = { readonly file: string; readonly how: 'written' | 'kept' };

/** Writes what is not there yet; what is there stays as it is, whatever is in it. */
export async function writeNew({ file, text }: Draft): Promise<Written> {
  await mkdir(path.dirname(file), { recursive: true });
  return keeping(file, async () => writeFile(file, text, { flag: 'wx' }));
}

/** Copies the program's own prompts next to a repository, to be edited. */
export async function copyRoles(from: string, to: string): Promise<Written[]> {
  await mkdir(to, { recursive: true });
  const names = (await readdir(from)).filter((name) => name.endsWith('.md'));
  return Promise.all(
    names.map(async (name) => {
      const file = path.join(to, name);
      return keeping(file, async () => copyFile(path.join(from, name), file, EXCLUSIVE));
    }),
  );
}

/** Of `fs.constants`: fails where the target is there. */
const EXCLUSIVE = 1;

async function keeping(file: string, write: () => Promise<void>): Promise<Written> {
  try {
    await write();
    return { file, how: 'written' };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      return { file, how: 'kept' };
    }
    throw error;
  }
}

/** Takes back what was written. */
export const takeBack = async (written: readonly Written[]): Promise<void> => {
  await Promise.all(written.filter(({ how }) => how === 'written').map(async ({ file }) => rm(file)));
};
