import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { carryOut } from '../../src/agent/carry-out.ts';
import { permitBy } from '../../src/agent/policy/permit-by.ts';
import { createTools, TOOL_NAMES } from '../../src/agent/tools/create-tools.ts';
import { secrets } from '../../src/config/environment.ts';
import { guard } from '../../src/domain/guard/guard.ts';
import { protection } from '../../src/domain/guard/protected.ts';
import { parsePatch } from '../../src/domain/patch/parse.ts';
import { redactor } from '../../src/domain/redaction/redactor.ts';
import { childEnvironment } from '../../src/io/environment.ts';
import type { Case } from './cases.ts';
import type { Seen } from './checks.ts';
import type { Scene } from './scene.ts';

const Turns = z.object({
  turns: z.array(z.object({ tool: z.string(), args: z.record(z.string(), z.unknown()) })),
});
const never = new AbortController().signal;

/** The calls of a case as the loop carries them out: permitted, hidden from the model, and recorded. */
export async function carried(one: Case, scene: Scene): Promise<Seen> {
  const turns = one.tool === 'scripted_run' ? Turns.parse(one.args).turns : [one];
  const known = redactor({
    known: secrets(scene.env),
    tag: (value) => createHash('sha256').update(value).digest('hex').slice(0, 12),
  });
  const logs = path.join(scene.root, 'logs');
  const open = one.setup.task?.allow_paths ?? [];
  const set = await createTools({
    root: scene.places.WT,
    logs,
    env: childEnvironment(scene.env),
    names: TOOL_NAMES,
    redactor: known,
    isProtected: protection({ protect: [], open }),
  });
  const texts: string[] = [];
  const events: string[] = [];
  let committed: string[] | undefined;
  for (const { tool: name, args } of turns) {
    if (name === 'host_git') {
      const { paths, found } = await handedIn(scene, open);
      committed = paths;
      events.push(...found);
      continue;
    }
    const tool = set.tools.find(({ spec }) => spec.name === name);
    if (!tool) {
      throw new Error(`there is no tool ${name}`);
    }
    const { text } = await carryOut(
      tool,
      { id: 'call', tool: name, input: scene.fillAll(args) },
      {
        signal: never,
        permit: permitBy({ mode: 'auto', rules: { allow: [], deny: [] } }),
        hide: known.hide,
        called: async ({ permission, facts }) => {
          events.push(...(facts.hidden === undefined ? [] : ['hidden-text']));
          events.push(...(permission.decision === 'deny' ? ['tool-denied'] : []));
          return Promise.resolve();
        },
      },
    );
    texts.push(text);
  }
  await set.close();
  const output = texts.join('\n');
  return { output, log: output + (await allOf(logs)), events, ...(committed ? { committed } : {}) };
}

/** What the guard makes of the work that lies there, and the paths that may land. */
async function handedIn({ places, base, git }: Scene, open: string[]) {
  await git(places.WT, 'add', '-A');
  const patch = parsePatch(`${await git(places.WT, 'diff', '--cached', base)}\n`);
  const findings = guard({
    patch,
    settings: { files: [], checkpointFiles: [], protect: [], open, tests: 'reviewed' },
    check: [],
  });
  const isProtected = protection({ protect: [], open });
  return {
    paths: patch.map((file) => file.path).filter((file) => !isProtected(file)),
    found: findings.flatMap(({ rule }) => EVENTS[rule] ?? []),
  };
}

const EVENTS: Readonly<Record<string, string[]>> = {
  'protected-path': ['protected-path'],
  secret: ['secret-in-diff'],
  'secret-in-test': ['secret-in-diff'],
};

async function allOf(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => []);
  return (await Promise.all(names.map(async (name) => readFile(path.join(folder, name), 'utf8')))).join('\n');
}
