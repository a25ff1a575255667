import { setTimeout } from 'node:timers/promises';
import { DelayedError, Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Lacking } from '../../src/scale/lacking.ts';
import { PROTOCOL, queueName } from '../../src/scale/job.ts';
import { Lease } from '../../src/scale/lease.ts';
import type { Heartbeat } from '../../src/scale/registry.ts';
import { giveBack, ServedQueues } from '../../src/scale/served.ts';
import { waitingIn } from '../../src/scale/waiting.ts';
import { want } from '../../src/scale/wanted.ts';
import { redisServer, withRedis } from './redis-server.ts';

const heart = (name: string, labels: string[], more: Partial<Heartbeat> = {}): Heartbeat => ({
  name,
  version: '1',
  protocol: PROTOCOL,
  slots: 1,
  labels,
  draining: false,
  at: Date.now(),
  jobs: [],
  ...more,
});

withRedis('work that needs labels', () => {
  let server: Awaited<ReturnType<typeof redisServer>>;
  let redis: Redis;
  const closing: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    server = await redisServer();
    redis = new Redis(server.url, { maxRetriesPerRequest: null });
    redis.on('error', () => undefined);
  });
  afterAll(async () => {
    await Promise.all(closing.map(async (close) => close()));
    redis.disconnect();
    await server.close();
  });

  async function post(repository: string, labels: readonly string[], ids: readonly string[]) {
    await want(redis, repository, labels);
    const queue = new Queue(queueName(repository, labels), { connection: redis });
    for (const jobId of ids) {
      await queue.add('code', {}, { jobId, removeOnComplete: false });
    }
  }

  /** A worker with room for one thing at a time. */
  function worker(repository: string, labels: readonly string[], did: string[]) {
    const lease = new Lease(30_000, () => undefined);
    let busy = 0;
    const queues = new ServedQueues({
      packages: { Worker },
      redis,
      repository,
      labels,
      lease,
      options: { name: labels.join(' '), concurrency: 1, drainDelay: 1 },
      hasRoom: () => busy === 0,
      work: async (job, token) => {
        if (busy > 0) {
          return giveBack({ DelayedError }, job, { token });
        }
        busy++;
        queues.full();
        did.push(job.id ?? '');
        await setTimeout(20);
        busy--;
        queues.hasRoom();
        return { delivery: 1, commit: 'a'.repeat(40) };
      },
      onNotice: (text) => did.push(text),
    });
    closing.push(async () => {
      await queues.close();
      lease.close();
    });
    return queues;
  }

  const until = async (met: () => boolean): Promise<void> => {
    while (!met()) {
      await setTimeout(10);
    }
  };

  it('goes to machines that have them all; there it goes before what anybody can do, one thing at a time', async () => {
    await post('shop', [], ['any1', 'any2', 'any3', 'any4']);
    await post('shop', ['big', 'gpu'], ['both1', 'both2']);
    const few: string[] = [];
    const all: string[] = [];
    const lesser = worker('shop', ['gpu'], few);
    const able = worker('shop', ['big', 'gpu', 'node22'], all);
    await lesser.look();
    await able.look();
    able.begin();
    await until(() => all.length === 6);
    expect(all.slice(0, 2)).toEqual(['both1', 'both2']);
    expect(all.toSorted()).toEqual(['any1', 'any2', 'any3', 'any4', 'both1', 'both2']);
    lesser.begin();
    await post('shop', ['big', 'gpu'], ['both3']);
    await until(() => all.length === 7);
    expect(all.at(-1)).toBe('both3');
    expect(few).toEqual([]);
  });

  it('is counted while it waits, with those who could take it', async () => {
    await post('till', [], ['a']);
    await post('till', ['gpu'], ['b', 'c']);
    const workers = [heart('plain', []), heart('leaves', ['gpu'], { draining: true })];
    expect(await waitingIn({ Queue }, { redis, repository: 'till' }, workers)).toEqual([
      { waiting: 1, labels: [], able: 1, jobs: ['a'] },
      { waiting: 2, labels: ['gpu'], able: 0, jobs: ['b', 'c'] },
    ]);
  });
});

it('that nobody is there for is told of once, and again after somebody was', () => {
  const told: string[] = [];
  const lacking = new Lacking({ repository: 'shop', onNotice: (text) => told.push(text) });
  const now = Date.now();
  const work = { id: 'r1-c1.a1-code-g1', labels: ['big', 'gpu'] };
  lacking.waits(work, [heart('plain', ['gpu'])], now);
  lacking.waits(work, [], now);
  expect(told).toEqual([
    'r1-c1.a1-code-g1 waits: no worker with big and gpu serves shop. One that does: orchestrate worker --labels big,gpu …',
  ]);
  lacking.waits(work, [heart('able', ['big', 'gpu'])], now);
  expect(told).toHaveLength(1);
  lacking.waits(work, [heart('able', ['big', 'gpu'])], now + 60_000);
  expect(told).toHaveLength(2);
  lacking.waits({ id: 'x', labels: [] }, [heart('old', [], { protocol: 'orchestrate/0' })], now);
  expect(told.at(-1)).toBe('x waits: no worker serves shop. One that does: orchestrate worker …');
});
