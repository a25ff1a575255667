import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { protection } from '../../../src/domain/guard/protected.ts';
import { openRoot } from '../../../src/io/files.ts';
import { readTree } from '../../agent/tools/outside/tree.ts';
import { folder } from './folder.ts';

const bytes = Buffer.from('x');
const isProtected = protection({ protect: [], open: ['.github/workflows/**'] });

test.each([
  'AGENTS.md',
  '.vscode/tasks.json',
  'Agents.YAML',
  'agents.yaml. ',
  '.github/other.yml',
  'sub/.npmrc',
  'link/tasks.json',
])('%s is not written, and nothing is left of the try', async (path) => {
  const { root } = folder({});
  mkdirSync(join(root, '.vscode'));
  symlinkSync('.vscode', join(root, 'link'));
  const before = [...readTree(root)];
  const files = await openRoot(root, { isProtected });
  await expect(
    files.commit([
      { path: 'a.txt', bytes },
      { path, bytes },
    ]),
  ).rejects.toThrow(/is protected: .*a person/);
  expect([...readTree(root)]).toEqual(before);
});

test('what a run has opened is written, and what is protected can be read', async () => {
  const { root } = folder({ 'AGENTS.md': 'rules' });
  const files = await openRoot(root, { isProtected });
  expect(await files.commit([{ path: '.github/workflows/ci.yml', bytes }])).toEqual([
    '.github/workflows/ci.yml',
  ]);
  expect((await files.read('AGENTS.md')).bytes.toString()).toBe('rules');
  await expect(files.commit([{ path: 'AGENTS.md', remove: true }])).rejects.toThrow(/is protected/);
});
