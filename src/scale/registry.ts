import type { Redis } from 'ioredis';
import { z } from 'zod';
import { hasAll } from '../domain/labels.ts';
import { PROTOCOL } from './job.ts';

/** What a worker says of itself every few seconds; one of another version may say more. */
export const Heartbeat = z.object({
  name: z.string(),
  version: z.string(),
  protocol: z.string(),
  slots: z.number().int(),
  labels: z.array(z.string()),
  /** Takes no more jobs: it ends once those that it has are done. */
  draining: z.boolean(),
  at: z.number(),
  jobs: z.array(
    z.object({
      id: z.string(),
      since: z.number(),
      /** When the attempt said something last, and what. */
      activeAt: z.number(),
      doing: z.string(),
    }),
  ),
});
export type Heartbeat = z.infer<typeof Heartbeat>;

export const BEAT_MS = 2_000;
/** A worker that has said nothing for so long is likely to be gone. */
export const SILENT_MS = 10_000;
const FORGOTTEN_MS = 3_600_000;

/** Whether a worker was heard of just now, and stays. */
export const isThere = ({ draining, at }: Heartbeat, now: number): boolean =>
  !draining && now - at < SILENT_MS;

/** Whether a worker that is there takes work that needs these labels. */
export const isAble = (worker: Heartbeat, labels: readonly string[], now: number): boolean =>
  worker.protocol === PROTOCOL && isThere(worker, now) && hasAll(worker.labels, labels);

const key = (repository: string): string => `orchestrate:${repository}:workers`;

export async function beat(redis: Redis, repository: string, heartbeat: Heartbeat): Promise<void> {
  await redis.hset(key(repository), heartbeat.name, JSON.stringify(heartbeat));
}

export async function signOff(redis: Redis, repository: string, name: string): Promise<void> {
  await redis.hdel(key(repository), name);
}

/** Everybody who was heard of in the last hour; of other versions too, as far as it can be read. */
export async function workersOf(redis: Redis, repository: string, now: number): Promise<Heartbeat[]> {
  const all = await redis.hgetall(key(repository));
  const found: Heartbeat[] = [];
  for (const [name, text] of Object.entries(all)) {
    const read = Heartbeat.safeParse(parsed(text));
    if (read.success && now - read.data.at < FORGOTTEN_MS) {
      found.push(read.data);
    } else {
      await redis.hdel(key(repository), name);
    }
  }
  return found.toSorted((a, b) => a.name.localeCompare(b.name));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
