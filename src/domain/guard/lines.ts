import { removed, type FilePatch, type Hunk, type PatchLine } from '../patch/patch.ts';
import { found, type Found, type GuardInput, type Rule, type Sign } from './rule.ts';

const COMMENT = /^\s*(?:\/\/(?!\s*(?:go:build|\+build))|\/\*|\*(?:\s|\/|$)|#(?![[!])|--\s|<!--|;;|"""|''')/;

export const isComment = (text: string): boolean => COMMENT.test(text);

/** Added lines of code that are not there among the removed ones: what was only moved or re-indented is left out. */
export const newCode = (file: FilePatch, hunks: readonly Hunk[] = file.hunks): PatchLine[] =>
  newLines(file, hunks).filter((line) => !isComment(line.text));

/** The same with comments: some of them are orders to a tool. */
export function newLines(file: FilePatch, hunks: readonly Hunk[] = file.hunks): PatchLine[] {
  const before = new Set(removed(file).map((line) => line.text.trim()));
  return hunks
    .flatMap((hunk) => hunk.lines)
    .filter((line) => line.kind === 'added' && !before.has(line.text.trim()));
}

/** The code of a hunk as it was and as it is, comments left out. */
export function sides(hunk: Hunk): { readonly before: PatchLine[]; readonly after: PatchLine[] } {
  const code = hunk.lines.filter((line) => !isComment(line.text));
  return {
    before: code.filter((line) => line.kind !== 'added'),
    after: code.filter((line) => line.kind !== 'removed'),
  };
}

/** A rule that looks for signs in each new line of code of the hunks that are named. */
export function signRule(def: {
  readonly name: Rule['name'];
  readonly levels: Rule['levels'];
  readonly signs: readonly Sign[];
  /** The lines that are looked at; new code by default, not comments. */
  readonly lines?: (file: FilePatch, hunks: readonly Hunk[]) => PatchLine[];
  hunks(file: FilePatch, input: GuardInput): readonly Hunk[];
  say(sign: Sign, line: PatchLine): string;
}): Rule {
  const look = (file: FilePatch, input: GuardInput): Found[] =>
    (def.lines ?? newCode)(file, def.hunks(file, input)).flatMap((line) => {
      const sign = def.signs.find((s) => s.pattern.test(line.text));
      return sign ? [found(file, line.line, def.say(sign, line))] : [];
    });
  return {
    name: def.name,
    levels: def.levels,
    find: (input) => input.patch.flatMap((file) => look(file, input)),
  };
}
