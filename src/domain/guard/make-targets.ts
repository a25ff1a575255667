import type { FilePatch, PatchLine } from '../patch/patch.ts';

/** A target of a make-like file with its first changed line; an empty name stands for lines outside of any target. */
export type ChangedTarget = { readonly name: string; readonly line: PatchLine };

const TARGET = /^([\w./-]+)\s*:(?!=)/;
const VARIABLE = /^\S+\s*[:?+]?=/;

export function changedTargets(file: FilePatch): ChangedTarget[] {
  const changed = new Map<string, PatchLine>();
  for (const hunk of file.hunks) {
    let name = TARGET.exec(hunk.heading)?.[1] ?? '';
    for (const line of hunk.lines) {
      name = TARGET.exec(line.text)?.[1] ?? (VARIABLE.test(line.text) ? '' : name);
      if (line.kind !== 'context' && line.text.trim() !== '' && !changed.has(name)) {
        changed.set(name, line);
      }
    }
  }
  return [...changed].map(([name, line]) => ({ name, line }));
}
