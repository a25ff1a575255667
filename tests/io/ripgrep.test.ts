import { expect, test } from 'vitest';
import { search, SEARCH_FLAGS, type SearchOptions } from '../../src/io/ripgrep.ts';
import type { Files } from '../agent/tools/outside/tree.ts';
import { folder } from './files/folder.ts';

function options(
  files: Files,
  more: Partial<SearchOptions> = {},
): SearchOptions & { readonly found: string[] } {
  const found: string[] = [];
  return {
    cwd: folder(files).root,
    env: { PATH: process.env['PATH'] ?? '' },
    signal: new AbortController().signal,
    delimiter: '\n',
    onRecord: (record) => found.push(record) > 0,
    found,
    ...more,
  };
}

const TREE: Files = {
  '.gitignore': 'b.txt\n',
  'a.txt': 'x 1\u2028y\nx 2\n',
  'b.txt': 'x',
  '.hidden': 'x',
  '.git/config': 'x',
};

test('finds hidden files and obeys ignore files also where there is no repository', async () => {
  const all = options(TREE);
  const { code } = await search(['--files', ...SEARCH_FLAGS], all);
  expect(code).toBe(0);
  expect(all.found.toSorted()).toEqual(['.gitignore', '.hidden', 'a.txt']);
});

test('hands over whole records, split by nothing but the delimiter', async () => {
  const all = options(TREE);
  await search(['-n', ...SEARCH_FLAGS, '-e', 'x', '--', 'a.txt'], all);
  expect(all.found).toEqual(['1:x 1\u2028y', '2:x 2']);
});

test('stops when enough was seen', async () => {
  const seen: string[] = [];
  const many = options(
    { 'a.txt': { repeat: 'x\n', times: 500_000 } },
    { onRecord: (record) => seen.push(record) < 3 },
  );
  const { code } = await search(['-n', '-e', 'x'], many);
  expect(seen).toHaveLength(3);
  expect(code).toBeNull();
});

test('nothing found is 1, an error is 2 with its words', async () => {
  expect(await search(['-e', 'absent'], options(TREE))).toEqual({ code: 1, errors: '' });
  const { code, errors } = await search(['-e', '('], options(TREE));
  expect([code, errors]).toEqual([2, expect.stringContaining('unclosed group')]);
});

test('an abort rejects with its reason', async () => {
  const controller = new AbortController();
  const endless = options(
    { 'a.txt': { repeat: 'x\n', times: 500_000 } },
    {
      signal: controller.signal,
      onRecord: () => {
        controller.abort(new Error('stopped'));
        return true;
      },
    },
  );
  await expect(search(['-n', '-e', 'x'], endless)).rejects.toThrow('stopped');
});
