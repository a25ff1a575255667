import { setTimeout } from 'node:timers/promises';
import type { Job as QueuedJob } from 'bullmq';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import type { Remote } from '../io/git/remote.ts';
import { doErrand, Undone, type Errand } from './errand.ts';
import { Job, jobId, PROTOCOL, SKEW, type Done } from './job.ts';
import { Lease } from './lease.ts';
import { hearStops, Publisher } from './live.ts';
import type { Place } from './place.ts';
import { connect, packages, type Packages } from './redis.ts';
import { beat, BEAT_MS, signOff, type Heartbeat } from './registry.ts';
import { activityOf } from './said.ts';
import { giveBack, ServedQueues } from './served.ts';

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
  readonly #lease: Lease;
  readonly #queues: ServedQueues;

  constructor(serving: Serving, found: Packages, redis: Redis) {
    this.#serving = serving;
    this.#packages = found;
    this.#redis = redis;
    this.#free = [...serving.places];
    this.#publisher = new Publisher(redis, serving.repository);
    this.#lease = new Lease(serving.leaseMs, (id) =>
      this.#hands
        .get(id)
        ?.end.abort(new Undone('the lease was lost, so the work was ended here', { again: true })),
    );
    const { repository, labels, onNotice, leaseMs, name, places } = serving;
    this.#queues = new ServedQueues({
      packages: found,
      redis,
      repository,
      labels,
      onNotice,
      lease: this.#lease,
      hasRoom: () => this.#free.length > 0,
      work: async (job, token) => this.#work(job, token),
      options: {
        name,
        concurrency: places.length,
        lockDuration: leaseMs,
        stalledInterval: Math.ceil(leaseMs / 3),
        maxStalledCount: MOST_STALLED,
        runRetryDelay: 1_000,
        drainDelay: 2,
      },
    });
  }

  async run(listening: Redis): Promise<void> {
    const { repository, places, drain, leave, onNotice, name } = this.#serving;
    await hearStops(listening, repository, (id) => this.#hands.get(id)?.stop.abort());
    const heart = setInterval(() => this.#beat(), BEAT_MS);
    this.#queues.begin();
    this.#beat();
    leave.addEventListener('abort', () => this.#handBack(), { once: true });
    onNotice(`${name} takes jobs of ${repository}: ${String(places.length)} at a time`);
    await aborted(drain);
    this.#beat();
    await this.#queues.close();
    clearInterval(heart);
    this.#lease.close();
  }

  async #work(queued: QueuedJob<unknown, Done>, token: string): Promise<Done> {
    const job = this.#understood(queued);
    const id = jobId(job);
    await this.#endBefore(id);
    const place = this.#free.shift();
    if (!place) {
      // Two queues had something at the same moment.
      return giveBack(this.#packages, queued, token);
    }
    if (this.#free.length === 0) {
      this.#queues.full();
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
    this.#lease.hold(id);
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
          hand.doing = activityOf(said) ?? hand.doing;
          this.#publisher.publish({ run: job.run, id, delivery }, said);
        },
        stop: hand.stop.signal,
        end: hand.end.signal,
      });
    } catch (error) {
      throw await this.#inTheQueuesTerms(error, queued, token);
    } finally {
      this.#lease.drop(id);
      this.#publisher.forget(id, last);
      this.#hands.delete(id);
      this.#free.unshift(place);
      this.#queues.hasRoom();
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
      return giveBack(this.#packages, queued, token).catch((error: unknown) => error);
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
      this.#queues.look().catch(() => undefined);
    }
  }
}

const aborted = async (signal: AbortSignal): Promise<void> =>
  signal.aborted
    ? undefined
    : new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
