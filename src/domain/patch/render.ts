import type { FilePatch, Hunk, PatchLine } from './patch.ts';

const SIGNS: Readonly<Record<PatchLine['kind'], string>> = { context: ' ', added: '+', removed: '-' };

/** A hunk's lines with their signs, as git writes them. */
export const renderLines = (lines: readonly PatchLine[]): string[] =>
  lines.flatMap((line) => [
    `${SIGNS[line.kind]}${line.text}`,
    ...(line.open ? ['\\ No newline at end of file'] : []),
  ]);

/** How many lines of the old and of the new file a hunk spans. */
export const spanOf = (hunk: Hunk): { readonly old: number; readonly new: number } => ({
  old: hunk.lines.filter((line) => line.kind !== 'added').length,
  new: hunk.lines.filter((line) => line.kind !== 'removed').length,
});

function renderHunk(hunk: Hunk): string[] {
  const span = spanOf(hunk);
  const head = `@@ -${String(hunk.oldStart)},${String(span.old)} +${String(hunk.newStart)},${String(span.new)} @@`;
  return [hunk.heading === '' ? head : `${head} ${hunk.heading}`, ...renderLines(hunk.lines)];
}

export const renderFile = (file: FilePatch): string[] => [...file.header, ...file.hunks.flatMap(renderHunk)];
