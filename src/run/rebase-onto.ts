import type { Event } from '../domain/event.ts';
import { attemptRef } from '../domain/ids.ts';
import type { At } from '../domain/progress.ts';
import type { Run } from '../domain/run.ts';
import type { Git } from '../io/git/call.ts';
import { diff, patchId } from '../io/git/diff.ts';
import { rebase } from '../io/git/rebase.ts';
import { setRef } from '../io/git/set-ref.ts';
import { inState } from './start.ts';

/**
 * Puts an accepted change on top of a commit, in memory. Nobody merges text: what conflicts with the branch goes back to
 * its owner. What only conflicts with changes that have not landed, or becomes another change there, waits for them.
 */
export async function rebaseOnto(
  { attempt, onto }: { readonly attempt: string; readonly onto: string },
  run: Run,
  git: Git,
): Promise<Event> {
  const p = inState(run, attempt, 'landing');
  const { base, commit } = p;
  const lands = onto === run.head;
  const held = (detail: string): Event => ({ type: 'attempt.held', attempt, base: onto, detail });
  const moved = await rebase(git, { base, commit, head: onto });
  switch (moved.kind) {
    case 'rebased': {
      const [before, after] = await Promise.all([
        patchId(git, base, commit),
        patchId(git, onto, moved.commit),
      ]);
      const samePatch = before === after;
      if (!samePatch && !lands) {
        return held('it would be another change there');
      }
      await setRef(git, attemptRef(run.id, attempt), moved.commit);
      return { type: 'attempt.rebased', attempt, commit: moved.commit, base: onto, samePatch };
    }
    case 'empty':
      return lands
        ? conflict(attempt, 'What this change does has landed meanwhile by another checkpoint.')
        : held('another change does the same');
    case 'conflict':
      return lands
        ? conflict(attempt, await bothSides(p, run, git, moved.files))
        : held(`both change the same lines of ${moved.files.join(', ')}`);
  }
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
