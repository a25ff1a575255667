import PQueue from 'p-queue';
import { checkpointOf } from '../domain/ids.ts';
import { labelsOf } from '../domain/labels.ts';
import type { Settings } from '../domain/settings.ts';
import type { Executor, Task } from '../run/drive.ts';

/** Carries every command out in this process; beside the coders there is room for as many other commands, and one. */
export function inProcess(
  { parallel }: Pick<Settings, 'parallel'>,
  onNotice: (text: string) => void = () => undefined,
): Executor {
  const queue = new PQueue({ concurrency: parallel * 2 + 1 });
  let told = false;
  return async (task) => {
    const labels = told ? [] : labelsAskedFor(task);
    if (labels.length > 0) {
      told = true;
      onNotice(
        `the plan asks for machines with ${labels.join(' and ')}: without --workers all of it is done on this one`,
      );
    }
    return queue.add(task.here, { priority: task.priority });
  };
}

function labelsAskedFor({ command, run }: Task): readonly string[] {
  const { progress, settings } = run();
  const asking = 'attempt' in command ? checkpointOf(command.attempt) : '';
  const checkpoint = progress.find((p) => p.checkpoint.id === asking)?.checkpoint;
  return checkpoint ? labelsOf(checkpoint, settings) : [];
}
