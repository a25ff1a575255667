import { readFile } from 'node:fs/promises';
import { Queue, QueueEvents, Worker } from 'bullmq';
import { execa } from 'execa';
import { Redis } from 'ioredis';
import { afterAll, expect, it } from 'vitest';
import { bin } from '../cli/program.ts';
import { queueName } from '../../src/scale/job.ts';
import { askToStop, hearStops } from '../../src/scale/live.ts';
import { sharedGates } from '../../src/scale/shared-gates.ts';
import { want, wantedOf } from '../../src/scale/wanted.ts';
import { certificate, tlsFlags } from './certificate.ts';
import { freePort, redisServer, withRedis } from './redis-server.ts';

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.toReversed()) {
    await close();
  }
});

/** A Redis that speaks TLS, too, and knows the user of the documentation with the rights that are printed there. */
async function guarded() {
  const own = await certificate();
  closing.push(own.close);
  const { cert } = own;
  const tlsPort = await freePort();
  const server = await redisServer(tlsFlags(tlsPort, own));
  closing.push(server.close);
  const page = await readFile(new URL('../../docs/scale.md', import.meta.url), 'utf8');
  const rights = /`ACL (SETUSER [^`]+)`/.exec(page)?.[1]?.split(' ') ?? [];
  const owner = new Redis(server.url);
  expect(await owner.call('ACL', ...rights)).toBe('OK');
  expect(await owner.call('ACL', 'SETUSER', 'default', 'off')).toBe('OK');
  owner.disconnect();
  return { cert, url: `rediss://orchestrate:secret@127.0.0.1:${String(tlsPort)}` };
}

withRedis('a Redis with TLS and the rights of the documentation', () => {
  it('is enough for queues, messages and limits, and for nothing beside them', async () => {
    const { url, cert } = await guarded();
    const redis = new Redis(url, { tls: { ca: await readFile(cert) }, maxRetriesPerRequest: null });
    closing.push(async () => Promise.resolve(redis.disconnect()));
    const other = redis.duplicate();
    closing.push(async () => Promise.resolve(other.disconnect()));
    await want(redis, 'shop', ['gpu']);
    expect(await wantedOf(redis, 'shop', Date.now())).toEqual([['gpu']]);
    const name = queueName('shop', ['gpu']);
    const queue = new Queue(name, { connection: redis });
    const events = new QueueEvents(name, { connection: other });
    const worker = new Worker(name, async () => Promise.resolve('done'), {
      connection: redis,
      drainDelay: 1,
    });
    closing.push(async () => Promise.all([worker.close(), events.close(), queue.close()]));
    await events.waitUntilReady();
    const job = await queue.add('code', {}, { jobId: 'a', priority: 1 });
    expect(await job.waitUntilFinished(events)).toBe('done');
    const listening = redis.duplicate();
    closing.push(async () => Promise.resolve(listening.disconnect()));
    const heard = new Promise<string>((resolve) => {
      hearStops(listening, 'shop', resolve)
        .then(async () => askToStop(redis, 'shop', 'a'))
        .catch((error: unknown) => resolve(String(error)));
    });
    expect(await heard).toBe('a');
    const gate = sharedGates(redis, () => ({ requestsPerMinute: 9 })).of('key');
    const { signal } = new AbortController();
    (await gate.enter({ lane: '', tokens: 1, signal })).done({ result: 'ok' });
    await expect(redis.set('another', 'x')).rejects.toThrow('NOPERM');
    await expect(redis.flushall()).rejects.toThrow('NOPERM');
  });

  it('is refused with words where Node is not told of its authority, and so is one that is not there', async () => {
    const { url } = await guarded();
    const ask = async (env: Readonly<Record<string, string>>) =>
      execa(process.execPath, [bin, 'workers', '--queue', 'shop'], {
        env: { PATH: process.env['PATH'], ...env },
        extendEnv: false,
        reject: false,
      });
    const [unknown, absent, unnamed] = await Promise.all([
      ask({ ORCHESTRATE_REDIS: url }),
      ask({ ORCHESTRATE_REDIS: 'redis://:secret@127.0.0.1:1' }),
      ask({}),
    ]);
    expect(unknown.stderr).toMatch(/cannot be reached: .*certificate/u);
    expect(absent.stderr).toContain('Redis at redis://127.0.0.1:1 cannot be reached');
    expect([unknown, absent].map(({ stderr }) => stderr).join('\n')).not.toContain('secret');
    expect(unnamed.stderr).toContain('ORCHESTRATE_REDIS');
    expect([unknown, absent, unnamed].map(({ exitCode }) => exitCode)).toEqual([3, 3, 2]);
  });
});
