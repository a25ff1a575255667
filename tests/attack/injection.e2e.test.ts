import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { bounded } from '../../src/agent/boundary.ts';
import { runCheck } from '../../src/run/check-commands.ts';
import type { Case } from './cases.ts';
import { carried } from './carried.ts';
import type { Seen } from './checks.ts';
import { playKind } from './kind.ts';
import { reviewed } from './reviewed.ts';
import type { Scene } from './scene.ts';

const Context = z.object({ source: z.string(), name: z.string().default('file'), file: z.string() });
const Verify = z.object({ command: z.string() });

async function play(one: Case, scene: Scene): Promise<Seen> {
  const { WT } = scene.places;
  if (one.tool === 'review_diff') {
    return reviewed(one.args);
  }
  if (one.tool === 'verify') {
    const { status } = await runCheck([Verify.parse(one.args).command], {
      cwd: WT,
      env: { ...scene.env },
      timeoutMs: 60_000,
      signal: new AbortController().signal,
      log: () => path.join(scene.root, 'check.log'),
      leftovers: 'end',
    });
    return { verify: status === 'passed' ? 'passed' : 'failed' };
  }
  if (one.tool === 'model_context') {
    const { name, file } = Context.parse(one.args);
    const text = await readFile(path.join(WT, file), 'utf8');
    const read = await carried({ ...one, tool: 'read', args: { path: file } }, scene);
    return { ...read, wrapped: { shown: bounded(name, text), text } };
  }
  const seen = await carried(one, scene);
  const entries =
    one.tool === 'list' ? { matches: seen.output?.split('\n').filter(Boolean).length ?? 0 } : {};
  return { ...seen, ...entries };
}

playKind('injection', play);
