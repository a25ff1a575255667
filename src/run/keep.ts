import { attemptRef } from '../domain/ids.ts';
import type { At } from '../domain/progress.ts';
import type { Run } from '../domain/run.ts';
import { setRef } from '../io/git/set-ref.ts';
import { type Snapshot, snapshot } from '../io/git/snapshot.ts';
import type { Workspace } from './workspace.ts';
import type { World } from './world.ts';

/** Commits the files as they lie there and names the commit by a ref, so that no work is ever lost. */
export async function keep(
  p: At<'coding'>,
  run: Run,
  { git }: Pick<World, 'git'>,
  workspace: Workspace,
  body: string,
): Promise<{ readonly taken: Snapshot | null; readonly left: string }> {
  const { checkpoint, attempt, base } = p;
  const work = await snapshot(git, workspace.tree, {
    base,
    message: `${checkpoint.title}\n\n${body}`,
    trailers: { 'Orchestrate-Run': run.id, Checkpoint: checkpoint.id, Attempt: attempt },
    leave: workspace.leave,
  });
  if (work) {
    await setRef(git, attemptRef(run.id, attempt), work.commit);
  }
  const left = (work?.nested ?? [])
    .map((n) => `${n} is a repository of its own and was not taken.`)
    .join(' ');
  return { taken: work, left: left === '' ? '' : `${left} ` };
}
