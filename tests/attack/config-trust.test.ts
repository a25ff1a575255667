import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { loadConfiguration } from '../../src/config/load.ts';
import { ConfigError } from '../../src/config/problem.ts';
import { readSettingsFile } from '../../src/config/source.ts';
import type { Case } from './cases.ts';
import type { Seen } from './checks.ts';
import { playKind } from './kind.ts';
import type { Scene } from './scene.ts';

const Args = z.object({ path: z.string(), trusted: z.literal(false) });

/** Keys without effect: told as set aside, or as an error that stops all that the file says. */
async function play(one: Case, scene: Scene): Promise<Seen> {
  const file = Args.parse(one.args).path;
  const asked = one.check.flatMap(({ t, key }) => (t === 'config-ignored' && key !== undefined ? [key] : []));
  if (path.basename(file) !== 'agents.yaml') {
    return { ignored: (await changesNothing(scene)) ? asked : [] };
  }
  const text = await readFile(path.join(scene.places.MAIN, file), 'utf8');
  try {
    const { given, ignored } = readSettingsFile(text, file, 'repository');
    asked.forEach((key) => expect(given).not.toHaveProperty(key));
    return { ignored: ignored.map(({ key }) => key) };
  } catch (error) {
    if (!(error instanceof ConfigError)) {
      throw error;
    }
    return { ignored: error.problems.map(({ key }) => key) };
  }
}

/** Whether the settings are what they would be in a folder without any file. */
async function changesNothing({ places, env }: Scene): Promise<boolean> {
  const settings = async (root: string): Promise<string> =>
    JSON.stringify((await loadConfiguration({ root, env })).entries);
  return (await settings(places.MAIN)) === (await settings(places.OUT2));
}

playKind('config-trust', play);
