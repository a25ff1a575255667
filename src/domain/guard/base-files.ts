import { z } from 'zod';
import type { Patch } from '../patch/patch.ts';
import { isCheckFile } from './check-files.ts';
import { isExistingTest } from './test-files.ts';

/** Files of the base that decide what its tests prove and that the change altered, moved or removed. */
export function baseFiles(patch: Patch, check: readonly string[]): string[] {
  const there = patch.filter((file) => file.status !== 'added' && file.status !== 'copied');
  return [
    ...new Set(
      there
        .map((file) => ({ file, path: file.from ?? file.path }))
        .filter(({ file, path }) => isExistingTest(file) || (isCheckFile(path, check) && !isPackage(path)))
        .map(({ path }) => path),
    ),
  ];
}

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
