import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { commitAll, initRepository } from '../../../src/io/git/init.ts';

let home = '';
beforeEach(async () => {
  home = await realpath(await mkdtemp(path.join(tmpdir(), 'orchestrate-test-')));
});
afterEach(async () => rm(home, { recursive: true, force: true }));

it('makes a repository whose files stay as they are written, whatever the user’s settings say', async () => {
  const env = { PATH: process.env['PATH'] ?? '', HOME: home };
  const hooks = path.join(home, 'hooks');
  await writeFile(
    path.join(home, '.gitconfig'),
    `[core]\n\tautocrlf = true\n\thooksPath = ${hooks}\n[commit]\n\tgpgSign = true\n[init]\n\tdefaultBranch = trunk\n`,
  );
  const folder = path.join(home, 'new');
  await mkdir(folder);
  await initRepository(folder, env);
  await writeFile(path.join(folder, 'a.txt'), 'one\ntwo\n');
  await commitAll(folder, { env, message: 'First' });

  const git = async (...args: string[]): Promise<string> =>
    (await execa('git', args, { cwd: folder, env, extendEnv: false })).stdout;
  expect(await git('log', '--format=%an: %s', 'main')).toBe('orchestrate: First');
  await rm(path.join(folder, 'a.txt'));
  await git('checkout', '-q', '--', 'a.txt');
  expect(await readFile(path.join(folder, 'a.txt'), 'utf8')).toBe('one\ntwo\n');
});
