import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { wrong } from './calls.ts';

const examples = path.resolve(import.meta.dirname, '../../docs/examples');
const read = (name: string): string => readFileSync(path.join(examples, name), 'utf8');

const Service = z.strictObject({
  image: z.string().optional(),
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  command: z.string(),
  environment: z.record(z.string(), z.string().nullable()).optional(),
  volumes: z.array(z.string()),
  ports: z.array(z.string()).optional(),
  init: z.boolean().optional(),
  restart: z.enum(['unless-stopped']),
  stop_grace_period: z.string().optional(),
  depends_on: z.array(z.string()).optional(),
});
const Compose = z.strictObject({
  services: z.strictObject({ redis: Service, worker: Service }),
  volumes: z.record(z.string(), z.null()),
});

describe('the compose file of workers', () => {
  const text = read('workers.compose.yaml');
  const { services, volumes } = Compose.parse(parse(text));
  const { redis, worker } = services;

  it('builds its workers from the file beside it and calls what there is', () => {
    const { context = '', dockerfile = '' } = worker.build ?? {};
    const root = path.resolve(examples, context);
    expect(path.join(root, dockerfile)).toBe(path.join(examples, 'worker.Dockerfile'));
    expect(existsSync(path.join(root, 'package.json'))).toBe(true);
    expect(wrong(worker.command.split(' '))).toBeUndefined();
  });

  it('names each volume that it mounts, and each service that another one waits for', () => {
    const mounted = [redis, worker].flatMap((service) =>
      service.volumes.map((mount) => mount.split(':')[0] ?? ''),
    );
    const own = mounted.filter((source) => /^\w+$/.test(source));
    expect(own.toSorted()).toEqual(Object.keys(volumes).toSorted());
    expect(worker.depends_on).toEqual(['redis']);
    expect(worker.environment?.['ORCHESTRATE_REDIS']).toContain('@redis:6379');
  });

  it('says at its head which variables it needs', () => {
    const told = new Set(text.slice(0, text.indexOf('services:')).match(/\w+/g));
    const needed = [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name);
    expect(needed.filter((name) => !told.has(name))).toEqual([]);
  });

  it('keeps Redis as the page says: durable, nothing evicted, with a password, on this host only', () => {
    const page = readFileSync(path.join(examples, '../scale.md'), 'utf8');
    for (const flag of ['--appendonly yes', '--maxmemory-policy noeviction', '--requirepass']) {
      expect(redis.command).toContain(flag);
      expect(page).toContain(flag);
    }
    expect(redis.ports).toEqual(['${REDIS_BIND:-127.0.0.1}:6379:6379']);
  });
});

describe('the image of a worker', () => {
  const lines = read('worker.Dockerfile')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const);
  const of = (name: string) => lines.filter(([word]) => word === name).map(([, rest]) => rest);

  it('is made of instructions that there are, on a Node that this program runs on', () => {
    const known = new Set(['FROM', 'RUN', 'WORKDIR', 'COPY', 'USER', 'ENV', 'ENTRYPOINT', 'CMD']);
    expect(lines.map(([word]) => word).filter((word) => !known.has(word))).toEqual([]);
    expect(of('FROM')).toEqual(['node:24-slim']);
    expect(readFileSync(path.join(examples, '../../package.json'), 'utf8')).toContain('>=24.0.0');
  });

  it('calls what there is, as an ordinary user', () => {
    const words = z.array(z.string());
    const [entry = [], call = []] = [...of('ENTRYPOINT'), ...of('CMD')].map((text) =>
      words.parse(JSON.parse(text)),
    );
    expect(entry).toEqual(['orchestrate']);
    expect(wrong(call.filter((word) => word !== '--help'))).toBeUndefined();
    expect(of('USER')).toEqual(['node']);
    expect(lines.findIndex(([word]) => word === 'USER')).toBeLessThan(
      lines.findIndex(([word]) => word === 'ENTRYPOINT'),
    );
  });
});
