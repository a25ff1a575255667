import { z } from 'zod';
import type { FilePatch, Patch } from '../patch/patch.ts';
import { isCheckFile, loadsItself } from './check-files.ts';
import { isExistingTest } from './test-files.ts';

/**
 * Files that decide what the tests of the base prove and that the change altered, moved, removed or brought along: a new
 * configuration of a runner has no part in what the base's tests say, nor has any other file that it loads by itself.
 */
export function baseFiles(patch: Patch, check: readonly string[]): string[] {
  const there = patch
    .filter((file) => !isNew(file))
    .map((file) => ({ file, path: file.from ?? file.path }))
    .filter(({ file, path }) => isExistingTest(file) || (isCheckFile(path, check) && !isPackage(path)))
    .map(({ path }) => path);
  const brought = patch.filter((file) => isNew(file) || file.status === 'renamed').map(({ path }) => path);
  return [...new Set([...there, ...brought.filter(loadsItself)])];
}

const isNew = ({ status }: FilePatch): boolean => status === 'added' || status === 'copied';

export const isPackage = (path: string): boolean => /(?:^|\/)package\.json$/.test(path);

const Package = z.looseObject({ scripts: z.unknown().optional() });

/** A package.json with the scripts that it has at the base; undefined where they are the same, or cannot be read. */
export function withScriptsOf(base: string, now: string): string | undefined {
  const [before, after] = [read(base), read(now)];
  if (!before || !after || JSON.stringify(before.scripts) === JSON.stringify(after.scripts)) {
    return undefined;
  }
  return `${JSON.stringify({ ...after, scripts: before.scripts }, null, 2)}\n`;
}

function read(text: string): z.infer<typeof Package> | undefined {
  try {
    return Package.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
