import type { Redis } from 'ioredis';

/** Sets of labels that work asks for. Each has a queue of its own; workers find here which of them they can serve. */
const key = (repository: string): string => `orchestrate:${repository}:wanted`;

/** Coordinators renew what they want every few seconds. */
const FORGOTTEN_MS = 86_400_000;

export async function want(redis: Redis, repository: string, labels: readonly string[]): Promise<void> {
  await (labels.length > 0 ? redis.zadd(key(repository), Date.now(), labels.join(' ')) : undefined);
}

/** All that was wanted in the last day, the longest first. */
export async function wantedOf(redis: Redis, repository: string, now: number): Promise<string[][]> {
  const sets = await redis.zrangebyscore(key(repository), now - FORGOTTEN_MS, '+inf');
  return sets.map((text) => text.split(' ')).toSorted((a, b) => b.length - a.length);
}
