import { setTimeout } from 'node:timers/promises';
import type { Job as QueuedJob, Worker, WorkerOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import { hasAll } from '../domain/labels.ts';
import { queueName, type Done } from './job.ts';
import type { Lease } from './lease.ts';
import type { Packages } from './redis.ts';
import { wantedOf } from './wanted.ts';

type Serving = {
  readonly packages: Pick<Packages, 'Worker'>;
  readonly redis: Redis;
  readonly repository: string;
  readonly labels: readonly string[];
  readonly options: Omit<WorkerOptions, 'connection' | 'autorun'>;
  readonly lease: Lease;
  readonly work: (job: QueuedJob<unknown, Done>, token: string) => Promise<Done>;
  /** Whether there is room for one more piece of work. */
  readonly hasRoom: () => boolean;
  readonly onNotice: (text: string) => void;
};

type Served = { readonly labels: readonly string[]; readonly worker: Worker<unknown, Done> };

/** Time in which a queue that goes first can take what there is room for. */
const AHEAD_MS = 50;

/**
 * The queues that one worker serves: the one of work that any can do, and one for each set of labels that is asked for and
 * that it has. They share its room, and what few can do goes first.
 */
export class ServedQueues {
  readonly #serving: Serving;
  #open: readonly Served[] = [];
  #closed = false;
  #wakes: Promise<void> = Promise.resolve();

  constructor(serving: Serving) {
    this.#serving = serving;
  }

  begin(): void {
    this.#serve([]);
  }

  /** Looks for sets of labels that are newly asked for. */
  async look(): Promise<void> {
    const { redis, repository, labels } = this.#serving;
    const wanted = await wantedOf(redis, repository, Date.now());
    const able = wanted.filter((some) => hasAll(labels, some) && !this.#serves(some));
    (this.#closed ? [] : able).forEach((some) => this.#serve(some));
  }

  /** Takes nothing from any queue until there is room again. One queue alone keeps to its own limit. */
  full(): void {
    if (this.#open.length > 1) {
      this.#open.forEach(({ worker }) => rest(worker));
    }
  }

  /** Once the queue knows what became of the work before: else it would give more of the same at once. */
  hasRoom(): void {
    setImmediate(() => {
      this.#wakes = this.#wakes.then(async () => this.#wake());
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#open.map(async ({ worker }) => worker.close()));
  }

  async #wake(): Promise<void> {
    for (const { worker } of this.#open.filter((one) => one.worker.isPaused())) {
      if (!this.#closed && this.#serving.hasRoom()) {
        await worker.resume();
        await setTimeout(AHEAD_MS);
      }
    }
  }

  #serves(labels: readonly string[]): boolean {
    return this.#open.some((one) => one.labels.join(' ') === labels.join(' '));
  }

  #serve(labels: readonly string[]): void {
    const { packages, redis, repository, options, lease, work, hasRoom, onNotice } = this.#serving;
    const worker = new packages.Worker<unknown, Done>(
      queueName(repository, labels),
      async (job, token = '') => work(job, token),
      { ...options, connection: redis, autorun: false },
    );
    worker.on('error', () => undefined);
    worker.on('locksRenewed', ({ jobIds }) => lease.renewed(jobIds));
    worker.on('lockRenewalFailed', (ids) => lease.lost(ids));
    this.#open = [...this.#open, { labels, worker }].toSorted((a, b) => b.labels.length - a.labels.length);
    if (hasRoom()) {
      worker.run().catch((error: unknown) => onNotice(`no more jobs are taken: ${String(error)}`));
    } else {
      rest(worker);
    }
  }
}

/** Gives a job back as if nothing had been: no try of it is used up, and after `ms` it is handed out again. */
export async function giveBack(
  { DelayedError }: Pick<Packages, 'DelayedError'>,
  queued: QueuedJob,
  { token, ms = 0 }: { readonly token: string; readonly ms?: number },
): Promise<never> {
  await queued.moveToDelayed(Date.now() + ms, token).catch(() => undefined);
  throw new DelayedError();
}

/** What it has goes on. */
function rest(worker: Served['worker']): void {
  worker.pause(true).catch(() => undefined);
}
