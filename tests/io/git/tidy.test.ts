import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { storeFiles } from '../../../src/io/git/store.ts';
import { tidy } from '../../../src/io/git/tidy.ts';
import { repository } from './repository.ts';

test(
  'old refs below a prefix go, others stay, and what has piled up is packed',
  { timeout: 30_000 },
  async () => {
    const repo = await repository();
    const many = Object.fromEntries(
      Array.from({ length: 2_600 }, (_, i) => [`files/${String(i)}`, `${String(i)}\n`]),
    );
    const head = await repo.commit(many);
    const git = await repo.open();
    const [young, held] = ['refs/orchestrate/r1/c1.a1/head', 'refs/orchestrate-worker/1/task'];
    for (const ref of [young, held]) {
      await storeFiles(git, { ref, parents: [head], message: 'm', files: new Map() });
    }
    const tree = await repo.git('rev-parse', 'HEAD^{tree}');
    const then = { GIT_COMMITTER_DATE: '2020-01-01T00:00:00Z', GIT_AUTHOR_DATE: '2020-01-01T00:00:00Z' };
    const { stdout } = await promisify(execFile)('git', ['commit-tree', '-m', 'old', tree], {
      cwd: repo.root,
      env: { ...repo.env, ...then },
    });
    await repo.git('update-ref', 'refs/orchestrate/r0/c1.a1/head', stdout.trim());
    await repo.git('update-ref', 'refs/heads/old', stdout.trim());

    await tidy(git, { prefix: 'refs/orchestrate/', days: 30 });

    const refs = (await repo.git('for-each-ref', '--format=%(refname)')).split('\n');
    expect(refs).toEqual(['refs/heads/main', 'refs/heads/old', held, young]);
    expect(
      (await readdir(path.join(repo.root, '.git/objects/pack'))).some((name) => name.endsWith('.pack')),
    ).toBe(true);
    expect(await repo.git('count-objects')).toMatch(/^0 objects/);
  },
);

test('a repository with nothing in it is left as it is', async () => {
  const repo = await repository();
  const git = await repo.open();
  const before = await repo.git('count-objects', '-v');
  await tidy(git, { prefix: 'refs/orchestrate/', days: 30 });
  expect(await repo.git('count-objects', '-v')).toBe(before);
});
