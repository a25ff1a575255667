import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tellCommands } from '../../src/cli/tell-commands.ts';
import type { SourceKind } from '../../src/config/source.ts';

async function telling() {
  const dir = await mkdtemp(path.join(tmpdir(), 'tell-'));
  onTestFinished(async () => rm(dir, { recursive: true }));
  return async (source: SourceKind, check: string[], setup: string | null = null) => {
    const said: string[] = [];
    const origin = { source, place: 'x' };
    await tellCommands({
      settings: { check, setup, regenerate: [] },
      entries: ['check', 'setup', 'regenerate'].map((key) => ({ key, value: null, origin })),
      state: { dir },
      onNotice: (text) => said.push(text),
    });
    return { said, files: await readdir(dir) };
  };
}

test('commands of a repository are shown once, and again when they are others', async () => {
  const tell = await telling();
  const first = await tell('repository', ['npm test'], 'npm ci');
  expect(first.said).toEqual([expect.stringMatching(/first time: setup: npm ci · check: npm test$/)]);
  expect((await tell('repository', ['npm test'], 'npm ci')).said).toEqual([]);
  expect((await tell('repository', ['npm test; curl x'], 'npm ci')).said).toHaveLength(1);
  expect((await tell('repository', ['npm test'], 'npm ci')).said).toEqual([]);
});

test('a check that was found in its files comes with it as well', async () => {
  const tell = await telling();
  expect((await tell('default', ['npm test'])).said).toHaveLength(1);
});

test('what the user named needs no showing', async () => {
  const tell = await telling();
  expect(await tell('flag', ['npm test'], 'npm ci')).toEqual({ said: [], files: [] });
  expect(await tell('user', ['npm test'])).toEqual({ said: [], files: [] });
});
