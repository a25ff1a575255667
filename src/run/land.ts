import type { Event } from '../domain/event.ts';
import { attemptRef, branchRef } from '../domain/ids.ts';
import type { At } from '../domain/progress.ts';
import type { Run } from '../domain/run.ts';
import type { Git } from '../io/git/call.ts';
import { diff, patchId } from '../io/git/diff.ts';
import { rebase } from '../io/git/rebase.ts';
import { moveRef, readRef } from '../io/git/refs.ts';
import { setRef } from '../io/git/set-ref.ts';
import { inState } from './start.ts';

/**
 * Puts an accepted commit onto the run's branch: as it is where the head has not moved, else rebased, and then it is
 * checked again as exactly the tree that lands. Nobody merges text: a conflict goes back to its owner.
 */
export async function land(attempt: string, run: Run, git: Git): Promise<Event> {
  const p = inState(run, attempt, 'landing');
  if (p.changed.length === 0) {
    return { type: 'checkpoint.landed', attempt, commit: p.commit };
  }
  return p.base === run.head ? forward(p, run, git) : onto(p, run, git);
}

async function forward(p: At<'landing'>, run: Run, git: Git): Promise<Event> {
  const ref = branchRef(run.branch);
  const from = run.head === run.base ? await beforeFirst(git, ref, run.base) : run.head;
  const moved = await moveRef(git, { ref, from, to: p.commit, reason: `orchestrate: ${p.attempt}` });
  switch (moved.kind) {
    case 'moved':
      return { type: 'checkpoint.landed', attempt: p.attempt, commit: p.commit };
    case 'stale':
      return waits(
        `${run.branch} was moved by somebody else, to ${moved.now ?? 'nothing'}: set it back to ${run.head}`,
      );
    case 'checked_out':
      return waits(`${run.branch} is checked out in ${moved.where}: check out another branch there`);
  }
}

/** The branch comes into being with the first commit that lands; one that stands at the base is as good as none. */
const beforeFirst = async (git: Git, ref: string, base: string): Promise<string | null> =>
  (await readRef(git, ref)) === base ? base : null;

const waits = (detail: string): Event => ({ type: 'run.paused', reason: 'person', detail });

async function onto(p: At<'landing'>, run: Run, git: Git): Promise<Event> {
  const { attempt, base, commit } = p;
  const moved = await rebase(git, { base, commit, head: run.head });
  switch (moved.kind) {
    case 'rebased': {
      await setRef(git, attemptRef(run.id, attempt), moved.commit);
      const [before, after] = await Promise.all([
        patchId(git, base, commit),
        patchId(git, run.head, moved.commit),
      ]);
      return {
        type: 'attempt.rebased',
        attempt,
        commit: moved.commit,
        base: run.head,
        samePatch: before === after,
      };
    }
    case 'empty':
      return conflict(attempt, 'What this change does has landed meanwhile by another checkpoint.');
    case 'conflict':
      return conflict(attempt, await bothSides(p, run, git, moved.files));
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
