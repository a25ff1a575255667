import type { Event } from '../domain/event.ts';
import { branchRef } from '../domain/ids.ts';
import type { At } from '../domain/progress.ts';
import type { Run } from '../domain/run.ts';
import type { Git } from '../io/git/call.ts';
import { moveRef, readRef } from '../io/git/refs.ts';
import { seal } from './seal.ts';
import { inState } from './start.ts';

/** Puts an accepted change on the run's branch, which it stands on, as exactly the tree that was checked. */
export async function land(attempt: string, run: Run, git: Git): Promise<Event> {
  const p = inState(run, attempt, 'landing');
  return p.changed.length === 0
    ? { type: 'checkpoint.landed', attempt, commit: p.commit }
    : forward(p, run, git);
}

async function forward(p: At<'landing'>, run: Run, git: Git): Promise<Event> {
  const ref = branchRef(run.branch);
  const from = run.head === run.base ? await beforeFirst(git, ref, run.base) : run.head;
  const sealed = await seal(p, run, git);
  const moved = await moveRef(git, { ref, from, to: sealed.commit, reason: `orchestrate: ${p.attempt}` });
  switch (moved.kind) {
    case 'moved':
      return sealed;
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
