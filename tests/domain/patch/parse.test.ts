import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parsePatch } from '../../../src/domain/patch/parse.ts';
import { added, pathsOf, removed, type FilePatch } from '../../../src/domain/patch/patch.ts';
import { renderFile } from '../../../src/domain/patch/render.ts';
import { textAfter } from '../../../src/domain/patch/text-after.ts';

const only = (text: string): FilePatch => {
  const [file, ...rest] = parsePatch(text);
  expect(rest).toEqual([]);
  return file ?? expect.fail('no file');
};

describe('what git writes', () => {
  let root: string;
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t.invalid', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
  const write = (path: string, text: string | Uint8Array): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const commit = (): void => {
    git('add', '-A');
    git('commit', '-qm', 'base', '--allow-empty');
  };
  const diff = (...flags: string[]): string => {
    git('add', '-A');
    return git('-c', 'core.quotePath=false', 'diff', '--cached', '-M', ...flags, 'HEAD');
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'patch-'));
    git('init', '-q');
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  it.each([
    'plain.ts',
    'with space.md',
    'a/x',
    'b/deep b/in b/side.txt',
    'ünï/ç.txt',
    'tab\there',
    'qu"ote',
    'back\\slash',
    'new\nline',
  ])('gives the path %j, with and without prefixes, quoted or not', (path) => {
    write(path, 'one\n');
    commit();
    write(path, 'two\n');
    const texts = [diff(), diff('--no-prefix'), diff('--src-prefix=x/', '--dst-prefix=y/')];
    const quoted = git('-c', 'core.quotePath=true', 'diff', '--cached', 'HEAD');
    for (const text of [...texts, quoted]) {
      expect(only(text)).toMatchObject({ path, status: 'modified', oldMode: '100644', newMode: '100644' });
    }
  });

  it('numbers lines as they are in the new file', () => {
    write('a', 'a\nb\nc\nd\ne\nf\ng\nh\n');
    commit();
    write('a', 'a\nB\nB2\nc\nd\ne\nf\ng\n');
    const file = only(diff());
    expect(added(file).map((l) => [l.line, l.text])).toEqual([
      [2, 'B'],
      [3, 'B2'],
    ]);
    expect(removed(file).map((l) => [l.line, l.text])).toEqual([
      [2, 'b'],
      [9, 'h'],
    ]);
  });

  it('is not misled by lines that look like headers', () => {
    write('a', 'x\n-- a/fake\ndiff --git a/x b/x\n@@ -1 +1 @@\n');
    commit();
    write('a', 'y\n++ b/fake\n@@ -9 +9 @@\n');
    write('b', 'last\n');
    const files = parsePatch(diff());
    expect(pathsOf(files)).toEqual(['a', 'b']);
    expect(files[0]).toMatchObject({ hunks: [{ oldStart: 1 }] });
    expect(files[0] && removed(files[0]).map((l) => l.text)).toContain('diff --git a/x b/x');
  });

  it('tells renames, with and without changes, from additions and deletions', () => {
    const text = Array.from({ length: 20 }, (_, i) => `line ${String(i)}\n`).join('');
    write('old name', text);
    write('gone', 'x\n');
    write('src/z', `${text}z\n`);
    commit();
    renameSync(join(root, 'old name'), join(root, 'new name'));
    renameSync(join(root, 'src/z'), join(root, 'y'));
    write('y', `${text}changed\n`);
    rmSync(join(root, 'gone'));
    write('fresh', '');
    const files = new Map(parsePatch(diff()).map((f) => [f.path, f]));
    expect(files.get('new name')).toMatchObject({ from: 'old name', status: 'renamed', hunks: [] });
    expect(files.get('y')).toMatchObject({ from: 'src/z', status: 'renamed' });
    expect(files.get('gone')).toMatchObject({ status: 'deleted', oldMode: '100644' });
    expect(files.get('fresh')).toMatchObject({ status: 'added', newMode: '100644', hunks: [] });
  });

  it('tells modes, links and binary files', () => {
    write('run', '#!/bin/sh\n');
    write('data', Uint8Array.from([0, 1, 2]));
    commit();
    chmodSync(join(root, 'run'), 0o755);
    write('data', Uint8Array.from([0, 9, 2]));
    symlinkSync('run', join(root, 'link'));
    const files = new Map(parsePatch(diff()).map((f) => [f.path, f]));
    expect(files.get('run')).toMatchObject({ oldMode: '100644', newMode: '100755', hunks: [] });
    expect(files.get('data')).toMatchObject({ binary: true, status: 'modified' });
    expect(files.get('link')).toMatchObject({ newMode: '120000', status: 'added' });
    expect(parsePatch(diff('--binary')).find((f) => f.path === 'data')).toMatchObject({ binary: true });
  });

  it('keeps the want of a last line end, and renders what it read', () => {
    write('a', 'one\ntwo');
    commit();
    write('a', 'one\nthree');
    const text = diff();
    const file = only(text);
    expect(added(file)).toEqual([{ kind: 'added', text: 'three', line: 2, open: true }]);
    expect(`${renderFile(file).join('\n')}\n`).toBe(text.replace('@@ -1,2 +1,2 @@', '@@ -1,2 +1,2 @@'));
  });

  it.each([
    ['one\ntwo\n', 'one\n2\nthree\n'],
    ['one\r\ntwo\r\n', 'zero\r\none\r\ntwo\r\n'],
    ['a\nb', 'a\nb\n'],
    ['x\n'.repeat(100), `${'x\n'.repeat(50)}y\n${'x\n'.repeat(50)}`],
  ])('leads from the base to the text after it', (before, after) => {
    write('a', before);
    commit();
    write('a', after);
    const file = only(diff());
    expect(textAfter(file, before)).toBe(after);
    expect(textAfter(file, `other\n${before}`.replaceAll('x', 'q'))).not.toBe(after);
    expect(textAfter(file, undefined)).toBeUndefined();
  });

  it('needs no base for a new file, and has no text for a deleted one', () => {
    commit();
    write('a', 'new\n');
    expect(textAfter(only(diff()), undefined)).toBe('new\n');
    commit();
    rmSync(join(root, 'a'));
    expect(textAfter(only(diff()), 'new\n')).toBeUndefined();
  });
});

describe('what is not a patch', () => {
  it('gives no file', () => {
    expect(parsePatch('')).toEqual([]);
    expect(parsePatch('just words\n--- a\n+++ b\n')).toEqual([]);
  });

  it('ends a hunk that was cut off', () => {
    const [file] = parsePatch('diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n a\n+b\n');
    expect(file?.hunks[0]?.lines).toHaveLength(2);
  });
});
