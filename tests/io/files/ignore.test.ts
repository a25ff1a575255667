import { expect, test } from 'vitest';
import { ignoredIn } from '../../../src/io/files-ignore.ts';
import { openRoot } from '../../../src/io/files.ts';
import type { Files } from '../../agent/tools/outside/tree.ts';
import { folder } from './folder.ts';

const RULES: Files = {
  '.gitignore': 'dist/\n*.log\n!keep.log\n/only-top\n',
  '.git/info/exclude': 'private.txt\n',
  '.ignore': 'generated/\n',
  'pkg/.gitignore': '!special.log\nlocal.txt\n',
  'pkg/deep/x': '',
};

test.each([
  ['dist', true, true],
  ['dist', false, false],
  ['dist/a/b.js', false, true],
  ['a.log', false, true],
  ['pkg/deep/a.log', false, true],
  ['keep.log', false, false],
  ['pkg/special.log', false, false],
  ['special.log', false, true],
  ['pkg/local.txt', false, true],
  ['local.txt', false, false],
  ['only-top', false, true],
  ['pkg/only-top', false, false],
  ['private.txt', false, true],
  ['generated/x', false, true],
  ['.git', true, true],
  ['pkg/.git/config', false, true],
  ['.gitignore', false, false],
  ['DIST', true, false],
])('%s (directory: %s) is ignored: %s', async (path, isDirectory, wanted) => {
  const root = await openRoot(folder(RULES).root);
  const isIgnored = await ignoredIn(root, path.split('/').slice(0, -1).join('/'));
  expect(isIgnored(path, isDirectory)).toBe(wanted);
});

test('a link in the place of an ignore file is not followed out', async () => {
  const { root } = folder({ '.gitignore': { symlink: '../rules' } }, { rules: '*.txt\n' });
  const files = await openRoot(root);
  const isIgnored = await ignoredIn(files, '');
  expect(isIgnored('a.txt', false)).toBe(false);
});
