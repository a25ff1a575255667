import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { packageRoot } from '../config/package-root.ts';
import type { PageFiles } from '../view/web/source.ts';

/** The built run page. Throws where the package was not built. */
export async function pageFiles(): Promise<PageFiles> {
  const root = path.join(packageRoot(), 'dist', 'web');
  const names = await readdir(root, { recursive: true, withFileTypes: true });
  return new Map(
    await Promise.all(
      names
        .filter((entry) => entry.isFile())
        .map(async (entry) => {
          const file = path.join(entry.parentPath, entry.name);
          return [path.relative(root, file).replaceAll('\\', '/'), await readFile(file)] as const;
        }),
    ),
  );
}
