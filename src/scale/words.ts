import type { Redis } from 'ioredis';
import { z } from 'zod';

/**
 * What a person says while another machine works: the coordinator lays all of it down, and the process of the attempt
 * looks there now and then. The journal is the truth. A Redis that forgets is told again, and since it is always the whole
 * list, whoever holds the conversation knows by its length what is new.
 */
const key = (repository: string, id: string): string => `orchestrate:${repository}:words:${id}`;

type Of = { readonly repository: string; readonly id: string };
type Words = readonly string[];

const DAY_S = 86_400;
const LOOK_MS = 250;
const AGAIN_MS = 5_000;
const HEAR_MS = 1_000;

export const layDown = async (redis: Redis, { repository, id }: Of, words: Words): Promise<void> => {
  await redis.set(key(repository, id), JSON.stringify(words), 'EX', DAY_S);
};

export const takeUp = async (redis: Redis, { repository, id }: Of): Promise<void> => {
  await redis.del(key(repository, id));
};

/** Has words laid down as soon as there are more of them, and those that there are time and again, until it is called off. */
export function keepTelling(words: () => Words, lay: (words: Words) => Promise<void>): () => void {
  let told = 0;
  let at = 0;
  const look = (): void => {
    const said = words();
    const now = performance.now();
    if (said.length > told || (said.length > 0 && now - at >= AGAIN_MS)) {
      told = said.length;
      at = now;
      // What does not arrive is laid down again.
      lay(said).catch(() => undefined);
    }
  };
  look();
  const clock = setInterval(look, LOOK_MS);
  return () => clearInterval(clock);
}

/** All that has been heard so far, beginning with what was known at first. */
export function hearWords(redis: Redis, of: Of, known: Words): () => Words {
  let heard = known;
  let asks = false;
  const ask = async (): Promise<void> => {
    if (asks || redis.status !== 'ready') {
      return;
    }
    asks = true;
    try {
      const said = read(await redis.get(key(of.repository, of.id)));
      // A shorter list is an older one.
      heard = said.length > heard.length ? said : heard;
    } finally {
      asks = false;
    }
  };
  const hear = (): void => void ask().catch(() => undefined);
  hear();
  setInterval(hear, HEAR_MS).unref();
  return () => heard;
}

function read(text: string | null): Words {
  try {
    return z.array(z.string()).parse(JSON.parse(text ?? '[]'));
  } catch {
    return [];
  }
}
