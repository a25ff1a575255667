import type { Job as QueuedJob } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Remote } from '../io/git/remote.ts';
import { doErrand, Undone, type Errand } from './errand.ts';
import { Hands } from './hands.ts';
import { jobId, PROTOCOL, type Done, type Job } from './job.ts';
import { Lease } from './lease.ts';
import { hearStops, Publisher } from './live.ts';
import type { Place } from './place.ts';
import { connect, packages, within, type Packages } from './redis.ts';
import { beat, BEAT_MS, isThere, signOff, workersOf, type Heartbeat } from './registry.ts';
import { activityOf } from './said.ts';
import { giveBack, ServedQueues } from './served.ts';
import { understood } from './understood.ts';

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

/** A job as a queue hands it over, and what proves that it is ours. */
type Taken = { readonly queued: QueuedJob<unknown, Done>; readonly token: string };

const CLOSE_MS = 3_000;

/** Time in which a worker of the right version may take what another one cannot. */
const LEFT_MS = 3_000;

/** Deliveries of one job that may end with the worker's death before it counts as poison. */
const MOST_STALLED = 2;

const LOST = new Undone('the lease was lost, so the work was ended here', { again: true });
const AGAIN = new Undone('it was given out again', { again: true });
const LEAVES = new Undone('the worker leaves', { again: true });

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
    await within(signOff(redis, repository, name), CLOSE_MS).catch(() => undefined);
    listening.disconnect();
    redis.disconnect();
  }
}

class Service {
  readonly #serving: Serving;
  readonly #packages: Packages;
  readonly #redis: Redis;
  readonly #hands: Hands;
  readonly #publisher: Publisher;
  readonly #lease: Lease;
  readonly #queues: ServedQueues;

  constructor(serving: Serving, found: Packages, redis: Redis) {
    this.#serving = serving;
    this.#packages = found;
    this.#redis = redis;
    this.#hands = new Hands(serving.places);
    this.#publisher = new Publisher(redis, serving.repository);
    this.#lease = new Lease(serving.leaseMs, (id) => this.#hands.end(id, LOST));
    const { repository, labels, onNotice, leaseMs, name, places } = serving;
    this.#queues = new ServedQueues({
      packages: found,
      redis,
      repository,
      labels,
      onNotice,
      lease: this.#lease,
      hasRoom: () => this.#hands.hasRoom(),
      work: async (job, token) => this.#take(job, token),
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
    await hearStops(listening, repository, (id) => this.#hands.stop(id));
    const heart = setInterval(() => this.#beat(), BEAT_MS);
    this.#queues.begin();
    this.#beat();
    leave.addEventListener('abort', () => this.#hands.endAll(LEAVES), { once: true });
    onNotice(`${name} takes jobs of ${repository}: ${String(places.length)} at a time`);
    await aborted(drain);
    this.#beat();
    await this.#close();
    clearInterval(heart);
    this.#lease.close();
  }

  /** Waits for what is in hand, and no longer than that for a Redis that does not answer. */
  async #close(): Promise<void> {
    const closing = this.#queues.close();
    do {
      await this.#hands.empty();
      await within(closing, CLOSE_MS).catch(() => undefined);
    } while (!this.#hands.isEmpty());
  }

  async #take(queued: QueuedJob<unknown, Done>, token: string): Promise<Done> {
    const read = understood(queued.data, this.#serving);
    switch (read.kind) {
      case 'job':
        return this.#work(read.job, { queued, token });
      case 'foreign':
        return this.#leaveTo(read.protocol, read.words, { queued, token });
      case 'refused':
        throw new this.#packages.UnrecoverableError(read.words);
    }
  }

  async #work(job: Job, { queued, token }: Taken): Promise<Done> {
    const id = jobId(job);
    await this.#hands.without(id, AGAIN);
    const hand = this.#hands.take(id);
    if (!hand) {
      // Two queues had something at the same moment.
      return giveBack(this.#packages, queued, { token });
    }
    if (!this.#hands.hasRoom()) {
      this.#queues.full();
    }
    this.#lease.hold(id);
    const { remote, name, program, redis, repository, leaseMs } = this.#serving;
    let last = 0;
    try {
      return await doErrand({
        job,
        remote,
        place: hand.place,
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
      this.#hands.drop(id);
      this.#queues.hasRoom();
    }
  }

  /** What only another version understands is left to a worker of that version, where there is one. */
  async #leaveTo(protocol: string, words: string, { queued, token }: Taken): Promise<never> {
    const now = Date.now();
    const others = await workersOf(this.#redis, this.#serving.repository, now).catch(() => []);
    if (others.some((one) => one.protocol === protocol && isThere(one, now))) {
      return giveBack(this.#packages, queued, { token, ms: LEFT_MS });
    }
    throw new Error(words);
  }

  /** What a queue makes of an error: it tries again, gives up, or takes the job back as if nothing had been. */
  async #inTheQueuesTerms(trouble: unknown, queued: QueuedJob, token: string): Promise<unknown> {
    if (this.#serving.leave.aborted) {
      return giveBack(this.#packages, queued, { token }).catch((error: unknown) => error);
    }
    return trouble instanceof Undone && !trouble.again
      ? new this.#packages.UnrecoverableError(trouble.message)
      : trouble;
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
      jobs: this.#hands.told(),
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
