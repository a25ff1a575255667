import { AttemptId, checkpointOf } from './ids.ts';
import type { Run } from './run.ts';

/** Why a name means no checkpoint of this run, and what would: lines of a log speak of attempts, commands of checkpoints. */
export function noCheckpoint({ id, progress }: Run, name: string): string {
  const ids = progress.map((p) => p.checkpoint.id);
  const whose = checkpointOf(name);
  return AttemptId.safeParse(name).success && ids.includes(whose)
    ? `${name} is an attempt of ${whose}. Name the checkpoint: ${whose}`
    : `Run ${id} has no checkpoint ${name}. It has: ${ids.join(', ') || 'no plan yet'}.`;
}
