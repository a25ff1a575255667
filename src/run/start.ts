import type { Event } from '../domain/event.ts';
import { checkpointOf } from '../domain/ids.ts';
import type { Progress } from '../domain/progress.ts';
import { route, type Routes } from '../domain/route.ts';
import type { Run } from '../domain/run.ts';
import type { Git } from '../io/git/call.ts';
import { parentOf, restored } from '../io/git/restore.ts';
import { rebase } from '../io/git/rebase.ts';

/**
 * Begins an attempt on the run's head, from the work so far where there is some. Work that no longer fits the head is
 * left on its ref, and the attempt starts from the head.
 */
export async function startAttempt(
  attempt: string,
  run: Run,
  { git, routes }: { git: Git; routes: Routes },
): Promise<Event> {
  const p = progressOf(run, attempt);
  return {
    type: 'attempt.started',
    attempt,
    base: run.head,
    from: await startingPoint(p, run.head, git),
    model: route(routes, p.checkpoint.difficulty, p.charged),
  };
}

async function startingPoint(p: Progress, head: string, git: Git): Promise<string> {
  if (p.work === null) {
    return head;
  }
  const moved = await rebase(git, { base: await parentOf(git, p.work), commit: p.work, head });
  if (moved.kind !== 'rebased') {
    return head;
  }
  return p.putBack.length > 0
    ? restored(git, { commit: moved.commit, base: head, paths: p.putBack })
    : moved.commit;
}

export function progressOf(run: Run, id: string): Progress {
  const found = run.progress.find((p) => p.checkpoint.id === checkpointOf(id));
  if (!found) {
    throw new Error(`${id} is not in the plan`);
  }
  return found;
}

/** The checkpoint of an attempt in the state that a command needs it in. */
export function inState<S extends Progress['at']>(
  run: Run,
  attempt: string,
  at: S,
): Extract<Progress, { at: S }> {
  const p = progressOf(run, attempt);
  if (!isAt(p, at)) {
    throw new Error(`${attempt}: expected ${at}, was ${p.at}`);
  }
  return p;
}

const isAt = <S extends Progress['at']>(p: Progress, at: S): p is Extract<Progress, { at: S }> => p.at === at;
