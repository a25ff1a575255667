import PQueue from 'p-queue';
import type { Settings } from '../domain/settings.ts';
import type { Executor } from '../run/drive.ts';

/** Carries every command out in this process; beside the coders there is room for as many other commands, and one. */
export function inProcess({ parallel }: Pick<Settings, 'parallel'>): Executor {
  const queue = new PQueue({ concurrency: parallel * 2 + 1 });
  return async ({ here, priority }) => queue.add(here, { priority });
}
