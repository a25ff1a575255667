import type { Event } from '../domain/event.ts';
import { attemptRef } from '../domain/ids.ts';
import type { At } from '../domain/progress.ts';
import type { Run } from '../domain/run.ts';
import type { Git } from '../io/git/call.ts';
import type { Checking } from './check-commit.ts';
import type { Control } from './drive.ts';
import { regenerate, toRegenerate, type Regenerated } from './regenerate.ts';
import { diff, patchId } from '../io/git/diff.ts';
import { rebase, type Rebased } from '../io/git/rebase.ts';
import { setRef } from '../io/git/set-ref.ts';
import { inState } from './start.ts';

/**
 * Puts an accepted change on top of a commit, in memory. Nobody merges text: what conflicts with the branch goes back to
 * its owner. What only conflicts with changes that have not landed, or becomes another change there, waits for them.
 */
export async function rebaseOnto(
  { attempt, onto }: { readonly attempt: string; readonly onto: string },
  run: Run,
  world: Checking,
  control: Control,
): Promise<Event> {
  const { git } = world;
  const p = inState(run, attempt, 'landing');
  const lands = onto === run.head;
  const held = (detail: string): Event => ({ type: 'attempt.held', attempt, base: onto, detail });
  const moved = await moveOnto(p, onto, run, world, control);
  switch (moved.kind) {
    case 'moved': {
      const { kind: _, ...what } = moved;
      if (!what.samePatch && !lands) {
        return held('it would be another change there');
      }
      await setRef(git, attemptRef(run.id, attempt), what.commit);
      return { type: 'attempt.rebased', attempt, base: onto, ...what };
    }
    case 'empty':
      return lands
        ? conflict(attempt, 'What this change does has landed meanwhile by another checkpoint.')
        : held('another change does the same');
    case 'conflict':
      return lands
        ? conflict(attempt, await bothSides(p, run, git, moved.files))
        : held(`both change the same lines of ${moved.files.join(', ')}`);
    case 'failed':
      return lands ? conflict(attempt, moved.detail) : held(moved.detail);
  }
}

type Moved =
  | {
      readonly kind: 'moved';
      readonly commit: string;
      readonly samePatch: boolean;
      readonly regenerated?: string[];
    }
  | Exclude<Rebased, { kind: 'rebased' }>
  | Exclude<Regenerated, { kind: 'made' }>;

async function moveOnto(
  p: At<'landing'>,
  onto: string,
  run: Run,
  world: Checking,
  control: Control,
): Promise<Moved> {
  const { git } = world;
  const { base, commit } = p;
  const files = await toRegenerate(p, onto, { git, rules: run.settings.regenerate });
  if (files.length > 0) {
    const made = await regenerate(p, { onto, files }, run, world, control);
    return made.kind === 'made'
      ? { kind: 'moved', commit: made.commit, samePatch: made.samePatch, regenerated: files }
      : made;
  }
  const moved = await rebase(git, { base, commit, head: onto });
  if (moved.kind !== 'rebased') {
    return moved;
  }
  const [before, after] = await Promise.all([patchId(git, base, commit), patchId(git, onto, moved.commit)]);
  return { kind: 'moved', commit: moved.commit, samePatch: before === after };
}

const conflict = (attempt: string, detail: string): Event => ({
  type: 'attempt.failed',
  attempt,
  failure: 'conflict',
  detail,
  commit: null,
});

const SIDE = 6_000;

async function bothSides(p: At<'landing'>, run: Run, git: Git, files: readonly string[]): Promise<string> {
  const side = async (commit: string): Promise<string> =>
    (await diff(git, { base: p.base, commit, paths: files })).slice(0, SIDE);
  return [
    `Your accepted change no longer fits: others changed the same lines of ${files.join(', ')} meanwhile. Do it again on the files as they are now; both sides count.`,
    `What landed meanwhile:\n${await side(run.head)}`,
    `What you had changed:\n${await side(p.commit)}`,
  ].join('\n\n');
}
