import type { FilePatch, PatchLine } from '../patch/patch.ts';

/** A part of a file with its first changed line; an empty name stands for what lies before or outside of any part. */
export type ChangedPart = { readonly name: string; readonly line: PatchLine };

/**
 * The parts of a file that a change touches: sections, targets. `nameOf` tells the name of the part that a line opens,
 * and undefined for a line inside of one. Without the text of the base a hunk's own lines have to show where it lies.
 */
export function changedParts(
  file: FilePatch,
  base: string | undefined,
  nameOf: (line: string) => string | undefined,
): ChangedPart[] {
  const before = base?.split('\n');
  const changed = new Map<string, PatchLine>();
  for (const hunk of file.hunks) {
    const above = before?.slice(0, Math.max(0, hunk.oldStart - 1)) ?? [hunk.heading];
    let name = nameOf(above.findLast((line) => nameOf(line) !== undefined) ?? '') ?? '';
    for (const line of hunk.lines) {
      name = nameOf(line.text) ?? name;
      if (line.kind !== 'context' && line.text.trim() !== '' && !changed.has(name)) {
        changed.set(name, line);
      }
    }
  }
  return [...changed].map(([name, line]) => ({ name, line }));
}

/** `[tool.pytest.ini_options]` in TOML. */
export const sectionOf = (line: string): string | undefined => /^\[+([^\]]+)\]/.exec(line)?.[1];

/** `test: build` in a make-like file; a variable at the left margin ends a target. */
export const targetOf = (line: string): string | undefined =>
  /^([\w./-]+)\s*:(?!=)/.exec(line)?.[1] ?? (/^\S+\s*[:?+]?=/.test(line) ? '' : undefined);
