import { existsSync, linkSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FileError, openRoot, type FileProblem } from '../../../src/io/files.ts';
import { makePipe } from '../../agent/tools/outside/tree.ts';
import { folder } from './folder.ts';

const SECRET = { 'secret.txt': 'not yours', 'work-evil/secret.txt': 'not yours' };

const problemOf = async (work: Promise<unknown>): Promise<FileProblem | 'none'> =>
  work.then(
    () => 'none',
    (error: unknown) => {
      if (error instanceof FileError) {
        return error.problem;
      }
      throw error;
    },
  );

describe('what is outside', () => {
  test.each([
    '../secret.txt',
    '/etc/passwd',
    '../work-evil/secret.txt',
    'src/../../secret.txt',
    'src/../../../../../../etc/passwd',
    '~/secret.txt',
    'out',
    'away/secret.txt',
    'round/../../secret.txt',
    'chain',
    '/proc/self/environ',
  ])('%s cannot be read, written or listed', async (path) => {
    const { root, parent } = folder({ 'src/a.ts': 'a' }, SECRET);
    symlinkSync('../secret.txt', join(root, 'out'));
    symlinkSync(parent, join(root, 'away'));
    symlinkSync('src', join(root, 'round'));
    symlinkSync('out', join(root, 'chain'));
    const files = await openRoot(root);
    expect(await problemOf(files.read(path))).toBe('outside');
    expect(await problemOf(files.list(path))).toBe('outside');
    expect(await problemOf(files.resolve(path))).toBe('outside');
    expect(await problemOf(files.commit([{ path, bytes: Buffer.from('pwned') }]))).toBe('outside');
    expect(readFileSync(join(parent, 'secret.txt'), 'utf8')).toBe('not yours');
    expect(existsSync(join(parent, 'work-evil', 'a.ts'))).toBe(false);
  });

  test('a dangling link does not make its target', async () => {
    const { root, parent } = folder({ dangling: { symlink: '../new.txt' } });
    const files = await openRoot(root);
    expect(await problemOf(files.commit([{ path: 'dangling', bytes: Buffer.from('x') }]))).toBe('outside');
    expect(existsSync(join(parent, 'new.txt'))).toBe(false);
  });

  test('a file that has a name outside, too, is not written', async () => {
    const { root, parent } = folder({ a: 'a' }, SECRET);
    linkSync(join(parent, 'secret.txt'), join(root, 'twin.txt'));
    const files = await openRoot(root);
    expect(await problemOf(files.commit([{ path: 'twin.txt', bytes: Buffer.from('x') }]))).toBe('special');
    expect(readFileSync(join(parent, 'secret.txt'), 'utf8')).toBe('not yours');
  });

  test('the refusal says what is allowed', async () => {
    const files = await openRoot(folder({}).root);
    await expect(files.read('/etc/passwd')).rejects.toThrow(
      /^\/etc\/passwd is outside of the workspace.*Paths are relative to it/,
    );
  });
});

describe('what is inside', () => {
  test.each([
    'src/a.ts',
    './src/a.ts',
    'src//a.ts',
    'src/../src/a.ts',
    'nowhere/../src/a.ts',
    'way/a.ts',
    'file',
  ])('%s is src/a.ts', async (path) => {
    const { root } = folder({ 'src/a.ts': 'a', way: { symlink: 'src' }, file: { symlink: './way/a.ts' } });
    const files = await openRoot(root);
    const { bytes, path: real } = await files.read(path);
    expect([bytes.toString(), real]).toEqual(['a', 'src/a.ts']);
  });

  test('absolute paths and absolute links below the root count', async () => {
    const { root } = folder({ 'src/a.ts': 'a' });
    symlinkSync(join(root, 'src'), join(root, 'absolute'));
    const files = await openRoot(root);
    expect((await files.read(join(root, 'src/a.ts'))).path).toBe('src/a.ts');
    expect((await files.read('absolute/a.ts')).path).toBe('src/a.ts');
  });

  test('a root that is reached through a link is one root under both names', async () => {
    const { root, parent } = folder({ 'a.ts': 'a' });
    symlinkSync('work', join(parent, 'alias'));
    const files = await openRoot(join(parent, 'alias'));
    expect(files.path).toBe(root);
    expect((await files.read(join(parent, 'alias', 'a.ts'))).path).toBe('a.ts');
    expect((await files.read(join(root, 'a.ts'))).path).toBe('a.ts');
  });

  test('relative paths begin at the start folder, and are shown from there', async () => {
    const { root } = folder({ 'packages/api/a.ts': 'a', 'packages/web/b.ts': 'b' });
    const files = await openRoot(root, { start: 'packages/api' });
    expect((await files.read('a.ts')).path).toBe('packages/api/a.ts');
    expect((await files.read('../web/b.ts')).path).toBe('packages/web/b.ts');
    expect(files.show('packages/web/b.ts')).toBe('../web/b.ts');
    expect(await problemOf(files.read('../../../etc/passwd'))).toBe('outside');
  });
});

