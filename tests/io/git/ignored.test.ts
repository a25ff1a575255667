import { expect, onTestFinished, test } from 'vitest';
import { ignoredAmong } from '../../../src/io/git/ignored.ts';
import { openGit } from '../../../src/io/git/open.ts';
import { makeRepo } from '../../run/repo.ts';

test('of paths that need not be there, those that a rule ignores are told', async () => {
  const repo = await makeRepo({ 'a.txt': 'a\n', '.gitignore': 'dist/\n*.log\n' });
  onTestFinished(repo.remove);
  const opened = await openGit({ dir: repo.root, env: repo.env });
  if (opened.kind !== 'repository') {
    throw new Error(opened.kind);
  }
  const paths = ['dist/x.js', 'a.txt', 'x.log', '../out.log', '/etc/x.log'];
  expect(await ignoredAmong(opened.git, paths)).toEqual(['dist/x.js', 'x.log']);
  expect(await ignoredAmong(opened.git, ['a.txt'])).toEqual([]);
  expect(await ignoredAmong(opened.git, [])).toEqual([]);
});
