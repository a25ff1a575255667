import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import type { TestCounts } from '../domain/check.ts';
import { parseTests } from '../domain/runner/read-output.ts';
import { reportingOf, type Asked, type Beside, type Reporting } from '../domain/runner/reporting.ts';
import { toCounts } from '../domain/runner/runner.ts';
import { readSmall, removeSmall } from '../io/small-file.ts';

type Where = { readonly cwd: string; readonly env: Readonly<Record<string, string>> };

/** A check command as it is run, and how its tests are counted afterwards. */
export type Reported = Asked & {
  /** The counts, given what was printed. What nobody can tell is undefined. */
  readonly tests: (output: string) => Promise<TestCounts | undefined>;
};

/**
 * Where the runner is known it is had to write its results into a file of ours, and only these count: what a test prints
 * may look like a summary. Without such a file at the end, what was printed is believed only where it says that nothing ran.
 */
export async function reported(command: string, { cwd, env }: Where): Promise<Reported> {
  const way = reportingOf(command, await besideOf(cwd));
  const folder = env['TMPDIR'] ?? '';
  if (!way || !PLAIN_PATH.test(folder)) {
    return { command, env, tests: async (output) => Promise.resolve(parseTests(output)) };
  }
  const file = path.join(folder, `results-${randomUUID()}`);
  const asked = way.ask(file);
  return { command: asked.command, env: added(env, asked.env), tests: counting(way, file, cwd) };
}

/** Needs no quoting for a shell, or for a program that splits its variables at blanks. */
const PLAIN_PATH = /^\/[\w@%+=:,./-]+$/;

const counting =
  (way: Reporting, file: string, cwd: string): Reported['tests'] =>
  async (output) => {
    const text = await readSmall(file);
    await removeSmall(file);
    const tally = text === null ? undefined : way.read(text, cwd);
    if (tally) {
      return { ...toCounts(way.runner, tally), from: 'results' };
    }
    const said = parseTests(output);
    return said?.run === 0 ? said : undefined;
  };

const added = (env: Where['env'], more: Asked['env']): Where['env'] => ({
  ...env,
  ...Object.fromEntries(
    Object.entries(more).map(([name, value]) => [name, [env[name], value].filter(Boolean).join(' ')]),
  ),
});

const Manifest = z.looseObject({ scripts: z.record(z.string(), z.string()).optional() });

async function besideOf(cwd: string): Promise<Beside> {
  const configurations = await Promise.all(VITEST.map(async (name) => readSmall(path.join(cwd, name))));
  return {
    scripts: scriptsIn(await readSmall(path.join(cwd, 'package.json'))),
    settled: configurations.some((text) => text?.includes('reporters')) ? ['vitest'] : [],
  };
}

/** Where vitest may be told to report elsewhere: arguments would take the place of that. */
const VITEST = ['vitest', 'vite', 'vitest.workspace'].flatMap((name) =>
  ['ts', 'mts', 'js', 'mjs', 'cjs'].map(
    (ending) => `${name}${name.includes('.') ? '' : '.config'}.${ending}`,
  ),
);

function scriptsIn(text: string | null): Beside['scripts'] {
  try {
    return Manifest.safeParse(JSON.parse(text ?? '{}')).data?.scripts ?? {};
  } catch {
    return {};
  }
}
