import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { readSettingsFile } from '../../src/config/source.ts';
import type { Case } from './cases.ts';
import type { Seen } from './checks.ts';
import { playKind } from './kind.ts';
import type { Scene } from './scene.ts';

const Args = z.object({ path: z.string(), trusted: z.literal(false) });

async function play({ args, check }: Case, { places }: Scene): Promise<Seen> {
  const file = Args.parse(args).path;
  const text = await readFile(path.join(places.MAIN, file), 'utf8');
  const { given, ignored } = readSettingsFile(text, file, 'repository');
  if (check.some(({ t }) => t === 'config-ignored')) {
    expect(given).toEqual({});
  }
  return { ignored: ignored.map(({ key }) => key) };
}

playKind('config-trust', play);
