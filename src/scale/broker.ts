import type { Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import { queueName, type Job } from './job.ts';
import { askToStop, follow, forgetLive } from './live.ts';
import { connect, packages, within } from './redis.ts';
import { workersOf, type Heartbeat } from './registry.ts';
import type { Live } from './said.ts';

/** What the broker knows of a job. It forgets, and may be wrong: only refs and the journal are the truth. */
export type Known =
  | { readonly at: 'under way' }
  | { readonly at: 'gone' }
  | { readonly at: 'completed' }
  | { readonly at: 'failed'; readonly reason: string }
  | { readonly at: 'unreachable' };

type Opening = {
  readonly redis: string;
  readonly repository: string;
  readonly run: string;
  readonly onNotice: (text: string) => void;
  /** A job has come to an end, perhaps. */
  readonly onHint: (id: string) => void;
  readonly onLive: (live: Live, lost: number) => void;
};

const ANSWER_MS = 2_000;

const ignore = (): undefined => undefined;

/** The coordinator's side of the queue. */
export class Broker {
  readonly #redis: Redis;
  readonly #reading: Redis;
  readonly #queue: Queue;
  readonly #events: QueueEvents;
  readonly #at: Opening;
  readonly #closing = new AbortController();
  #listens = false;

  private constructor(
    at: Opening,
    parts: { redis: Redis; reading: Redis; queue: Queue; events: QueueEvents },
  ) {
    this.#at = at;
    this.#redis = parts.redis;
    this.#reading = parts.reading;
    this.#queue = parts.queue;
    this.#events = parts.events;
  }

  static async open(at: Opening): Promise<Broker> {
    const { redis: url, repository, run, onNotice, onHint } = at;
    const found = await packages();
    const redis = await connect(found, { url, onNotice, name: `orchestrate ${run}` });
    const [listening, reading] = [redis.duplicate(), redis.duplicate()];
    const queue = new found.Queue(queueName(repository), { connection: redis });
    const events = new found.QueueEvents(queueName(repository), { connection: listening });
    // Told by the connection that they share.
    listening.on('error', ignore);
    reading.on('error', ignore);
    queue.on('error', ignore);
    events.on('error', ignore);
    events.on('completed', ({ jobId }) => onHint(jobId));
    events.on('failed', ({ jobId }) => onHint(jobId));
    const broker = new Broker(at, { redis, reading, queue, events });
    return broker;
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
  async add(id: string, job: Job): Promise<void> {
    const added = this.#queue.add(job.work, job, {
      jobId: id,
      attempts: 3,
      backoff: { type: 'exponential', delay: 1_000 },
      removeOnComplete: { age: 86_400 },
      // Nearest to landing first: a check before more code.
      priority: job.work === 'check' ? 1 : 2,
    });
    await within(added, ANSWER_MS).catch(() => undefined);
  }

  async known(id: string): Promise<Known> {
    try {
      const job = await within(this.#queue.getJob(id), ANSWER_MS);
      const state = job ? await within(job.getState(), ANSWER_MS) : 'unknown';
      switch (state) {
        case 'completed':
          return { at: 'completed' };
        case 'failed':
          return { at: 'failed', reason: job?.failedReason ?? 'for no reason that is told' };
        case 'unknown':
          return { at: 'gone' };
        case 'active':
        case 'delayed':
        case 'prioritized':
        case 'waiting':
        case 'waiting-children':
          return { at: 'under way' };
      }
    } catch {
      return { at: 'unreachable' };
    }
  }

  /** Takes a job back, or what is left of it; one that a worker holds is asked to stop. */
  async remove(id: string): Promise<void> {
    await within(askToStop(this.#redis, this.#at.repository, id), ANSWER_MS).catch(() => undefined);
    await within(this.#queue.remove(id), ANSWER_MS).catch(() => undefined);
  }

  async stop(id: string): Promise<void> {
    await within(askToStop(this.#redis, this.#at.repository, id), ANSWER_MS).catch(() => undefined);
  }

  async workers(): Promise<Heartbeat[]> {
    return within(workersOf(this.#redis, this.#at.repository, Date.now()), ANSWER_MS).catch(() => []);
  }

  async forget(): Promise<void> {
    await within(forgetLive(this.#redis, this.#at.repository, this.#at.run), ANSWER_MS).catch(
      () => undefined,
    );
  }

  async close(): Promise<void> {
    this.#closing.abort();
    for (const part of [this.#events, this.#queue]) {
      await within(part.close(), ANSWER_MS).catch(() => undefined);
    }
    this.#reading.disconnect();
    this.#redis.disconnect();
  }
}
