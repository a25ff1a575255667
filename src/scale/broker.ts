import type { Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import { queueName, type Job } from './job.ts';
import { askToStop, follow, forgetLive } from './live.ts';
import { asking, connect, packages, within, type Ask, type Packages } from './redis.ts';
import { workersOf, type Heartbeat } from './registry.ts';
import type { Live } from './said.ts';
import { want } from './wanted.ts';
import { layDown, takeUp } from './words.ts';

/** What the broker knows of a job. It forgets, and may be wrong: only refs and the journal are the truth. */
export type Known =
  /** `waits` where no worker has it. */
  | { readonly at: 'under way'; readonly waits: boolean }
  | { readonly at: 'gone' }
  | { readonly at: 'completed' }
  | { readonly at: 'failed'; readonly reason: string }
  | { readonly at: 'unreachable' };

/** A job by its id, and what a worker must have to get it. */
export type Posted = { readonly id: string; readonly labels: readonly string[] };

type Opening = {
  readonly redis: string;
  readonly repository: string;
  readonly run: string;
  readonly onNotice: (text: string) => void;
  /** A job has come to an end, perhaps. */
  readonly onHint: (id: string) => void;
  readonly onLive: (live: Live, lost: number) => void;
};

const CLOSE_MS = 2_000;
const DAY_S = 86_400;

const ignore = (): undefined => undefined;

type Lane = { readonly queue: Queue; readonly events: QueueEvents };

/** The coordinator's side of the queues. */
export class Broker {
  readonly #redis: Redis;
  readonly #reading: Redis;
  readonly #ask: Ask;
  readonly #packages: Packages;
  readonly #lanes = new Map<string, Lane>();
  readonly #at: Opening;
  readonly #closing = new AbortController();
  #listens = false;

  private constructor(at: Opening, parts: { packages: Packages; redis: Redis; reading: Redis }) {
    this.#at = at;
    this.#packages = parts.packages;
    this.#redis = parts.redis;
    this.#reading = parts.reading;
    this.#ask = asking(parts.redis);
  }

  static async open(at: Opening): Promise<Broker> {
    const { redis: url, run, onNotice } = at;
    const found = await packages();
    const redis = await connect(found, { url, onNotice, name: `orchestrate ${run}` });
    const reading = redis.duplicate();
    // Told by the connection that they share.
    reading.on('error', ignore);
    return new Broker(at, { packages: found, redis, reading });
  }

  /** The queue for a set of labels; whoever has them finds it. */
  #lane(labels: readonly string[]): Lane {
    const name = queueName(this.#at.repository, labels);
    const known = this.#lanes.get(name);
    if (known) {
      return known;
    }
    const { onHint } = this.#at;
    const listening = this.#redis.duplicate();
    const queue = new this.#packages.Queue(name, { connection: this.#redis });
    const events = new this.#packages.QueueEvents(name, { connection: listening });
    listening.on('error', ignore);
    queue.on('error', ignore);
    events.on('error', ignore);
    events.on('completed', ({ jobId }) => onHint(jobId));
    events.on('failed', ({ jobId }) => onHint(jobId));
    const lane = { queue, events };
    this.#lanes.set(name, lane);
    return lane;
  }

  /** Begins to listen, once; from the oldest message that is kept. */
  listen(): void {
    if (!this.#listens) {
      this.#listens = true;
      const { repository, run, onLive } = this.#at;
      follow(this.#reading, { repository, run, signal: this.#closing.signal }, onLive).catch(
        (error: unknown) => this.#at.onNotice(`live messages have come to an end: ${String(error)}`),
      );
    }
  }

  /** Adding what is there already does nothing; where the broker is out of reach the next sweep adds it. */
  async add({ id, labels }: Posted, job: Job): Promise<void> {
    const options = {
      jobId: id,
      attempts: 3,
      backoff: { type: 'exponential', delay: 1_000 },
      removeOnComplete: { age: DAY_S },
      // Of a run that nobody goes on with nothing stays for ever.
      removeOnFail: { age: 30 * DAY_S },
      // Nearest to landing first: a check before more code.
      priority: job.work === 'check' ? 1 : 2,
    };
    await this.#ask(async () => this.#lane(labels).queue.add(job.work, job, options)).catch(ignore);
  }

  async known({ id, labels }: Posted): Promise<Known> {
    try {
      const { queue } = this.#lane(labels);
      const [job] = await this.#ask(async () =>
        Promise.all([queue.getJob(id), want(this.#redis, this.#at.repository, labels)]),
      );
      const state = job ? await this.#ask(async () => job.getState()) : 'unknown';
      switch (state) {
        case 'completed':
          return { at: 'completed' };
        case 'failed':
          return { at: 'failed', reason: job?.failedReason ?? 'for no reason that is told' };
        case 'unknown':
          return { at: 'gone' };
        case 'active':
          return { at: 'under way', waits: false };
        case 'delayed':
        case 'prioritized':
        case 'waiting':
        case 'waiting-children':
          return { at: 'under way', waits: true };
      }
    } catch {
      return { at: 'unreachable' };
    }
  }

  /** Takes a job back, or what is left of it; one that a worker holds is asked to stop. */
  async remove({ id, labels }: Posted): Promise<void> {
    await this.#ask(async () => askToStop(this.#redis, this.#at.repository, id)).catch(ignore);
    await this.#ask(async () => this.#lane(labels).queue.remove(id)).catch(ignore);
  }

  /** Where whoever works on it finds what a person has said meanwhile. */
  async tell({ id }: Posted, words: readonly string[]): Promise<void> {
    const { repository } = this.#at;
    await this.#ask(async () => layDown(this.#redis, { repository, id }, words)).catch(ignore);
  }

  async hush({ id }: Posted): Promise<void> {
    const { repository } = this.#at;
    await this.#ask(async () => takeUp(this.#redis, { repository, id })).catch(ignore);
  }

  async workers(): Promise<Heartbeat[]> {
    return this.#ask(async () => workersOf(this.#redis, this.#at.repository, Date.now())).catch(() => []);
  }

  async forget(): Promise<void> {
    await this.#ask(async () => forgetLive(this.#redis, this.#at.repository, this.#at.run)).catch(ignore);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const parts = [...this.#lanes.values()].flatMap(({ events, queue }) => [events, queue]);
    await Promise.all(parts.map(async (part) => within(part.close(), CLOSE_MS).catch(ignore)));
    this.#reading.disconnect();
    this.#redis.disconnect();
  }
}
