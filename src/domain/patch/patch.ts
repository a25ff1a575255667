/** One line of a hunk. `line` is its number in the new file; for a removed line that of the line that follows it. */
export type PatchLine = {
  readonly kind: 'context' | 'added' | 'removed';
  readonly text: string;
  readonly line: number;
  /** The file ends here without a line end. */
  readonly open?: true;
};

export type Hunk = {
  readonly oldStart: number;
  readonly newStart: number;
  /** What git puts behind the `@@`: most often the function that the hunk lies in. */
  readonly heading: string;
  readonly lines: readonly PatchLine[];
};

/** One file of a patch. Modes are git's: `100644`, `100755`, `120000` (symlink), `160000` (nested repository). */
export type FilePatch = {
  readonly path: string;
  /** Where it was before; only when renamed or copied. */
  readonly from?: string;
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed' | 'copied';
  readonly oldMode?: string;
  readonly newMode?: string;
  readonly binary: boolean;
  readonly hunks: readonly Hunk[];
  /** The lines before the first hunk, as git wrote them. */
  readonly header: readonly string[];
};

/** A file whose mode changed from an ordinary one to a link is told twice, as deleted and as added. */
export type Patch = readonly FilePatch[];

export const linesOf = (file: FilePatch, kind: PatchLine['kind']): PatchLine[] =>
  file.hunks.flatMap((hunk) => hunk.lines.filter((line) => line.kind === kind));

export const added = (file: FilePatch): PatchLine[] => linesOf(file, 'added');
export const removed = (file: FilePatch): PatchLine[] => linesOf(file, 'removed');

/** The changed paths, each once; a rename is told by its new name. */
export const pathsOf = (patch: Patch): string[] => [...new Set(patch.map((file) => file.path))];
