import { checkpointOf } from './ids.ts';
import type { At, Progress } from './progress.ts';
import type { Run } from './run.ts';

/** Takes a checkpoint, or the attempt at it that is under way, from one of some states to the next. Throws where it is in none. */
export function move<S extends Progress['at']>(
  run: Run,
  id: string,
  from: readonly S[],
  to: (p: At<S>) => Progress,
): Run {
  const checkpoint = checkpointOf(id);
  const index = run.progress.findIndex((p) => p.checkpoint.id === checkpoint);
  const found = run.progress[index];
  if (!found || !isAt(found, from)) {
    throw new Error(`${id}: expected ${from.join(' or ')}, was ${found?.at ?? 'not in the plan'}`);
  }
  if (id !== checkpoint && 'attempt' in found && found.attempt !== id) {
    throw new Error(`${id}: ${found.attempt} is under way`);
  }
  return { ...run, progress: run.progress.with(index, to(found)) };
}

const isAt = <S extends Progress['at']>(p: Progress, from: readonly S[]): p is At<S> =>
  from.some((at) => at === p.at);
