import { openFindings, type Identified } from '../domain/earlier.ts';
import type { Patch } from '../domain/patch/patch.ts';
import { parsePatch } from '../domain/patch/parse.ts';
import { presentable, type Presented } from '../domain/patch/presentable.ts';
import type { At } from '../domain/progress.ts';
import type { Git } from '../io/git/call.ts';
import { diff } from '../io/git/diff.ts';
import { rebase } from '../io/git/rebase.ts';

/** A change as its reviewer gets to see it. */
export type Change = {
  readonly shown: Presented;
  /** Files that have to be opened before the change can be accepted. */
  readonly mustOpen: readonly string[];
  /** What is new since the last review; empty where there was none, or where that cannot be told. */
  readonly delta: string;
  /** Earlier blocking findings whose files the delta leaves as they are: silence does not answer them. */
  readonly open: readonly Identified[];
};

/** Characters of diff that a reviewer is shown at once, and of what is new since it last looked. The rest it opens itself. */
const DIFF_BUDGET = 120_000;
const DELTA_BUDGET = 40_000;

export async function changeOf(p: At<'reviewing'>, git: Git): Promise<Change> {
  const text = p.changed.length > 0 ? await diff(git, { base: p.base, commit: p.commit }) : '';
  const patch = parsePatch(text);
  const delta = await sinceLastReview(p, git);
  const shown = presentable(patch, { budget: DIFF_BUDGET - Math.min(delta.length, DELTA_BUDGET) });
  const parts = parsePatch(delta);
  const touched = new Set(parts.flatMap((file) => [file.path, file.from ?? file.path]));
  const inside = openFindings(p.reviews).filter(({ file }) => file === '' || p.changed.includes(file));
  return {
    shown,
    mustOpen: mustOpen(patch, shown, p),
    delta: delta === '' ? '' : presentable(parts, { budget: DELTA_BUDGET }).text,
    open: inside.filter(({ file }) => (file === '' ? parts.length === 0 : !touched.has(file))),
  };
}

/** What was cut, and what only looks generated while the guard has something to say of it. A deleted file is all in its name. */
function mustOpen(patch: Patch, shown: Presented, { guard }: At<'reviewing'>): string[] {
  const suspect = new Set(guard.map(({ file }) => file));
  const gone = new Set(patch.flatMap((file) => (file.status === 'deleted' ? [file.path] : [])));
  return [...shown.omitted, ...shown.collapsed.filter((path) => suspect.has(path))].filter(
    (path) => !gone.has(path),
  );
}

/** What the last reviewed commit would be on today's base, against the commit in hand. */
async function sinceLastReview(p: At<'reviewing'>, git: Git): Promise<string> {
  const last = p.reviews.at(-1);
  if (!last || last.commit === p.commit || p.changed.length === 0) {
    return '';
  }
  if (last.base === last.commit) {
    return diff(git, { base: p.base, commit: p.commit });
  }
  const moved = await rebase(git, { base: last.base, commit: last.commit, head: p.base });
  const before = moved.kind === 'rebased' ? moved.commit : p.base;
  return moved.kind === 'conflict' ? '' : diff(git, { base: before, commit: p.commit });
}
