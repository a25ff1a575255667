import { baseHead, generatedKind, type GeneratedKind } from './generated.ts';
import { added, pathsOf, removed, type FilePatch, type Hunk, type Patch } from './patch.ts';
import { renderFile } from './render.ts';

export type Budget = {
  /** Characters of diff text in all. The list of files comes on top: every changed file is always named. */
  readonly budget: number;
  /** Characters that one file may take of it; all by default. */
  readonly perFile?: number;
  /** Globs that the repository declares as generated. */
  readonly generated?: readonly string[];
  /** Whole texts at the base, by path; where absent the patch itself has to show a generator's mark. */
  readonly base?: ReadonlyMap<string, string>;
};

export type Presented = {
  /** The list of changed files, then the diff. The list says of each file how much of it the diff holds. */
  readonly text: string;
  /** Files whose whole change is in the text. */
  readonly shown: string[];
  /** Files that are cut or left out: whoever judges them has to open them. */
  readonly omitted: string[];
  /** Lock, minified, vendored and generated files, told by one line each. */
  readonly collapsed: string[];
};

type Part = { readonly file: FilePatch; readonly kind: GeneratedKind | undefined; readonly size: number };

/** A patch for a reader with limited room: small changes whole, large ones as far as they fit, none unnamed. */
export function presentable(patch: Patch, options: Budget): Presented {
  const parts = patch.map((file): Part => {
    const hints = { globs: options.generated ?? [], baseHead: baseHead(file, options.base?.get(file.path)) };
    return { file, kind: generatedKind(file.path, hints), size: lengthOf(renderFile(file)) };
  });
  const room = share(parts, options);
  const cuts = parts.map((part, i) => cut(part, room[i] ?? 0));
  const where = (state: Cut['state']): string[] =>
    pathsOf(parts.filter((_, i) => cuts[i]?.state === state).map((p) => p.file));
  const omitted = where('cut');
  return {
    text: `${list(cuts)}\n\n${cuts.flatMap((c) => (c.text === '' ? [] : [c.text])).join('\n')}`.trimEnd(),
    shown: where('whole').filter((path) => !omitted.includes(path)),
    omitted,
    collapsed: where('collapsed').filter((path) => !omitted.includes(path)),
  };
}

const list = (cuts: readonly Cut[]): string =>
  [`Changed files (${String(cuts.length)}):`, ...cuts.map((c) => `- ${c.line}`)].join('\n');

const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length + 1, 0);

/** Room for each part: the small ones get what they need, the large ones an equal share of what is left. */
function share(parts: readonly Part[], { budget, perFile = budget }: Budget): number[] {
  const room = parts.map(() => 0);
  const waiting = parts
    .map((part, i) => ({ i, size: part.kind ? 0 : part.size }))
    .toSorted((a, b) => a.size - b.size);
  let left = budget;
  waiting.forEach(({ i, size }, n) => {
    const fair = Math.floor(left / (waiting.length - n));
    room[i] = Math.min(size, perFile, fair);
    left -= room[i] ?? 0;
  });
  return room;
}

type Cut = { readonly state: 'whole' | 'cut' | 'collapsed'; readonly line: string; readonly text: string };

function cut({ file, kind, size }: Part, room: number): Cut {
  const stat = describe(file);
  if (kind) {
    return { state: 'collapsed', line: `${stat}, ${kind} file, not shown`, text: '' };
  }
  if (size <= room) {
    return { state: 'whole', line: stat, text: renderFile(file).join('\n') };
  }
  const hunks = fitting(file, room);
  const [all, kept] = [file.hunks, hunks].map((some) => some.reduce((n, hunk) => n + hunk.lines.length, 0));
  const extent =
    kept === 0 ? 'not shown' : `only the first ${String(kept)} of ${String(all)} lines of its diff shown`;
  const text = kept === 0 ? '' : renderFile({ ...file, hunks }).join('\n');
  return { state: 'cut', line: `${stat}, ${extent}: open the file`, text };
}

/** The hunks that fit, the last one perhaps in part. */
function fitting(file: FilePatch, room: number): Hunk[] {
  let left = room - lengthOf(file.header);
  const kept: Hunk[] = [];
  for (const hunk of file.hunks) {
    left -= HUNK_HEAD + hunk.heading.length;
    const lines = hunk.lines.filter((line) => (left -= line.text.length + 2) >= 0);
    if (lines.length > 0) {
      kept.push({ ...hunk, lines });
    }
    if (lines.length < hunk.lines.length) {
      break;
    }
  }
  return kept;
}

/** Room for `@@ -1000,10 +1000,10 @@` and its line end. */
const HUNK_HEAD = 40;

/** `src/a.ts: modified, +3 -1` */
function describe(file: FilePatch): string {
  const name = file.from === undefined ? file.path : `${file.from} → ${file.path}`;
  const modes =
    file.oldMode !== undefined && file.newMode !== undefined && file.oldMode !== file.newMode
      ? `, mode ${file.oldMode} → ${file.newMode}`
      : '';
  const size = file.binary ? 'binary' : `+${String(added(file).length)} -${String(removed(file).length)}`;
  return `${name}: ${file.status}, ${size}${modes}`;
}
