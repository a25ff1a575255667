import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LimitReached } from '../../src/model/errors.ts';
import { asking } from '../../src/scale/redis.ts';
import { sharedBudget } from '../../src/scale/shared-budget.ts';
import { sharedGates } from '../../src/scale/shared-gates.ts';
import { redisServer, withRedis } from './redis-server.ts';

withRedis('limits of all machines together', () => {
  let server: Awaited<ReturnType<typeof redisServer>>;
  let machines: Redis[] = [];
  beforeAll(async () => {
    server = await redisServer();
    machines = [1, 2, 3].map(() => new Redis(server.url, { maxRetriesPerRequest: null }));
    machines.forEach((redis) => redis.on('error', () => undefined));
  });
  afterAll(async () => {
    machines.forEach((redis) => redis.disconnect());
    await server.close();
  });

  const { signal } = new AbortController();
  const gates = (key: string, limits: object) =>
    machines.map((redis) => sharedGates(redis, () => ({ minuteMs: 600, ...limits })).of(key));

  it('let no more requests through within a window than one key allows', async () => {
    const [a, b, c] = gates('requests', { requestsPerMinute: 4 });
    const at: number[] = [];
    const enter = async (gate: typeof a): Promise<void> => {
      const pass = await gate?.enter({ lane: '', tokens: 1, signal });
      at.push(performance.now());
      pass?.done({ result: 'ok' });
    };
    await Promise.all([a, b, c].flatMap((gate) => [enter(gate), enter(gate), enter(gate), enter(gate)]));
    const sorted = at.toSorted((x, y) => x - y);
    for (let i = 4; i < sorted.length; i++) {
      expect((sorted[i] ?? 0) - (sorted[i - 4] ?? 0)).toBeGreaterThan(550);
    }
  });

  it('count the tokens that a request took after all', async () => {
    const [a, b] = gates('tokens', { tokensPerMinute: 100 });
    const first = await a?.enter({ lane: '', tokens: 90, signal });
    first?.done({ result: 'ok', tokens: 10 });
    const began = performance.now();
    await b?.enter({ lane: '', tokens: 80, signal });
    expect(performance.now() - began).toBeLessThan(500);
  });

  it('hold everybody off where one was refused', async () => {
    const [a, b] = gates('paused', {});
    const pass = await a?.enter({ lane: '', tokens: 1, signal });
    pass?.done({ result: 'limited', retryAfterMs: 700 });
    const waits: number[] = [];
    await b?.enter({ lane: '', tokens: 1, signal, onWait: ({ ms }) => waits.push(ms) });
    expect(waits[0]).toBeGreaterThan(300);
  });

  const budgets = (run: string, usd: number, spent = 0) =>
    machines.map((redis) =>
      sharedBudget(
        redis,
        { repository: 'shop', run },
        {
          limits: { run: { usd } },
          spent: {
            run: {
              spend: { calls: 1, input: 0, cached: 0, output: 0, usd: spent, unpriced: 0, estimated: false },
              minutes: 0,
            },
          },
        },
      ),
    );
  const caller = { signal, model: 'm' };
  const estimate = { input: 1, output: 1, usd: 0.6 };
  const usage = { input: 1, cached: 0, output: 1, usd: 0.3 };

  it('spend one budget: what one machine holds or has spent, no other can', async () => {
    const [a, b, c] = budgets('r1', 1);
    const held = await a?.reserve(estimate, caller);
    const waits: string[] = [];
    const waiting = b?.reserve(estimate, { ...caller, onWait: ({ why }) => waits.push(why) });
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
    expect(waits).toEqual(['budget']);
    held?.settle(usage);
    (await waiting)?.settle(usage);
    const refused = await c?.reserve(estimate, caller).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(LimitReached);
    expect(refused).toMatchObject({ limit: 'usd', scope: 'run' });
    expect(String(refused)).toContain('$0.6000 of $1.0000');
  });

  it('remember what the journal tells although Redis has forgotten it', async () => {
    const [a] = budgets('r2', 1, 0.9);
    await expect(a?.reserve(estimate, caller)).rejects.toBeInstanceOf(LimitReached);
  });

  it('put no endless questions to a Redis that does not answer', async () => {
    const [redis] = machines;
    if (!redis) {
      throw new Error('no connection');
    }
    const ask = asking(redis);
    expect(await ask(async () => redis.ping())).toBe('PONG');
    server.freeze();
    let put = 0;
    const asked = Array.from({ length: 800 }, async () =>
      ask(async () => {
        put++;
        return redis.ping();
      }).catch((error: unknown) => String(error)),
    );
    const answers = new Set(await Promise.all(asked));
    server.thaw();
    expect(put).toBe(500);
    expect([...answers].toSorted()).toEqual(['Error: Redis is out of reach', 'Error: no answer in 2 s']);
    await expect.poll(async () => ask(async () => redis.ping()).catch(() => 'busy')).toBe('PONG');
  });

  it('spend nothing while Redis is out of reach, and go on once it is back', async () => {
    const [a] = budgets('r3', 5);
    await server.kill();
    let reserved = false;
    const waiting = a?.reserve(estimate, caller).then((held) => {
      reserved = true;
      return held;
    });
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    expect(reserved).toBe(false);
    await server.start();
    (await waiting)?.release();
    expect(reserved).toBe(true);
  });
});
