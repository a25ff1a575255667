import { expect, test } from 'vitest';
import { openRemote } from '../../src/io/git/remote.ts';
import { whyOutOfReach } from '../../src/scale/reach.ts';
import { repository } from '../io/git/repository.ts';

test('a repository that answers is in reach, one with a slip in its address is told with the reason', async () => {
  const repo = await repository();
  const reach = async (name: string): Promise<string | null> =>
    whyOutOfReach(await openRemote(await repo.open(), { name, env: repo.env }));
  expect(await reach(repo.root)).toBeNull();
  expect(await reach(`${repo.root}-typo`)).toMatch(
    /-typo cannot be reached \(.*not.*\): .*--remote right\?$/,
  );
});
