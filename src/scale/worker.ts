import { setTimeout } from 'node:timers/promises';
import type { Job as QueuedJob } from 'bullmq';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import type { Remote } from '../io/git/remote.ts';
import { doErrand, Undone, type Errand } from './errand.ts';
import { Job, jobId, PROTOCOL, queueName, SKEW, type Done } from './job.ts';
import { Lease } from './lease.ts';
import { hearStops, Publisher } from './live.ts';
import type { Place } from './place.ts';
import { connect, packages, type Packages } from './redis.ts';
import { beat, BEAT_MS, signOff, type Heartbeat } from './registry.ts';
import type { Said } from './said.ts';

export type Serving = {
  readonly redis: string;
  readonly repository: string;
  readonly remote: Remote;
  readonly places: readonly Place[];
  readonly name: string;
  readonly version: string;
  readonly labels: readonly string[];
  /** Milliseconds after which a job of a silent worker is given to another one. */
  readonly leaseMs: number;
  readonly program: Errand['program'];
  /** Takes no new job, and finishes what it has. */
  readonly drain: AbortSignal;
  /** Hands back what it has. */
  readonly leave: AbortSignal;
  readonly onNotice: (text: string) => void;
};

/** A job in hand. */
type InHand = {
  readonly since: number;
  activeAt: number;
  doing: string;
  readonly stop: AbortController;
  readonly end: AbortController;
};

/** Deliveries of one job that may end with the worker's death before it counts as poison. */
const MOST_STALLED = 2;

/** Works on jobs until it is asked to leave. It holds leases and speaks to git; the work itself is done by other processes. */
export async function serve(serving: Serving): Promise<void> {
  const found = await packages();
  const { redis: url, repository, name, onNotice } = serving;
  const redis = await connect(found, { url, onNotice, name });
  const listening = redis.duplicate();
  listening.on('error', () => undefined);
  try {
    await new Service(serving, found, redis).run(listening);
  } finally {
    await signOff(redis, repository, name).catch(() => undefined);
    listening.disconnect();
    redis.disconnect();
  }
}

class Service {
  readonly #serving: Serving;
  readonly #packages: Packages;
  readonly #redis: Redis;
  readonly #free: Place[];
  readonly #hands = new Map<string, InHand>();
  readonly #publisher: Publisher;

  constructor(serving: Serving, found: Packages, redis: Redis) {
    this.#serving = serving;
    this.#packages = found;
    this.#redis = redis;
    this.#free = [...serving.places];
    this.#publisher = new Publisher(redis, serving.repository);
  }

