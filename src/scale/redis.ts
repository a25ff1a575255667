import type { Queue, QueueEvents, Worker } from 'bullmq';
import type { Redis } from 'ioredis';

/** Words for a person who can mend it: the packages, or the address. */
class NoRedis extends Error {
  override readonly name = 'PreflightError';
}

export type Packages = {
  readonly Redis: typeof Redis;
  readonly Queue: typeof Queue;
  readonly QueueEvents: typeof QueueEvents;
  readonly Worker: typeof Worker;
  readonly UnrecoverableError: new (message: string) => Error;
  readonly DelayedError: new () => Error;
};

/** The packages are there only for those who work with several machines. */
export async function packages(): Promise<Packages> {
  return installed(async () => {
    const [{ Redis }, { Queue, QueueEvents, Worker, UnrecoverableError, DelayedError }] = await Promise.all([
      import('ioredis'),
      import('bullmq'),
    ]);
    return { Redis, Queue, QueueEvents, Worker, UnrecoverableError, DelayedError };
  });
}

/** What is needed without queues: much less to load. */
export const client = async (): Promise<Pick<Packages, 'Redis'>> => installed(async () => import('ioredis'));

async function installed<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
    throw new NoRedis(
      `Workers on other machines need two more packages (${why}). Install them beside orchestrate: npm install bullmq ioredis`,
    );
  }
}

/** An address without its password, for people. */
function shown(url: string): string {
  const parsed = new URL(url);
  return `${parsed.protocol}//${parsed.host}${parsed.pathname === '/' ? '' : parsed.pathname}`;
}

export type Connecting = {
  readonly url: string;
  /** Told once when it is out of reach, and once when it is back. */
  readonly onNotice: (text: string) => void;
  /** Names the connection for whoever looks at the server. */
  readonly name: string;
};

const TELL_AFTER_MS = 2_000;
const RECONNECT_MS = 1_000;

/**
 * A connection that comes back by itself: calls wait meanwhile. Throws {@link NoRedis} where it cannot be had at first,
 * for then the address is likely to be wrong.
 */
export async function connect(
  { Redis }: Pick<Packages, 'Redis'>,
  { url, onNotice, name }: Connecting,
): Promise<Redis> {
  if (!/^rediss?:\/\//.test(url)) {
    throw new NoRedis(`${url} is no address of a Redis server: it begins with redis:// or rediss://`);
  }
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: null,
    connectionName: name,
    enableReadyCheck: true,
    retryStrategy: (times) => Math.min(RECONNECT_MS, times * 100),
  });
  let last = '';
  redis.on('error', (error: Error) => {
    last = error.message;
  });
  await within(redis.connect(), 10_000).catch((error: unknown) => {
    redis.disconnect();
    const why = last || (error instanceof Error ? error.message : String(error));
    throw new NoRedis(`Redis at ${shown(url)} ${troubleOf(why)}. Nothing was changed.`);
  });
  tellLosses(redis, { url, onNotice });
  return redis;
}

/** A password that is wrong or missing is not an address that is wrong. */
function troubleOf(why: string): string {
  return /^(?:WRONGPASS|NOAUTH)\b/.test(why)
    ? 'refuses the user or password: give both as redis://user:password@host:port, or redis://:password@host:port'
    : `cannot be reached: ${why.replace(/\.+$/, '')}`;
}

function tellLosses(redis: Redis, { url, onNotice }: Pick<Connecting, 'url' | 'onNotice'>): void {
  let told = false;
  let timer: NodeJS.Timeout | undefined;
  redis.on('close', () => {
    timer ??= setTimeout(() => {
      told = true;
      onNotice(`Redis at ${shown(url)} is out of reach: what needs it waits, and goes on once it is back`);
    }, TELL_AFTER_MS);
    timer.unref();
  });
  redis.on('ready', () => {
    clearTimeout(timer);
    timer = undefined;
    if (told) {
      told = false;
      onNotice(`Redis at ${shown(url)} is back`);
    }
  });
  redis.on('end', () => clearTimeout(timer));
}

/** Rejects where it takes longer; whatever it gives later is ignored. */
export async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${String(Math.round(ms / 1000))} s`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export type Ask = <T>(question: () => Promise<T>) => Promise<T>;

const ANSWER_MS = 2_000;
const MOST_WAITING = 500;

/**
 * Questions to a server that may be away. Rejects where it is, or takes too long; while many wait for it no more are put,
 * since a client keeps every one of them for as long as the server is away.
 */
export function asking(redis: Redis): Ask {
  let waiting = 0;
  return async (question) => {
    if (redis.status !== 'ready' || waiting >= MOST_WAITING) {
      throw new Error('Redis is out of reach');
    }
    waiting++;
    const over = (): void => {
      waiting--;
    };
    const answer = question();
    answer.then(over, over);
    return within(answer, ANSWER_MS);
  };
}
