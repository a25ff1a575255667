import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRecord } from './located.ts';

/** The folder of this program's package, found upwards from a module: sources, bundle and library lie at different depths. */
export function packageRoot(from: string = import.meta.url): string {
  let folder = path.dirname(fileURLToPath(from));
  while (!isOurs(path.join(folder, 'package.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder) {
      throw new Error(`no package.json of orchestrate above ${from}`);
    }
    folder = parent;
  }
  return folder;
}

function isOurs(file: string): boolean {
  if (!existsSync(file)) {
    return false;
  }
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return isRecord(manifest) && manifest['name'] === 'orchestrate';
}
