import type { Redis } from 'ioredis';
import { liveIn, type Live, type Said } from './said.ts';

const key = (repository: string, run: string): string => `orchestrate:${repository}:live:${run}`;
const stopKey = (repository: string): string => `orchestrate:${repository}:stop`;

/** Messages that are kept for a coordinator who is away or slow; older ones go. */
const KEPT = 2_000;
/** Messages that wait for Redis; beyond that they are dropped, which the next one shows. */
const MOST_WAITING = 200;
const DAY_S = 86_400;

/** Tells the coordinator what happens; never waits, never grows. */
export class Publisher {
  readonly #redis: Redis;
  readonly #repository: string;
  readonly #sent = new Map<string, number>();
  #waiting = 0;

  constructor(redis: Redis, repository: string) {
    this.#redis = redis;
    this.#repository = repository;
  }

  publish(of: { readonly run: string; readonly id: string; readonly delivery: number }, said: Said): void {
    const { run, id, delivery } = of;
    const counter = `${id} ${String(delivery)}`;
    const seq = this.#sent.get(counter) ?? 0;
    this.#sent.set(counter, seq + 1);
    if (this.#waiting >= MOST_WAITING) {
      return;
    }
    this.#waiting++;
    const stream = key(this.#repository, run);
    const live = JSON.stringify({ id, delivery, seq, said } satisfies Live);
    this.#redis
      .multi()
      .xadd(stream, 'MAXLEN', '~', KEPT, '*', 'live', live)
      .expire(stream, DAY_S)
      .exec()
      .catch(() => undefined)
      .finally(() => {
        this.#waiting--;
      });
  }

  forget(id: string, delivery: number): void {
    this.#sent.delete(`${id} ${String(delivery)}`);
  }
}

/** Reads what workers tell of a run, from the oldest that is kept, until the signal. `lost` counts messages that are missing. */
export async function follow(
  redis: Redis,
  at: { readonly repository: string; readonly run: string; readonly signal: AbortSignal },
  onLive: (live: Live, lost: number) => void,
): Promise<void> {
  const { repository, run, signal } = at;
  const expected = new Map<string, number>();
  let last = '0-0';
  while (!signal.aborted) {
    const read = await redis
      .xread('COUNT', 200, 'BLOCK', 1_000, 'STREAMS', key(repository, run), last)
      .catch(() => null);
    for (const [id, fields] of read?.[0]?.[1] ?? []) {
      last = id;
      const live = liveIn(fields?.[1] ?? '');
      if (live) {
        const of = `${live.id} ${String(live.delivery)}`;
        const lost = live.seq - (expected.get(of) ?? 0);
        expected.set(of, live.seq + 1);
        onLive(live, Math.max(0, lost));
      }
    }
    if (read === null && redis.status !== 'ready') {
      await new Promise((resolve) => {
        setTimeout(resolve, 200);
      });
    }
  }
}

export const forgetLive = async (redis: Redis, repository: string, run: string): Promise<void> => {
  await redis.del(key(repository, run));
};

/** Asks whoever works on a job to stop. Nobody has to hear it: what comes late is not taken. */
export const askToStop = async (redis: Redis, repository: string, id: string): Promise<void> => {
  await redis.publish(stopKey(repository), id);
};

export async function hearStops(
  redis: Redis,
  repository: string,
  onStop: (id: string) => void,
): Promise<void> {
  redis.on('message', (_channel: string, id: string) => onStop(id));
  await redis.subscribe(stopKey(repository));
}
