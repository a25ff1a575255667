import { setTimeout } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hearWords, keepTelling, layDown, takeUp } from '../../src/scale/words.ts';
import { redisServer, withRedis } from './redis-server.ts';

withRedis('what a person says while another machine works', () => {
  let server: Awaited<ReturnType<typeof redisServer>>;
  let redis: Redis;
  beforeAll(async () => {
    server = await redisServer();
    redis = new Redis(server.url, { maxRetriesPerRequest: null });
    redis.on('error', () => undefined);
  });
  afterAll(async () => {
    redis.disconnect();
    await server.close();
  });

  const of = { repository: 'shop', id: 'r1-c1.a1-code-g1' };
  const until = async (met: () => boolean): Promise<void> => {
    while (!met()) {
      await setTimeout(20);
    }
  };

  it('is heard by whoever began before it was said, and by whoever begins later', async () => {
    const early = hearWords(redis, of, ['known from the task']);
    expect(early()).toEqual(['known from the task']);
    await layDown(redis, of, ['known from the task', 'said since']);
    await until(() => early().length === 2);
    const late = hearWords(redis, of, []);
    await until(() => late().length === 2);
    expect(late()).toEqual(early());
    await takeUp(redis, of);
    expect(await redis.keys('*words*')).toEqual([]);
  });

  it('is never taken back by a list that is older, or that cannot be read', async () => {
    const heard = hearWords(redis, of, ['a', 'b']);
    await layDown(redis, of, ['a']);
    const [key = ''] = await redis.keys('*words*');
    await setTimeout(1_100);
    expect(heard()).toEqual(['a', 'b']);
    await redis.set(key, 'junk');
    await setTimeout(1_100);
    expect(heard()).toEqual(['a', 'b']);
  });

  it('is laid down once for each word, and again where Redis may have forgotten it', async () => {
    const words: string[] = [];
    const laid: number[] = [];
    const end = keepTelling(
      () => words,
      async (all) => {
        laid.push(all.length);
        return Promise.resolve();
      },
    );
    await setTimeout(300);
    expect(laid).toEqual([]);
    words.push('a');
    await until(() => laid.length > 0);
    words.push('b', 'c');
    await until(() => laid.length > 1);
    expect(laid).toEqual([1, 3]);
    await until(() => laid.length > 2);
    expect(laid).toEqual([1, 3, 3]);
    end();
  });
});
