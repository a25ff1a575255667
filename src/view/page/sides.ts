import type { FilePatch, Hunk, PatchLine } from '../../domain/patch/patch.ts';

/** A line of a diff with its number in the old and in the new file, where it is in one. */
export type DiffLine = {
  readonly kind: PatchLine['kind'];
  readonly text: string;
  readonly old: number | null;
  readonly new: number | null;
};

/** A line of the old file beside one of the new file; null where the other has no counterpart. */
export type Pair = { readonly left: DiffLine | null; readonly right: DiffLine | null };

/** A hunk's lines one below the other. */
export function unified(hunk: Hunk): DiffLine[] {
  let old = hunk.oldStart;
  return hunk.lines.map(({ kind, text, line }) => {
    const at = old;
    old += kind === 'added' ? 0 : 1;
    return { kind, text, old: kind === 'added' ? null : at, new: kind === 'removed' ? null : line };
  });
}

/** A hunk's lines side by side: what was removed stands beside what was added in its place. */
export function sideBySide(hunk: Hunk): Pair[] {
  const pairs: Pair[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  const flush = (): void => {
    for (let i = 0; i < Math.max(removed.length, added.length); i += 1) {
      pairs.push({ left: removed[i] ?? null, right: added[i] ?? null });
    }
    removed = [];
    added = [];
  };
  for (const line of unified(hunk)) {
    if (line.kind === 'context') {
      flush();
      pairs.push({ left: line, right: line });
    } else {
      (line.kind === 'added' ? added : removed).push(line);
    }
  }
  flush();
  return pairs;
}

/** How many lines a file gains and loses. */
export const sizeOf = (file: FilePatch): { readonly added: number; readonly removed: number } => {
  const lines = file.hunks.flatMap((hunk) => hunk.lines);
  const of = (kind: PatchLine['kind']): number => lines.filter((line) => line.kind === kind).length;
  return { added: of('added'), removed: of('removed') };
};
