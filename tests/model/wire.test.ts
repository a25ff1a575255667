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
const Tools = z.record(
  z.string(),
  z.object({ description: z.string(), parameters: z.record(z.string(), z.unknown()) }),
);

/** The harness of the cases is plain JavaScript outside of this project. */
const Harness = z.object({
  serveCase: z.custom<(kase: unknown) => Promise<Server>>((value) => typeof value === 'function'),
  judge: z.custom<(kase: unknown, result: unknown, log: unknown[]) => { problems: string[] }>(
    (value) => typeof value === 'function',
  ),
});

async function loadHarness() {
  const names = ['serve-case.mjs', 'judge-case.mjs'];
  const parts = await Promise.all(
    names.map(async (name): Promise<unknown> => import(pathToFileURL(join(folder, name)).href)),
  );
  return Harness.parse(Object.assign({}, ...parts));
}

const tally = new Map<string, { passed: number; all: number }>();

test.skipIf(files.length === 0)(`there are wire cases in ${folder}`, () => {
  expect(files.length).toBeGreaterThan(0);
});

describe.skipIf(files.length === 0)('wire cases', () => {
  const tools =
    files.length === 0 ? {} : Tools.parse(JSON.parse(readFileSync(join(folder, 'tools.json'), 'utf8')));

  afterAll(() => {
    const lines = [...tally].map(([kind, { passed, all }]) => `${kind} ${String(passed)}/${String(all)}`);
    const sum = [...tally.values()].reduce((n, { passed }) => n + passed, 0);
    process.stdout.write(`wire cases passed: ${String(sum)}/${String(files.length)} (${lines.join(', ')})\n`);
  });

  test.concurrent.each(files)('%s', { timeout: 20_000 }, async (file) => {
    const harness = await loadHarness();
    const raw: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const kase = WireCase.parse(raw);
    const offered = kase.tools.map((name): ToolSpec => {
      const tool = tools[name];
      if (!tool) {
        throw new Error(`the cases define no tool ${name}`);
      }
      return { name, ...tool };
    });
    const server = await harness.serveCase(raw);
    try {
      const result = await runCase(kase, server.url, offered);
      const { problems } = harness.judge(raw, result, server.log);
      const counts = tally.get(kase.kind) ?? { passed: 0, all: 0 };
      tally.set(kase.kind, { passed: counts.passed + (problems.length === 0 ? 1 : 0), all: counts.all + 1 });
      expect(problems).toEqual([]);
    } finally {
      await server.close();
    }
  });
});
