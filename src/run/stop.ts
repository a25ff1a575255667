import type { Event } from '../domain/event.ts';
import { branchRef } from '../domain/ids.ts';
import type { Run } from '../domain/run.ts';
import { readRef } from '../io/git/refs.ts';
import { keep } from './keep.ts';
import { seal } from './seal.ts';
import { progressOf } from './start.ts';
import type { World } from './world.ts';

/**
 * Leaves an attempt off because a person wants that: what its coder has so far is kept on its ref. Where its commit is on
 * the branch already, it has landed, and that comes first.
 */
export async function stop(
  attempt: string,
  run: Run,
  { git, workspaces }: Pick<World, 'git' | 'workspaces'>,
): Promise<Event> {
  const p = progressOf(run, attempt);
  if (p.at === 'landing') {
    const sealed = p.base === run.head && p.changed.length > 0 ? await seal(p, run, git) : undefined;
    return sealed && (await readRef(git, branchRef(run.branch))) === sealed.commit
      ? sealed
      : { type: 'attempt.stopped', attempt, commit: p.commit };
  }
  const workspace = p.at === 'coding' ? await workspaces.begun(p) : null;
  const kept = workspace && p.at === 'coding' ? await keep(p, run, { git }, workspace, LEFT_OFF) : null;
  return { type: 'attempt.stopped', attempt, commit: kept?.taken?.commit ?? null };
}

const LEFT_OFF = 'Left off unfinished.';
