import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { changes } from '../../../src/io/git/changes.ts';
import { diff, patchId } from '../../../src/io/git/diff.ts';
import { listFiles, showFile } from '../../../src/io/git/files.ts';
import { repository } from './repository.ts';

const LINES = Array.from({ length: 30 }, (_, i) => `line ${String(i)}\n`);
const edited = (at: number, text: string): string => LINES.with(at, `${text}\n`).join('');

describe('diff', () => {
  test('is the same under every configuration and attribute', async () => {
    const repo = await repository();
    const base = await repo.commit({ 'f ü.txt': LINES.join(''), 'moved.txt': LINES.join('x') });
    await repo.git('mv', 'moved.txt', 'a b/to.txt').catch(async () => repo.git('mv', 'moved.txt', 'to.txt'));
    const commit = await repo.commit({
      'f ü.txt': edited(9, 'changed'),
      '.gitattributes': '*.txt -diff\n*.ts diff=evil\n',
    });
    const plain = await diff(await repo.open(), { base, commit });
    expect(plain).toContain('-line 9\n+changed\n');
    expect(plain).toContain('rename from moved.txt');

    const hostile = {
      'diff.noprefix': 'true',
      'diff.mnemonicPrefix': 'true',
      'diff.external': 'false',
      'diff.context': '0',
      'diff.interHunkContext': '50',
      'diff.renames': 'false',
      'diff.renameLimit': '1',
      'diff.algorithm': 'minimal',
      'diff.indentHeuristic': 'false',
      'diff.orderFile': path.join(repo.home, 'order'),
      'diff.relative': 'true',
      'diff.submodule': 'log',
      'diff.suppressBlankEmpty': 'true',
      'diff.wsErrorHighlight': 'all',
      'diff.colorMoved': 'zebra',
      'diff.default.binary': 'true',
      'diff.default.xfuncname': '(',
      'diff.evil.textconv': 'false',
      'color.ui': 'always',
      'color.diff': 'always',
      'core.pager': 'false',
      'core.quotePath': 'true',
      'core.abbrev': '40',
      'core.whitespace': 'tab-in-indent',
      'core.attributesFile': path.join(repo.home, 'attributes'),
      'log.showSignature': 'true',
      'alias.diff-tree': '!false',
    };
    await writeFile(path.join(repo.home, 'order'), '*.txt\n');
    await writeFile(path.join(repo.home, 'attributes'), '* -diff\n');
    for (const scope of ['--global', '--local']) {
      for (const [key, value] of Object.entries(hostile)) {
        await repo.git('config', scope, key, value);
      }
    }
    expect(await diff(await repo.open(), { base, commit })).toBe(plain);
  });

  test('context and paths, taken literally', async () => {
    const repo = await repository();
    const base = await repo.commit({ 'a b/c.txt': LINES.join(''), '*.txt': 'star\n', ':!x': 'magic\n' });
    const commit = await repo.commit({
      'a b/c.txt': edited(9, 'changed'),
      '*.txt': 'other\n',
      ':!x': 'other\n',
    });
    const git = await repo.open();
    const one = await diff(git, { base, commit, paths: ['a b/c.txt'], context: 1 });
    expect(one).toMatch(/^diff --git a\/a b\/c\.txt b\/a b\/c\.txt\n/);
    expect(one.split('\n').filter((row) => row.startsWith(' '))).toHaveLength(2);
    expect(await diff(git, { base, commit, paths: ['*.txt', ':!x'] })).toMatch(/star[^]*magic/);
    expect(await diff(git, { base, commit, paths: ['*.txt'] })).not.toContain('c.txt b');
  });
});

test('changes tell lines, kinds and submodules', async () => {
  const repo = await repository();
  const base = await repo.commit({ 'x.bin': '\0', 'm.txt': LINES.join(''), 'tab\tname': 'one\n' });
  const inner = await repository();
  await repo.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner.root, 'sub');
  const commit = await repo.commit({
    'x.bin': '\0\0',
    'm.txt': edited(3, 'a\nb'),
    'tab\tname': 'one\ntwo\n',
  });
  const found = await changes(await repo.open(), base, commit);
  expect(found.map((c) => [c.path, c.status, c.added, c.deleted, c.binary, c.mode])).toEqual([
    ['.gitmodules', 'A', 3, 0, false, '100644'],
    ['m.txt', 'M', 2, 1, false, '100644'],
    ['sub', 'A', 1, 0, false, '160000'],
    ['tab\tname', 'M', 1, 0, false, '100644'],
    ['x.bin', 'M', 0, 0, true, '100644'],
  ]);
  expect(await changes(await repo.open(), base, base)).toEqual([]);
});

describe('patch id', () => {
  test('stays when the same edit moves down, changes with white space, context and binary contents', async () => {
    const repo = await repository();
    const root = await repo.commit({ 'f.txt': LINES.join(''), 'x.bin': '\0' });
    const git = await repo.open();
    const on = async (base: string, files: Record<string, string>) => {
      await repo.git('checkout', '-q', '--detach', base);
      return repo.commit(files);
    };
    const edit = await on(root, { 'f.txt': edited(20, 'new') });
    const moved = await on(root, { 'f.txt': `top\n${LINES.join('')}` });
    const editMoved = await on(moved, { 'f.txt': `top\n${edited(20, 'new')}` });
    const id = await patchId(git, root, edit);
    expect(await patchId(git, moved, editMoved)).toBe(id);
    expect(await patchId(git, root, await on(root, { 'f.txt': edited(20, '  new') }))).not.toBe(id);
    const near = await on(root, { 'f.txt': edited(18, 'near') });
    const editNear = await on(near, { 'f.txt': edited(18, 'near').replace('line 20', 'new') });
    expect(await patchId(git, near, editNear)).not.toBe(id);
    const one = await patchId(git, root, await on(root, { 'x.bin': '\0one' }));
    expect(await patchId(git, root, await on(root, { 'x.bin': '\0two' }))).not.toBe(one);
  });
});

describe('files of a commit', () => {
  test('contents, modes, bounds', async () => {
    const repo = await repository();
    const commit = await repo.commit({
      'd/run.sh': '#!/bin/sh\n',
      'd/l': '→ run.sh',
      'big.txt': 'x'.repeat(100),
    });
    const git = await repo.open(path.join(repo.root, 'd'));
    expect(await listFiles(git, commit, ['d'])).toMatchObject([
      { path: 'd/l', mode: '120000', size: 6 },
      { path: 'd/run.sh', mode: '100755', size: 10 },
    ]);
    const show = async (file: string, maxBytes = 50) => showFile(git, { commit, path: file, maxBytes });
    expect(await show('d/run.sh')).toEqual({
      kind: 'file',
      mode: '100755',
      bytes: Buffer.from('#!/bin/sh\n'),
    });
    expect(await show('d/l')).toMatchObject({ kind: 'file', mode: '120000', bytes: Buffer.from('run.sh') });
    expect(await show('big.txt')).toEqual({ kind: 'too_large', mode: '100644', size: 100 });
    expect(await show('d')).toEqual({ kind: 'folder' });
    expect(await show('nothing')).toEqual({ kind: 'absent' });
    expect(await show('../a.txt')).toEqual({ kind: 'absent' });
  });
});
