import { expect, onTestFinished, test } from 'vitest';
import { detectedCheck } from '../../src/cli/detected-check.ts';
import { Settings } from '../../src/domain/settings.ts';
import { openGit } from '../../src/io/git/open.ts';
import { makeRepo } from '../run/repo.ts';

const settings = Settings.parse({ check: [] });

async function found(files: Readonly<Record<string, string>>, folder: string) {
  const repo = await makeRepo(files);
  onTestFinished(repo.remove);
  const opened = await openGit({ dir: `${repo.root}/${folder}`, env: repo.env });
  if (opened.kind !== 'repository') {
    throw new Error(opened.kind);
  }
  const { git } = opened;
  const notices: string[] = [];
  const listeners = { onNotice: (text: string) => notices.push(text) };
  const { check } = await detectedCheck(settings, { git, commit: 'HEAD', listeners });
  return { check, notices };
}

const manifest = '{ "scripts": { "test": "node --test" } }\n';
const FILES = {
  'package.json': manifest,
  'packages/own/package.json': '{ "scripts": { "test": "node --test unit/" } }\n',
  'packages/bare/src/a.js': '\n',
};

test('a folder without tests of its own takes the check of the nearest folder above, and says which', async () => {
  const { check, notices } = await found(FILES, 'packages/bare/src');
  expect(check).toEqual(['cd ../../.. && npm test']);
  expect(notices.join('\n')).toContain('in ../../..');
});

test('a folder that has its own takes that', async () => {
  expect((await found(FILES, 'packages/own')).check).toEqual(['npm test']);
});

test('where there is none anywhere, that is told', async () => {
  const { check, notices } = await found({ 'docs/a.md': 'a\n' }, 'docs');
  expect(check).toEqual([]);
  expect(notices.join('\n')).toContain('--check CMD');
});
