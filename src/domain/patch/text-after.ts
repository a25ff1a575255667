import { applyPatch } from 'diff';
import { added, type FilePatch } from './patch.ts';
import { renderLines, spanOf } from './render.ts';

/** The whole text of a file after its change; undefined when it is gone, binary, or the base is unknown or another one. */
export function textAfter(file: FilePatch, base: string | undefined): string | undefined {
  if (file.status === 'added' && !file.binary) {
    return added(file)
      .map((line) => `${line.text}${line.open ? '' : '\n'}`)
      .join('');
  }
  if (file.binary || file.status === 'deleted' || base === undefined) {
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
  const text = applyPatch(base, { ...names, hunks }, { autoConvertLineEndings: false });
  return text === false ? undefined : text;
}
