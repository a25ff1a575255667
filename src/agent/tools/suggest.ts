import { posix } from 'node:path';
import { distance } from 'fastest-levenshtein';
import { FileError, type Root } from '../../io/files.ts';
import { listFiles } from './list-files.ts';
import type { Workbench } from './session.ts';

const MOST = 3;

/** Runs `work`; where it finds nothing at `path`, the refusal names what is near. */
export async function orSuggest<T>(bench: Workbench, path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileError && (error.problem === 'missing' || error.problem === 'outside')) {
      const near = await nearPaths(bench, path);
      throw near.length === 0
        ? error
        : new FileError(error.problem, `${error.message} Did you mean ${near.join(' or ')}?`);
    }
    throw error;
  }
}

/** Up to three existing paths that may have been meant: the same tail elsewhere, the same name elsewhere, a like name. */
async function nearPaths(bench: Workbench, path: string): Promise<string[]> {
  const { files } = bench;
  const tail = await existingTail(files, path);
  if (tail !== undefined) {
    return [tail];
  }
  const name = posix.basename(path).toLowerCase();
  const sameName = await listFiles(bench, {
    folder: '',
    signal: AbortSignal.timeout(2_000),
    accepts: (file) => posix.basename(file).toLowerCase() === name,
  }).catch(() => []);
  const siblings = await files.list(posix.dirname(path)).catch(() => []);
  const alike = siblings
    .map((entry) => ({ name: entry.name, far: distance(entry.name.toLowerCase(), name) }))
    .filter(({ far }) => far <= Math.max(1, Math.floor(name.length / 3)))
    .toSorted((a, b) => a.far - b.far)
    .map((entry) => posix.join(posix.dirname(path), entry.name));
  const near = new Set([...alike, ...sameName.map((file) => files.show(file))]);
  // What was refused for another reason than its name is there by that name.
  return [...near].filter((found) => found !== posix.normalize(path)).slice(0, MOST);
}

/** `/other/checkout/src/a.ts` and `repo/src/a.ts` both mean `src/a.ts`, where that exists. */
async function existingTail(files: Root, path: string): Promise<string | undefined> {
  const names = posix
    .normalize(path)
    .split('/')
    .filter((part) => part !== '' && part !== '..');
  const fromRoot = files.path + '/';
  for (let from = files.start === '' ? 1 : 0; from < names.length; from += 1) {
    const tail = names.slice(from).join('/');
    if (await files.stat(fromRoot + tail).catch(() => undefined)) {
      return files.show(tail);
    }
  }
  return undefined;
}
