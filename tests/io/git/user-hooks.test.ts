import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openGit } from '../../../src/io/git/open.ts';
import { userHooks } from '../../../src/io/git/user-hooks.ts';
import { tellHooks } from '../../../src/cli/tell-hooks.ts';
import { makeRepo } from '../../run/repo.ts';

async function hooksOf(hooks: Readonly<Record<string, { text: string; mode: number }>>, folder?: string) {
  const repo = await makeRepo({ 'a.txt': 'a\n' });
  onTestFinished(repo.remove);
  const dir = path.join(repo.root, folder ?? '.git/hooks');
  await mkdir(dir, { recursive: true });
  for (const [name, { text, mode }] of Object.entries(hooks)) {
    await writeFile(path.join(dir, name), text);
    await chmod(path.join(dir, name), mode);
  }
  if (folder !== undefined) {
    await repo.git('config', 'core.hooksPath', folder);
  }
  const opened = await openGit({ dir: repo.root, env: repo.env });
  if (opened.kind !== 'repository') {
    throw new Error(opened.kind);
  }
  return opened.git;
}

const fine = { text: '#!/bin/sh\nexit 0\n', mode: 0o755 };

test('hooks are found where git looks for them, samples and strangers left out', async () => {
  const git = await hooksOf({ 'pre-commit': fine, 'pre-push.sample': fine, 'post-checkout': fine });
  expect(await userHooks(git)).toEqual([{ name: 'pre-commit', path: '.git/hooks/pre-commit', flaw: null }]);
  const elsewhere = await hooksOf({ 'commit-msg': fine }, '.githooks');
  expect(await userHooks(elsewhere)).toMatchObject([{ path: '.githooks/commit-msg' }]);
});

test('a hook that git would not run is told with why, and all of them once as not run', async () => {
  const git = await hooksOf({
    'pre-commit': { ...fine, mode: 0o644 },
    'commit-msg': { ...fine, text: '#!/bin/sh\r\nexit 0\r\n' },
  });
  const said: string[] = [];
  await tellHooks(git, (text) => said.push(text));
  expect(said).toEqual([
    expect.stringMatching(/\(pre-commit, commit-msg\) do not run on the commits of a run.*--check "sh \.git/),
    expect.stringMatching(/pre-commit does not run by hand either: it is not executable/),
    expect.stringMatching(/commit-msg does not run by hand either: its first line ends in CR LF/),
  ]);
});

test('nothing is said where there is none', async () => {
  const said: string[] = [];
  await tellHooks(await hooksOf({}), (text) => said.push(text));
  expect(said).toEqual([]);
});
