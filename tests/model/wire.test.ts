import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ToolSpec } from '../../src/model/model.ts';
import { runCase, WireCase } from './wire-case.ts';

const folder = join(resolve(process.env['ORCHESTRATE_CASES'] ?? '../shared/cases'), 'wire');
const files = existsSync(folder) ? readdirSync(folder).filter((name) => /^\d+.*\.json$/.test(name)) : [];

type Server = { url: string; log: unknown[]; close(): Promise<void> };
type Serve = { serveCase(kase: unknown): Promise<Server> };
type Judge = { judge(kase: unknown, result: unknown, log: unknown[]): { ok: boolean; problems: string[] } };

const Tools = z.record(
  z.string(),
  z.object({ description: z.string(), parameters: z.record(z.string(), z.unknown()) }),
);

const load = async <T>(name: string): Promise<T> =>
  // The harness of the cases is plain JavaScript outside of this project.
  (await import(pathToFileURL(join(folder, name)).href)) as T;

const tally = new Map<string, { passed: number; all: number }>();

describe.skipIf(files.length === 0)(
  files.length === 0 ? `wire cases: SKIPPED, there is no ${folder}` : 'wire cases',
  () => {
    const tools =
      files.length === 0 ? {} : Tools.parse(JSON.parse(readFileSync(join(folder, 'tools.json'), 'utf8')));

    afterAll(() => {
      const lines = [...tally].map(([kind, { passed, all }]) => `${kind} ${String(passed)}/${String(all)}`);
      const sum = [...tally.values()].reduce((n, { passed }) => n + passed, 0);
      process.stdout.write(
        `wire cases passed: ${String(sum)}/${String(files.length)} (${lines.join(', ')})\n`,
      );
    });

    test.concurrent.each(files)('%s', { timeout: 20_000 }, async (file) => {
      const { serveCase } = await load<Serve>('serve-case.mjs');
      const { judge } = await load<Judge>('judge-case.mjs');
      const raw: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      const kase = WireCase.parse(raw);
      const offered = kase.tools.map((name): ToolSpec => {
        const tool = tools[name];
        if (!tool) {
          throw new Error(`the cases define no tool ${name}`);
        }
        return { name, ...tool };
      });
      const server = await serveCase(raw);
      try {
        const result = await runCase(kase, server.url, offered);
        const { ok, problems } = judge(raw, result, server.log);
        const counts = tally.get(kase.kind) ?? { passed: 0, all: 0 };
        tally.set(kase.kind, { passed: counts.passed + (ok ? 1 : 0), all: counts.all + 1 });
        expect(problems).toEqual([]);
      } finally {
        await server.close();
      }
    });
  },
);
