import type { Redis } from 'ioredis';
import { queueName } from './job.ts';
import type { Packages } from './redis.ts';
import { isAble, type Heartbeat } from './registry.ts';
import { wantedOf } from './wanted.ts';

/** Work in one queue that no worker has yet. */
export type Waiting = {
  readonly waiting: number;
  readonly labels: readonly string[];
  /** Workers that may take it, busy ones too. */
  readonly able: number;
  /** The first of it, the next one first. */
  readonly jobs: readonly string[];
};

const STATES = ['waiting', 'prioritized', 'delayed'] as const;
const SHOWN = 5;

/** What waits for a worker, in all queues of a repository. */
export async function waitingIn(
  { Queue }: Pick<Packages, 'Queue'>,
  { redis, repository }: { readonly redis: Redis; readonly repository: string },
  workers: readonly Heartbeat[],
): Promise<Waiting[]> {
  const now = Date.now();
  const all = [[], ...(await wantedOf(redis, repository, now))];
  const found = await Promise.all(
    all.map(async (labels): Promise<Waiting> => {
      const queue = new Queue(queueName(repository, labels), { connection: redis });
      const [waiting, jobs] = await Promise.all([
        queue.getJobCountByTypes(...STATES),
        queue.getJobs([...STATES], 0, SHOWN - 1, true),
      ]);
      return {
        waiting,
        labels,
        able: workers.filter((worker) => isAble(worker, labels, now)).length,
        jobs: jobs.flatMap(({ id }) => (id === undefined ? [] : [id])).slice(0, SHOWN),
      };
    }),
  );
  return found.filter(({ waiting }) => waiting > 0);
}
