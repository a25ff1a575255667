import { checkpointOf } from '../domain/ids.ts';
import type { Sent } from '../domain/progress.ts';
import type { Task } from '../run/drive.ts';
import type { Travelling } from './bring-home.ts';
import { refsOf, taskRef } from './job.ts';
import { pieceOf, type Away } from './out.ts';
import { standsOn } from './outcome.ts';
import { writeTask } from './task.ts';

/** Writes down what is to be done, then that it is handed out; only then may anybody know of it. */
export async function handOut(away: Away, task: Task, command: Travelling): Promise<Sent> {
  const { remote, sheet, log } = away;
  const run = task.run();
  const p = run.progress.find(({ checkpoint }) => checkpoint.id === checkpointOf(command.attempt));
  const generation = (p?.handed ?? 0) + 1;
  const { base, tip } = standsOn(run, command);
  const commit = await writeTask(remote.git, {
    ref: taskRef(refsOf(pieceOf(away, command, generation))),
    parents: [base, tip],
    events: await log(),
    sheet: await sheet(),
  });
  const { attempt, do: work } = command;
  await task.emit({ type: 'attempt.sent', attempt, work, generation, task: commit });
  return { generation, task: commit };
}
