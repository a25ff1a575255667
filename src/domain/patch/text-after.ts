import { applyPatch } from 'diff';
import type { FilePatch } from './patch.ts';
import { renderLines, spanOf } from './render.ts';

/** The whole text of a file after its change; undefined when it is gone, binary, or the base is unknown or another one. */
export function textAfter(file: FilePatch, base: string | undefined): string | undefined {
  const before = file.status === 'added' ? '' : base;
  if (file.binary || file.status === 'deleted' || before === undefined) {
    return undefined;
  }
  const hunks = file.hunks.map((hunk) => ({
    oldStart: hunk.oldStart,
    oldLines: spanOf(hunk).old,
    newStart: hunk.newStart,
    newLines: spanOf(hunk).new,
    lines: renderLines(hunk.lines),
  }));
  const names = {
    oldFileName: undefined,
    newFileName: undefined,
    oldHeader: undefined,
    newHeader: undefined,
  };
  const text = applyPatch(before, { ...names, hunks }, { autoConvertLineEndings: false });
  return text === false ? undefined : text;
}
