import type { FilePatch, PatchLine } from '../patch/patch.ts';

/** Characters that the patterns of the rules look at in one go; their cost grows faster than a line's length. */
const LONGEST = 8000;
/** Characters that two pieces share, so that nothing is missed between them. */
const SHARED = 200;

/** The same change with lines that are far too long in several pieces of the same number. */
export const inPieces = (file: FilePatch): FilePatch =>
  file.hunks.some((hunk) => hunk.lines.some((line) => line.text.length > LONGEST))
    ? { ...file, hunks: file.hunks.map((hunk) => ({ ...hunk, lines: hunk.lines.flatMap(pieces) })) }
    : file;

function pieces(line: PatchLine): PatchLine[] {
  const count = Math.max(1, Math.ceil((line.text.length - SHARED) / (LONGEST - SHARED)));
  return Array.from({ length: count }, (_, i) => {
    const start = i * (LONGEST - SHARED);
    return { kind: line.kind, line: line.line, text: line.text.slice(start, start + LONGEST) };
  });
}
