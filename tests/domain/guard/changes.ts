import { structuredPatch } from 'diff';
import { guard } from '../../../src/domain/guard/guard.ts';
import type { GuardInput } from '../../../src/domain/guard/rule.ts';
import { parsePatch } from '../../../src/domain/patch/parse.ts';
import type { FilePatch } from '../../../src/domain/patch/patch.ts';

/** A file before and after a change; null where it is not there. */
export type Sides = readonly [before: string | null, after: string | null];

type DiffHunk = ReturnType<typeof structuredPatch>['hunks'][number];

const hunkLines = ({ oldStart, oldLines, newStart, newLines, lines }: DiffHunk): string[] =>
  [`@@ -${String(oldStart)},${String(oldLines)} +${String(newStart)},${String(newLines)} @@`].concat(lines);

/** The patch that git would write for these files. */
const patchOf = (files: Readonly<Record<string, Sides>>): FilePatch[] =>
  Object.entries(files).flatMap(([path, [before, after]]) => {
    const { hunks } = structuredPatch(path, path, before ?? '', after ?? '', '', '', { context: 3 });
    const mode =
      before === null ? ['new file mode 100644'] : after === null ? ['deleted file mode 100644'] : [];
    return parsePatch(
      [`diff --git a/${path} b/${path}`, ...mode, ...hunks.flatMap(hunkLines), ''].join('\n'),
    );
  });

export const inputOf = (
  files: Readonly<Record<string, Sides>>,
  part: Partial<GuardInput['settings']> & Partial<Omit<GuardInput, 'settings' | 'patch'>> = {},
): GuardInput => {
  const { check, counts, bytes, base, ...settings } = part;
  const known = Object.entries(files).flatMap(([path, [before]]) =>
    before === null ? [] : [[path, before] as const],
  );
  return {
    patch: patchOf(files),
    settings: { files: [], checkpointFiles: [], protect: [], open: [], tests: 'reviewed', ...settings },
    check: check ?? ['npm test'],
    ...(counts ? { counts } : {}),
    ...(bytes ? { bytes } : {}),
    base: base ?? new Map(known),
  };
};

/** The findings as `rule level`, each once. */
export const verdicts = (...args: Parameters<typeof inputOf>): string[] => [
  ...new Set(guard(inputOf(...args)).map((f) => `${f.rule} ${f.level}`)),
];

export const rulesFor = (...args: Parameters<typeof inputOf>): string[] => [
  ...new Set(guard(inputOf(...args)).map((f) => f.rule)),
];
