import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openRoot } from '../../../src/io/files.ts';
import { readTree } from '../../agent/tools/outside/tree.ts';
import { folder } from './folder.ts';

const bytes = (text: string): Buffer => Buffer.from(text);

describe('one file', () => {
  test('is made with the folders on the way, and nothing else is left', async () => {
    const { root } = folder({});
    const files = await openRoot(root);
    expect(await files.commit([{ path: 'a/b/c.txt', bytes: bytes('new') }])).toEqual(['a/b/c.txt']);
    expect([...readTree(root)]).toEqual([['a/b/c.txt', 'new']]);
  });

  test.each([0o755, 0o600, 0o444 | 0o200])('keeps its mode %o', async (mode) => {
    const { root } = folder({ run: 'old' });
    chmodSync(join(root, 'run'), mode);
    const files = await openRoot(root);
    await files.commit([{ path: 'run', bytes: bytes('new') }]);
    expect(statSync(join(root, 'run')).mode & 0o7777).toBe(mode);
  });

  test('a new one takes the mode asked for', async () => {
    const { root } = folder({});
    const files = await openRoot(root);
    await files.commit([{ path: 'run', bytes: bytes('x'), mode: 0o755 }]);
    expect(statSync(join(root, 'run')).mode & 0o7777).toBe(0o755);
  });

  test('is written through a link, which stays one', async () => {
    const { root } = folder({ 'real/a.txt': 'old', link: { symlink: 'real/a.txt' } });
    const files = await openRoot(root);
    expect(await files.commit([{ path: 'link', bytes: bytes('new') }])).toEqual(['real/a.txt']);
    expect(Object.fromEntries(readTree(root))).toEqual({ link: '-> real/a.txt', 'real/a.txt': 'new' });
  });

  test('goes, and of a link only the link', async () => {
    const { root } = folder({ 'a.txt': 'a', link: { symlink: 'a.txt' } });
    const files = await openRoot(root);
    await files.commit([{ path: 'link', remove: true }]);
    expect([...readTree(root)]).toEqual([['a.txt', 'a']]);
  });

  test.each([
    [{ path: 'src', bytes: bytes('x') }, /src is a directory/],
    [{ path: 'new/', bytes: bytes('x') }, /names a directory/],
    [{ path: 'src', remove: true as const }, /src is a directory/],
    [{ path: 'lost', remove: true as const }, /lost does not exist/],
    [{ path: 'src/a.ts/b', bytes: bytes('x') }, /is a file/],
    [{ path: `new/deep/${'x'.repeat(300)}`, bytes: bytes('x') }, /too long/],
  ])('%j is refused', async (change, message) => {
    const { root } = folder({ 'src/a.ts': 'a' });
    const files = await openRoot(root);
    await expect(files.commit([change])).rejects.toThrow(message);
    expect([...readTree(root)]).toEqual([['src/a.ts', 'a']]);
    expect(readdirSync(root)).toEqual(['src']);
  });

  test('long contents come out as they went in', async () => {
    const { root } = folder({});
    const files = await openRoot(root);
    const long = Buffer.alloc(12 * 1024 * 1024, 'a line\r\n');
    await files.commit([{ path: 'long', bytes: long }]);
    expect(readFileSync(join(root, 'long')).equals(long)).toBe(true);
  });
});

describe('several files', () => {
  const before = { 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' };

  test('all of the changes are made', async () => {
    const { root } = folder(before);
    const files = await openRoot(root);
    await files.commit([
      { path: 'a.txt', bytes: bytes('A') },
      { path: 'b.txt', remove: true },
      { path: 'd/e.txt', bytes: bytes('E') },
    ]);
    expect(Object.fromEntries(readTree(root))).toEqual({ 'a.txt': 'A', 'c.txt': 'c', 'd/e.txt': 'E' });
  });

  test.each([
    ['a missing file to delete', { path: 'lost.txt', remove: true as const }],
    ['a directory', { path: 'dir', bytes: bytes('x') }],
    ['a path outside', { path: '../x', bytes: bytes('x') }],
    ['the same file again', { path: './a.txt', bytes: bytes('x') }],
    ['the same file through a link', { path: 'link', bytes: bytes('x') }],
  ])('none is made where one is %s', async (_, last) => {
    const { root } = folder({ ...before, 'dir/x': 'x', link: { symlink: 'a.txt' } });
    const tree = readTree(root);
    const files = await openRoot(root);
    const changes = [
      { path: 'a.txt', bytes: bytes('A') },
      { path: 'new/deep/x.txt', bytes: bytes('X') },
      { path: 'b.txt', remove: true as const },
      last,
    ];
    await expect(files.commit(changes)).rejects.toThrow(/lost|directory|outside|same file/);
    expect(readTree(root)).toEqual(tree);
    expect(readdirSync(root)).not.toContain('new');
  });

  test('what was renamed before an error is put back', async () => {
    const { root } = folder(before);
    const files = await openRoot(root);
    const trap = {
      path: 'c.txt',
      get bytes(): Buffer {
        rmSync(join(root, 'c.txt'), { force: true });
        mkdirSync(join(root, 'c.txt/inside'), { recursive: true });
        return bytes('C');
      },
    };
    const changes = [
      { path: 'a.txt', bytes: bytes('A') },
      { path: 'b.txt', remove: true as const },
      { path: 'new/d.txt', bytes: bytes('D') },
      trap,
    ];
    await expect(files.commit(changes)).rejects.toThrow(/c\.txt|EISDIR|directory/);
    expect(Object.fromEntries(readTree(root))).toEqual({ 'a.txt': 'a', 'b.txt': 'b' });
    expect(readdirSync(root).toSorted()).toEqual(['a.txt', 'b.txt', 'c.txt']);
  });
});
