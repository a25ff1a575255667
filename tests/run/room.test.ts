import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { openGit } from '../../src/io/git/open.ts';
import { freeBytes, holdings } from '../../src/io/room.ts';
import { lacksRoom } from '../../src/run/room.ts';
import { makeRepo } from './repo.ts';

const MB = 1024 * 1024;

test('working copies must fit on the disk, with room for the records; what is there already needs none', () => {
  expect(lacksRoom({ free: 500 * MB, files: 100 * MB, copies: 2 })).toBe(null);
  expect(lacksRoom({ free: 300 * MB, files: 100 * MB, copies: 0 })).toBe(null);
  expect(lacksRoom({ free: 500 * MB, files: 100 * MB, copies: 7 })).toMatch(
    /room for 500 MB, and 7 working copies of 100 MB each.*need 956 MB.*--parallel 1/,
  );
});

test('a commit holds its files and names its submodules, and a disk has some room', async () => {
  const repo = await makeRepo({ 'a.txt': '12345', 'deep/odd name\t.txt': '123' });
  const opened = await openGit({ dir: repo.root, env: repo.env });
  const head = await repo.git('rev-parse', 'HEAD');
  await repo.git('update-index', '--add', '--cacheinfo', `160000,${head},lib/inner`);
  const tree = await repo.git('write-tree');
  expect(opened.kind === 'repository' && (await holdings(opened.git, tree))).toEqual({
    bytes: 8,
    submodules: ['lib/inner'],
  });
  expect(await freeBytes(tmpdir())).toBeGreaterThan(0);
  await repo.remove();
});
