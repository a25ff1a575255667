import { appendFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
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
export async function writeSmall(file: string, text: string | Uint8Array): Promise<void> {
  await makeFolder(path.dirname(file));
  const half = `${file}.new`;
  await writeFile(half, text, { mode: 0o600 });
  reached(`write.${path.basename(file)}`);
  await rename(half, file);
}

/** Adds to the end of a small file of ours, readable by its owner only. */
export async function appendSmall(file: string, text: string): Promise<void> {
  await appendFile(file, text, { mode: 0o600 });
}

/** Takes a file of ours away; none is no trouble. */
export async function removeSmall(file: string): Promise<void> {
  await rm(file, { force: true });
}

/**
 * Makes a folder of ours, readable by its owner only, with all above it. Level by level: where a file system takes no
 * folders, such as `/proc`, Node asked for all at once never answers.
 */
export async function makeFolder(folder: string): Promise<void> {
  const above = path.dirname(folder);
  if ((await made(folder)) || above === folder) {
    return;
  }
  await makeFolder(above);
  if (!(await made(folder))) {
    throw new Error(`${above} takes no folder`);
  }
}

/** False where what it is to lie in is not there. */
async function made(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') {
      return false;
    }
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) {
      return true;
    }
    throw error;
  }
}

/** Bytes of a file; zero where there is none. */
async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Names of what lies in a folder; none where there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

/** A folder with nothing in it, whatever it was before. */
export async function emptyFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await makeFolder(folder);
}

type Bounds = { readonly mostBytes: number; readonly mostInAll: number };

/**
 * Whole files below a folder by their paths in it, with `/`. Those of more than `mostBytes` are left out; of the others the
 * smallest, as many as come to `mostInAll`.
 */
export async function filesBelow(
  folder: string,
  { mostBytes, mostInAll }: Bounds,
): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));
  const sized = await Promise.all(files.map(async (file) => ({ file, size: await sizeOf(file) })));
  const found = new Map<string, Buffer>();
  let left = mostInAll;
  for (const { file, size } of sized.toSorted((a, b) => a.size - b.size)) {
    left -= size;
    if (size <= mostBytes && left >= 0) {
      found.set(path.relative(folder, file).split(path.sep).join('/'), await readFile(file));
    }
  }
  return found;
}