  async run(listening: Redis): Promise<void> {
    const { repository, places, leaseMs, drain, leave, onNotice, name } = this.#serving;
    const worker = new this.#packages.Worker<unknown, Done>(
      queueName(repository),
      async (job, token = '') => this.#work(job, token, lease),
      {
        connection: this.#redis,
        name,
        concurrency: places.length,
        lockDuration: leaseMs,
        stalledInterval: Math.ceil(leaseMs / 3),
        maxStalledCount: MOST_STALLED,
        runRetryDelay: 1_000,
        drainDelay: 2,
        autorun: false,
      },
    );
    const lease = new Lease(leaseMs, (id) =>
      this.#hands
        .get(id)
        ?.end.abort(new Undone('the lease was lost, so the work was ended here', { again: true })),
    );
    worker.on('error', () => undefined);
    worker.on('locksRenewed', ({ jobIds }) => lease.renewed(jobIds));
    worker.on('lockRenewalFailed', (ids) => lease.lost(ids));
    await hearStops(listening, repository, (id) => this.#hands.get(id)?.stop.abort());
    const heart = setInterval(() => this.#beat(), BEAT_MS);
    this.#beat();
    leave.addEventListener('abort', () => this.#handBack(), { once: true });
    worker.run().catch((error: unknown) => onNotice(`no more jobs are taken: ${String(error)}`));
    onNotice(`${name} takes jobs of ${repository}: ${String(places.length)} at a time`);
    await aborted(drain);
    this.#beat();
    await worker.close();
    clearInterval(heart);
    lease.close();
  }

  async #work(queued: QueuedJob<unknown, Done>, token: string, lease: Lease): Promise<Done> {
    const job = this.#understood(queued);
    const id = jobId(job);
    await this.#endBefore(id);
    const place = this.#free.shift();
    if (!place) {
      throw new Error('there is no free place');
    }
    const now = Date.now();
    const hand: InHand = {
      since: now,
      activeAt: now,
      doing: 'begins',
      stop: new AbortController(),
      end: new AbortController(),
    };
    this.#hands.set(id, hand);
    lease.hold(id);
    const { remote, name, program, redis, repository, leaseMs } = this.#serving;
    let last = 0;
    try {
      return await doErrand({
        job,
        remote,
        place,
        worker: name,
        program,
        redis,
        repository,
        holds: async () => (await queued.extendLock(token, leaseMs).catch(() => 0)) === 1,
        onSaid: (said, delivery) => {
          last = delivery;
          hand.activeAt = Date.now();
          hand.doing = wordsOf(said) ?? hand.doing;
          this.#publisher.publish({ run: job.run, id, delivery }, said);
        },
        stop: hand.stop.signal,
        end: hand.end.signal,
      });
    } catch (error) {
      throw await this.#inTheQueuesTerms(error, queued, token);
    } finally {
      lease.drop(id);
      this.#publisher.forget(id, last);
      this.#hands.delete(id);
      this.#free.unshift(place);
    }
  }

  /** After a freeze a job may come back to the very worker that still has it in hand. */
  async #endBefore(id: string): Promise<void> {
    for (let old = this.#hands.get(id); old; old = this.#hands.get(id)) {
      old.end.abort(new Undone('it was given out again', { again: true }));
      await setTimeout(50);
    }
  }

  #understood(queued: QueuedJob): Job {
    const read = Job.safeParse(queued.data);
    if (read.success) {
      return read.data;
    }
    const { name, version } = this.#serving;
    const theirs = z.object({ protocol: z.string(), version: z.string() }).safeParse(queued.data);
    const other = theirs.success ? `${theirs.data.protocol} of ${theirs.data.version}` : 'another protocol';
    throw new Error(
      `${SKEW}: worker ${name} (orchestrate ${version}) speaks ${PROTOCOL}, the job is in ${other}`,
    );
  }

  /** What a queue makes of an error: it tries again, gives up, or takes the job back as if nothing had been. */
  async #inTheQueuesTerms(trouble: unknown, queued: QueuedJob, token: string): Promise<unknown> {
    if (this.#serving.leave.aborted) {
      await queued.moveToDelayed(Date.now(), token).catch(() => undefined);
      return new this.#packages.DelayedError();
    }
    return trouble instanceof Undone && !trouble.again
      ? new this.#packages.UnrecoverableError(trouble.message)
      : trouble;
  }

  #handBack(): void {
    for (const { end } of this.#hands.values()) {
      end.abort(new Undone('the worker leaves', { again: true }));
    }
  }

  #beat(): void {
    const { repository, name, version, places, labels, drain } = this.#serving;
    const heartbeat: Heartbeat = {
      name,
      version,
      protocol: PROTOCOL,
      slots: places.length,
      labels: [...labels],
      draining: drain.aborted,
      at: Date.now(),
      jobs: [...this.#hands].map(([id, { since, activeAt, doing }]) => ({ id, since, activeAt, doing })),
    };
    if (this.#redis.status === 'ready') {
      beat(this.#redis, repository, heartbeat).catch(() => undefined);
    }
  }
}

const aborted = async (signal: AbortSignal): Promise<void> =>
  signal.aborted
    ? undefined
    : new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true });
      });

function wordsOf(said: Said): string | undefined {
  switch (said.say) {
    case 'delta':
      return said.kind === 'call' ? 'calls a tool' : 'writes';
    case 'wait':
      return `waits: ${said.why} of ${said.of}`;
    case 'call':
      return said.event.type === 'model.called' ? `${said.event.model} has answered` : undefined;
    case 'notice':
    case 'done':
      return undefined;
  }
}