describe('what is no file', () => {
  test('pipes and devices are refused without waiting', async () => {
    const { root } = folder({ 'a.txt': 'a' });
    await makePipe(join(root, 'pipe'));
    const files = await openRoot(root);
    expect(await problemOf(files.read('pipe'))).toBe('special');
    expect(await problemOf(files.commit([{ path: 'pipe', bytes: Buffer.from('x') }]))).toBe('special');
  });

  test('links in a circle end', async () => {
    const files = await openRoot(folder({ a: { symlink: 'b' }, b: { symlink: 'a' } }).root);
    expect(await problemOf(files.read('a'))).toBe('special');
  });

  test.each([
    ['src', 'directory'],
    ['src/a.ts/b', 'not-directory'],
    ['src/b.ts', 'missing'],
    ['lost/b.ts', 'missing'],
    ['', 'missing'],
    ['a\0b', 'missing'],
    ['x'.repeat(300), 'missing'],
  ])('reading %j is refused as %s', async (path, problem) => {
    const files = await openRoot(folder({ 'src/a.ts': 'a' }).root);
    expect(await problemOf(files.read(path))).toBe(problem);
  });

  test('nothing is undefined, not an error', async () => {
    const files = await openRoot(folder({ 'src/a.ts': 'a' }).root);
    expect([await files.stat('src/b.ts'), await files.stat('x/y'), await files.stat('src/a.ts/b')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(await files.stat('src')).toMatchObject({ kind: 'directory' });
  });

  test('a listing names what each entry is', async () => {
    const files = await openRoot(folder({ 'd/x': '', f: '', l: { symlink: 'f' } }).root);
    const entries = (await files.list('.')).map(({ name, kind }) => `${name} ${kind}`);
    expect(entries.toSorted()).toEqual(['d directory', 'f file', 'l link']);
  });
});

describe("git's own folder", () => {
  test.each([
    '.git/config',
    '.git',
    '.GIT/hooks/x',
    'sub/.git/config',
    '.git./x',
    '.git /x',
    'hooks/x',
    '.g\u200cit/x',
    'GIT~1/x',
  ])('%j cannot be written', async (path) => {
    const { root } = folder({ '.git/config': 'own', hooks: { symlink: '.git/hooks' }, '.git/hooks/pre': '' });
    const files = await openRoot(root);
    expect(await problemOf(files.commit([{ path, bytes: Buffer.from('x') }]))).toBe('protected');
    expect(readFileSync(join(root, '.git/config'), 'utf8')).toBe('own');
  });

  test('its neighbours can', async () => {
    const files = await openRoot(folder({}).root);
    await files.commit([{ path: '.gitignore', bytes: Buffer.from('x') }]);
    expect((await files.read('.gitignore')).bytes.toString()).toBe('x');
  });
});

test('a path that no other program could name is not made', async () => {
  const { root } = folder({});
  const files = await openRoot(root);
  const path = Array.from({ length: 30 }, () => 'd'.repeat(200)).join('/');
  expect(await problemOf(files.commit([{ path, bytes: Buffer.from('x') }]))).toBe('missing');
  expect(readdirSync(root)).toEqual([]);
});
