import path from 'node:path';
import { expect, test } from 'vitest';
import { checkpoint, done, expectExit, FILES, plans, scene, writes } from './scene.ts';

const CHECK = ['--check', 'sh check.sh', '--json'];
const one = { planner: [plans(checkpoint('c1'))], coder: [writes('c.txt', 'new\n'), done()] };

/** A clone of a repository with two commits, of which it was given a part. */
async function cloneOf(...options: readonly string[]) {
  const at = await scene({ files: { ...FILES, 'docs/old.txt': 'old\n' }, script: one });
  await at.repo.write('docs/old.txt', 'newer\n');
  await at.repo.git('commit', '-qam', 'Newer');
  await at.repo.git('config', 'uploadpack.allowFilter', 'true');
  await at.repo.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
  const clone = path.join(at.repo.home, 'clone');
  await at.repo.git('clone', '-q', ...options, `file://${at.repo.root}`, clone);
  const git = async (...args: string[]) => at.repo.git('-C', clone, ...args);
  const branch = async () => git('for-each-ref', '--format=%(refname)', 'refs/heads/orchestrate/');
  const run = async () => at.run([path.join(at.repo.root, 'spec.md'), ...CHECK], { cwd: clone });
  return { at, git, branch, run };
}

test.concurrent('a clone without old blobs and without history is worked on as it is', async () => {
  const { git, branch, run } = await cloneOf('--filter=blob:none', '--depth=1');
  const ran = await run();
  expectExit(ran, 0);
  expect(await git('show', `${await branch()}:c.txt`)).toBe('new');
  expect(await git('rev-parse', '--is-shallow-repository')).toBe('true');
  expect(await git('rev-list', '--count', await branch())).toBe('2');
});

test.concurrent('a sparse clone is worked on whole, and stays sparse', async () => {
  const { git, branch, run } = await cloneOf();
  await git('sparse-checkout', 'set', '--no-cone', '/*.sh', '/*.txt');
  const ran = await run();
  expectExit(ran, 0);
  expect(await git('ls-tree', '-r', '--name-only', await branch())).toMatch(/c\.txt[^]*docs\/old\.txt/);
  expect(await git('ls-files', '-t', 'docs/old.txt')).toBe('S docs/old.txt');
});

test.concurrent('a clone that lacks files of HEAD is refused, and works once they are there', async () => {
  const { git, branch, run } = await cloneOf('--filter=blob:none', '--sparse');
  const refused = await run();
  expectExit(refused, 3);
  expect(refused.stderr).toMatch(/lacks 1 object of HEAD.*git fetch --refetch --no-filter/);
  expect(await branch()).toBe('');
  await git('fetch', '-q', '--refetch', '--no-filter');
  expectExit(await run(), 0);
  expect(await git('ls-tree', '-r', '--name-only', await branch())).toContain('docs/old.txt');
});
