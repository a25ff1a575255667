import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Queue, QueueEvents, Worker } from 'bullmq';
import { execa } from 'execa';
import { Redis } from 'ioredis';
import { afterAll, expect, it } from 'vitest';
import { bin } from '../cli/program.ts';
import { queueName } from '../../src/scale/job.ts';
import { askToStop, hearStops } from '../../src/scale/live.ts';
import { sharedGates } from '../../src/scale/shared-gates.ts';
import { want, wantedOf } from '../../src/scale/wanted.ts';
import { freePort, redisServer, withRedis } from './redis-server.ts';

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.toReversed()) {
    await close();
  }
});

async function folder(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'orchestrate-tls-'));
  closing.push(async () => rm(dir, { recursive: true }));
  return dir;
}

/** A Redis that speaks TLS, too, and knows the user of the documentation with the rights that are printed there. */
async function guarded() {
  const dir = await folder();
  const [cert, key] = [path.join(dir, 'redis.crt'), path.join(dir, 'redis.key')];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  await execa('openssl', ['req', '-x509', ...made, '-keyout', key, '-out', cert, ...subject]);
  const tlsPort = String(await freePort());
  const tls = ['--tls-port', tlsPort, '--tls-cert-file', cert, '--tls-key-file', key];
  const server = await redisServer([...tls, '--tls-auth-clients', 'no', '--tls-ca-cert-file', cert]);
  closing.push(server.close);
  const page = await readFile(new URL('../../docs/scale.md', import.meta.url), 'utf8');
  const rights = /`ACL (SETUSER [^`]+)`/.exec(page)?.[1]?.split(' ') ?? [];
  const owner = new Redis(server.url);
  expect(await owner.call('ACL', ...rights)).toBe('OK');
  expect(await owner.call('ACL', 'SETUSER', 'default', 'off')).toBe('OK');
  owner.disconnect();
  return { cert, url: `rediss://orchestrate:secret@127.0.0.1:${tlsPort}` };
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

  it('is reached by the program where Node is told of its authority, and refused with words where it is not', async () => {
    const { url, cert } = await guarded();
    const ask = async (env: Readonly<Record<string, string>>) =>
      execa(process.execPath, [bin, 'workers', '--queue', 'shop'], {
        env: { PATH: process.env['PATH'], ORCHESTRATE_REDIS: url, ...env },
        extendEnv: false,
        reject: false,
      });
    const [known, unknown] = await Promise.all([ask({ NODE_EXTRA_CA_CERTS: cert }), ask({})]);
    expect(known.stderr).toContain('No worker serves shop');
    expect(known.exitCode).toBe(0);
    expect(unknown.stderr).toMatch(/cannot be reached: .*certificate/u);
    expect(unknown.stderr).not.toContain('secret');
    expect(unknown.exitCode).toBe(3);
  });
});
