import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { reached } from './phase.ts';

/** The text of a small file of ours; null when there is none. */
export async function readSmall(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return null;
    }
    throw error;
  });
}

/** Replaces a small file of ours as a whole, readable by its owner only. */
export async function writeSmall(file: string, text: string): Promise<void> {
  await makeFolder(path.dirname(file));
  const half = `${file}.new`;
  await writeFile(half, text, { mode: 0o600 });
  reached(`write.${path.basename(file)}`);
  await rename(half, file);
}

export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** Bytes of a file; zero where there is none. */
export async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Names of what lies in a folder; none where there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
