import { chmod, mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { TEMPORARY } from '../../../src/io/files-names.ts';
import { listFiles, showFile } from '../../../src/io/git/files.ts';
import { captureDirty, type SnapshotOptions } from '../../../src/io/git/snapshot.ts';
import { sameUserTree, userTree } from '../../../src/io/git/user-tree.ts';
import { openSlot, type Slot } from '../../../src/io/slot.ts';
import { type Repository, repository, writeFiles } from './repository.ts';

/** A slot that holds the repository's head, and the way to commit what a test does in it. */
async function working(repo: Repository) {
  const git = await repo.open();
  const base = await repo.git('rev-parse', 'HEAD');
  const at = (name: string) => path.join(repo.home, 'state', name);
  const slot: Slot = openSlot({ git, path: at('s1'), indexFile: at('s1.index'), trash: at('trash') });
  await slot.reset(base);
  const snapshot = async (more: Partial<SnapshotOptions> = {}) =>
    slot.snapshot({ base, message: 'work', ...more });
  return { git, base, slot, snapshot };
}

describe('the work of a slot', () => {
  test('added, changed, deleted, renamed; modes, links, sizes', async () => {
    const repo = await repository();
    await repo.commit({
      'old.txt': 'many\nlines\nthat\nstay\n',
      'gone.txt': 'g',
      'run.sh': 'echo\n',
      'l.txt': 'x',
    });
    const { slot, snapshot } = await working(repo);
    await rm(path.join(slot.path, 'gone.txt'));
    await rm(path.join(slot.path, 'old.txt'));
    await rm(path.join(slot.path, 'l.txt'));
    await chmod(path.join(slot.path, 'run.sh'), 0o755);
    const files = {
      'new.txt': 'many\nlines\nthat\nstay\n',
      'a.txt': 'two!\n',
      'l.txt': '→ a.txt',
      'x.bin': '\0\0',
    };
    await writeFiles(slot.path, files);
    const made = await snapshot();
    const seen = made?.changes.map((c) => [c.status, c.path, c.oldMode, c.mode, c.size, c.binary]);
    expect(seen).toEqual([
      ['M', 'a.txt', '100644', '100644', 5, false],
      ['D', 'gone.txt', '100644', '000000', 0, false],
      ['M', 'l.txt', '100644', '120000', 5, false],
      ['R', 'new.txt', '100644', '100644', 21, false],
      ['M', 'run.sh', '100644', '100755', 5, false],
      ['A', 'x.bin', '000000', '100644', 2, true],
    ]);
    expect(made?.changes.find((c) => c.status === 'R')?.from).toBe('old.txt');
  });

  test("what a power cut left of a file that was being written is nobody's work", async () => {
    const repo = await repository();
    const { slot, snapshot } = await working(repo);
    const torn = `${TEMPORARY}0123456789ab`;
    await writeFiles(slot.path, { [torn]: 'ha', [`below/${torn}`]: 'ha', 'new.txt': 'new\n' });
    const made = await snapshot();
    expect(made?.changes.map((c) => c.path)).toEqual(['new.txt']);
  });

  test('odd names arrive byte for byte', async () => {
    const repo = await repository();
    const { git, slot, snapshot } = await working(repo);
    const names = [
      'a b/c.txt',
      'two\nlines',
      'tab\there',
      'ü.txt',
      '-dash',
      ':(top)magic',
      '"quoted"',
      '\\back',
      ' lead',
    ];
    await writeFiles(slot.path, Object.fromEntries(names.map((name) => [name, name])));
    await writeFile(Buffer.concat([Buffer.from(`${slot.path}/raw`), Buffer.from([0xff])]), 'raw');
    const made = await snapshot();
    expect(made?.changes.map((c) => c.path).toSorted()).toEqual([...names, 'raw\ufffd'].toSorted());
    const first = await showFile(git, { commit: made?.commit ?? '', path: ':(top)magic' });
    expect(first.kind === 'file' && first.bytes.toString()).toBe(':(top)magic');
    expect(await snapshot({ base: made?.commit ?? '' })).toBeNull();
  });

  test('message by stdin, trailers, one parent, the user’s name', async () => {
    const repo = await repository();
    const { base, slot, snapshot } = await working(repo);
    await writeFiles(slot.path, { 'b.txt': '' });
    const made = await snapshot({
      message: '-m $(x) "y"\n\n# kept\0',
      trailers: { Run: 'r1', Note: 'two\nlines' },
    });
    const commit = made?.commit ?? '';
    expect(await repo.git('log', '-1', '--format=%B', commit)).toBe(
      '-m $(x) "y"\n\n# kept\n\nRun: r1\nNote: two lines',
    );
    expect(await repo.git('log', '-1', '--format=%P %an <%ae> %cn', commit)).toBe(
      `${base} Ada <ada@example.org> Ada`,
    );
  });

  test('folders, files and links that changed places', async () => {
    const repo = await repository();
    await repo.commit({ 'f/x.txt': 'x', file: 'f', 'link/y.txt': 'y' });
    const { slot, snapshot } = await working(repo);
    await rm(path.join(slot.path, 'f'), { recursive: true });
    await rm(path.join(slot.path, 'link'), { recursive: true });
    await rm(path.join(slot.path, 'file'));
    await writeFiles(slot.path, { f: 'now a file', 'file/inner.txt': 'now a folder', link: '→ /etc' });
    const made = await snapshot();
    const seen = made?.changes.map((c) => `${c.status} ${c.path} ${c.mode}`);
    expect(seen?.toSorted()).toEqual([
      'A f 100644',
      'A file/inner.txt 100644',
      'A link 120000',
      'D f/x.txt 000000',
      'D file 000000',
      'D link/y.txt 000000',
    ]);
  });

  test('ignored files never; a repository inside is named and left out', async () => {
    const repo = await repository();
    await repo.commit({ '.gitignore': 'dist\n' });
    const { slot, snapshot } = await working(repo);
    await writeFiles(slot.path, { 'dist/x': '', 'b.txt': '', 'inner/file.txt': '', 'empty/keep.txt': '' });
    await repo.git('init', '-q', path.join(slot.path, 'inner'));
    await repo.git('init', '-q', path.join(slot.path, 'empty'));
    await repo.git('-C', path.join(slot.path, 'inner'), 'add', '-A');
    await repo.git('-C', path.join(slot.path, 'inner'), 'commit', '-qm', 'inner');
    const made = await snapshot();
    expect(made?.changes.map((c) => c.path)).toEqual(['b.txt']);
    expect(made?.nested).toEqual(['empty', 'inner']);
    await rm(path.join(slot.path, 'b.txt'));
    expect(await snapshot()).toBeNull();
  });

  test('a known folder that became a repository of its own is committed all the same', async () => {
    const repo = await repository();
    await repo.commit({ 'src/x.ts': 'x' });
    const { slot, snapshot } = await working(repo);
    await repo.git('init', '-q', path.join(slot.path, 'src'));
    await writeFiles(slot.path, { 'src/x.ts': 'changed', 'src/y.ts': 'new' });
    expect((await snapshot())?.changes.map((c) => c.path)).toEqual(['src/x.ts', 'src/y.ts']);
  });

  test('what cannot be stored is named, the rest is committed', async () => {
    const repo = await repository();
    const { slot, snapshot } = await working(repo);
    await writeFiles(slot.path, {
      'b.txt': 'b',
      'git~1': 'looks like .git elsewhere',
      'c.txt': 'c',
      'd/.GIT/config': 'x',
    });
    const made = await snapshot();
    expect(made?.changes.map((c) => c.path)).toEqual(['b.txt', 'c.txt']);
    expect(made?.refused).toEqual([
      { path: 'd/.GIT/config', reason: 'git forbids such a name' },
      { path: 'git~1', reason: 'git forbids such a name' },
    ]);
  });

  test('trouble with the object store is no refusal of a file', async () => {
    const repo = await repository();
    const { slot, snapshot } = await working(repo);
    await writeFiles(slot.path, { 'b.txt': 'b' });
    await rm(path.join(repo.root, '.git/objects'), { recursive: true });
    await writeFile(path.join(repo.root, '.git/objects'), 'no folder');
    await expect(snapshot()).rejects.toThrow(/git .* failed/);
  });
});

describe('the uncommitted state of the user', () => {
  const ref = 'refs/orchestrate/r1/base';

  async function captured(repo: Repository) {
    const git = await repo.open();
    const scratch = path.join(repo.home, 'scratch');
    await mkdir(scratch, { recursive: true });
    const index = await readFile(path.join(repo.root, '.git/index'));
    const before = await userTree(git);
    const result = await captureDirty(git, { ref, message: 'dirty', scratch });
    expect(await readFile(path.join(repo.root, '.git/index'))).toEqual(index);
    expect(sameUserTree(before, await userTree(git))).toEqual([]);
    return { git, result };
  }

  test('staged, modified, deleted and untracked files, on a ref of the run', async () => {
    const repo = await repository();
    const head = await repo.commit({
      'b.txt': '1\n',
      'c.txt': '1\n',
      'd.txt': '1\n',
      '.gitignore': '*.log\n',
    });
    await repo.write({ 'b.txt': 'staged\n', 'new.txt': 'untracked\n', 'x.log': 'ignored' });
    await repo.git('add', 'b.txt');
    await repo.write({ 'b.txt': 'staged and changed\n', 'c.txt': 'changed\n' });
    await rm(path.join(repo.root, 'd.txt'));
    const { git, result } = await captured(repo);
    const commit = result?.commit ?? '';
    expect(await repo.git('rev-parse', ref)).toBe(commit);
    expect(await repo.git('rev-parse', `${ref}^`)).toBe(head);
    expect((await listFiles(git, commit)).map((file) => file.path)).toEqual([
      '.gitignore',
      'a.txt',
      'b.txt',
      'c.txt',
      'new.txt',
    ]);
    expect(await repo.git('show', `${ref}:b.txt`)).toBe('staged and changed');
  });

  test('a clean tree gives nothing; a second capture does not overwrite the first', async () => {
    const repo = await repository();
    expect((await captured(repo)).result).toBeNull();
    await repo.write({ 'n.txt': '' });
    await captured(repo);
    await repo.write({ 'm.txt': '' });
    await expect(captured(repo)).rejects.toThrow(/exists already/);
  });

  test('from a sparse checkout the hidden files stay', async () => {
    const repo = await repository();
    await repo.commit({ 'docs/d.md': 'd', 'lib/l.ts': 'l' });
    await repo.git('sparse-checkout', 'set', 'docs');
    await repo.write({ 'docs/d.md': 'changed' });
    const { git, result } = await captured(repo);
    const files = (await listFiles(git, result?.commit ?? '')).map((file) => file.path);
    expect(files).toEqual(['a.txt', 'docs/d.md', 'lib/l.ts']);
  });

  test('an edit as young as the index is seen', async () => {
    const repo = await repository();
    await repo.write({ 'a.txt': 'six\n' });
    const index = path.join(repo.root, '.git/index');
    const { mtimeMs } = await stat(path.join(repo.root, 'a.txt'));
    // Same size, and times as if edit and index were of one moment.
    await repo.git('add', 'a.txt');
    await repo.git('commit', '-qm', 'six');
    await repo.write({ 'a.txt': 'ten\n' });
    await utimes(path.join(repo.root, 'a.txt'), mtimeMs / 1000, mtimeMs / 1000);
    await utimes(index, mtimeMs / 1000, mtimeMs / 1000);
    const { result } = await captured(repo);
    expect(await repo.git('show', `${result?.commit ?? ''}:a.txt`)).toBe('ten');
  });

  test('files that only a program could store are named and left as they were', async () => {
    const repo = await repository();
    await repo.commit({ 'big.bin': 'pointer', '.gitattributes': '*.bin filter=lfs\n' });
    await repo.git('config', '--global', 'filter.lfs.clean', 'false');
    await repo.write({ 'big.bin': 'contents of many megabytes', 'other.txt': 'o' });
    const { result } = await captured(repo);
    expect(result?.filtered).toEqual(['big.bin']);
    expect(await repo.git('show', `${result?.commit ?? ''}:big.bin`)).toBe('pointer');
    expect(await repo.git('show', `${result?.commit ?? ''}:other.txt`)).toBe('o');
  });
});
