import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { plant, type Files } from '../../agent/tools/outside/tree.ts';

/** A folder with a workspace and things that are none of its business; it goes with the test. */
export function folder(files: Files, beside: Files = {}): { readonly parent: string; readonly root: string } {
  const parent = mkdtempSync(join(tmpdir(), 'files-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const root = join(parent, 'work');
  plant(parent, { work: { dir: true }, ...beside });
  plant(root, files);
  return { parent, root };
}
