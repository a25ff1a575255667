import { execFile } from 'node:child_process';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { sameUserTree, userTree } from '../../src/io/git/user-tree.ts';
import { openSlot, type Slot } from '../../src/io/slot.ts';
import { emptyTrash } from '../../src/io/slot-trash.ts';
import { type Repository, repository, writeFiles } from './git/repository.ts';

const run = promisify(execFile);

async function slotOf(repo: Repository, name = 's1'): Promise<Slot & { readonly trash: string }> {
  const state = path.join(repo.home, 'state');
  const trash = path.join(state, 'trash');
  const git = await repo.open();
  return {
    ...openSlot({ git, path: path.join(state, name), indexFile: path.join(state, `${name}.index`), trash }),
    trash,
  };
}

/** The git of whoever works inside the slot. */
async function inside(repo: Repository, slot: Slot, ...args: string[]): Promise<string> {
  return (
    await run('git', args, { cwd: slot.path, env: { ...repo.env, ...slot.environment } })
  ).stdout.trimEnd();
}

/** Every file and link below a folder with its mode and contents; the agent's git directory left out. */
async function contents(dir: string, at = ''): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(path.join(dir, at), { withFileTypes: true })) {
    const name = path.join(at, entry.name);
    if (name === '.git') {
      continue;
    }
    if (entry.isDirectory()) {
      Object.assign(found, { [`${name}/`]: 'folder' }, await contents(dir, name));
    } else if (entry.isSymbolicLink()) {
      found[name] = `→ ${await readlink(path.join(dir, name))}`;
    } else {
      const executable = ((await lstat(path.join(dir, name))).mode & 0o100) !== 0;
      found[name] =
        `${executable ? '*' : ''}${entry.isFile() ? await readFile(path.join(dir, name), 'utf8') : 'special'}`;
    }
  }
  return found;
}

const FILES = {
  'a.txt': 'one\n',
  'run.sh': '#!/bin/sh\n',
  'src/x.ts': 'x\n',
  link: '→ src/x.ts',
  '.gitignore': 'node_modules\n*.log\n',
};

describe('files', () => {
  test('exactly those of the commit: modes, links, odd names', async () => {
    const repo = await repository();
    const names = {
      'a b/c.txt': '1',
      'two\nlines': '2',
      'ü/é.txt': '3',
      '-n': '4',
      '"q"': '5',
      'tab\t': '6',
    };
    const commit = await repo.commit({ ...FILES, ...names });
    const slot = await slotOf(repo);
    expect(await slot.reset(commit)).toMatchObject({ fresh: true, because: null });
    expect(await contents(slot.path)).toEqual(await contents(repo.root));
    expect((await lstat(slot.path)).mode & 0o777).toBe(0o700);
  });

  test('after any mess, the next reset gives exactly the next commit', async () => {
    const repo = await repository();
    const first = await repo.commit(FILES);
    await repo.git('rm', '-q', 'src/x.ts', 'link');
    const second = await repo.commit({ 'b/y.ts': 'y\n' });
    const outside = path.join(repo.home, 'outside');
    await writeFiles(outside, { 'keep.txt': 'mine', 'y.ts': 'mine too' });
    const slot = await slotOf(repo);
    await slot.reset(first);

    await writeFiles(slot.path, {
      'new/deep/file.txt': 'n',
      'x.log': 'ignored',
      'src/.git/HEAD': 'ref: x',
      'a.txt': 'changed',
    });
    await run('mkfifo', [path.join(slot.path, 'src/pipe')]);
    await symlink(outside, path.join(slot.path, 'b'));
    await rm(path.join(slot.path, 'run.sh'));
    await mkdir(path.join(slot.path, 'run.sh/now/a/folder'), { recursive: true });
    await inside(repo, slot, 'init', '-q', 'nested');
    await writeFile(path.join(slot.path, 'nested/file'), '');

    expect(await slot.reset(second)).toMatchObject({ fresh: false });
    expect(await contents(slot.path)).toEqual(await contents(repo.root));
    expect(await contents(outside)).toEqual({ 'keep.txt': 'mine', 'y.ts': 'mine too' });
  });

  test('an edit of the same size in the same moment is undone too', async () => {
    const repo = await repository();
    const commit = await repo.commit(FILES);
    const slot = await slotOf(repo);
    for (const text of ['two\n', 'six\n', 'ten\n']) {
      await slot.reset(commit);
      await writeFile(path.join(slot.path, 'a.txt'), text);
      await slot.reset(commit);
      expect(await readFile(path.join(slot.path, 'a.txt'), 'utf8')).toBe('one\n');
    }
  });

  test('a folder that became a link is not followed', async () => {
    const repo = await repository();
    const commit = await repo.commit({ 'src/x.ts': 'x\n', 'src/deep/y.ts': 'y\n' });
    const outside = path.join(repo.home, 'outside');
    await writeFiles(outside, { 'x.ts': 'mine', '.git/HEAD': 'mine', 'deep/y.ts': 'mine' });
    const before = await contents(outside);
    const slot = await slotOf(repo);
    await slot.reset(commit);
    await rm(path.join(slot.path, 'src'), { recursive: true });
    await symlink(outside, path.join(slot.path, 'src'));
    await slot.reset(commit);
    expect(await contents(slot.path)).toEqual(await contents(repo.root));
    expect(await contents(outside)).toEqual(before);
    expect(await readFile(path.join(outside, '.git/HEAD'), 'utf8')).toBe('mine');
  });

  test('a tree alone will do', async () => {
    const repo = await repository();
    const slot = await slotOf(repo);
    await slot.reset(await repo.git('rev-parse', 'HEAD^{tree}'));
    expect(await contents(slot.path)).toEqual({ 'a.txt': 'one\n' });
    expect(await inside(repo, slot, 'status', '--porcelain')).toBe('');
  });

  test('the whole tree although the user sees a part of it, and empty folders for submodules', async () => {
    const repo = await repository();
    const inner = await repository();
    await repo.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner.root, 'sub');
    const commit = await repo.commit({ 'docs/d.md': 'd', 'lib/l.ts': 'l' });
    await repo.git('sparse-checkout', 'set', 'docs');
    const slot = await slotOf(repo);
    await slot.reset(commit);
    await writeFiles(slot.path, { 'sub/stray.txt': '' });
    await slot.reset(commit);
    expect(await contents(slot.path)).toMatchObject({ 'lib/l.ts': 'l', 'docs/d.md': 'd', 'sub/': 'folder' });
    expect(await readdir(path.join(slot.path, 'sub'))).toEqual([]);
    expect(await slot.snapshot({ base: commit, message: 'm' })).toBeNull();
  });

  test('line ends as the user has them checked out, and no change because of them', async () => {
    const repo = await repository();
    const commit = await repo.commit({ 'b.txt': 'one\ntwo\n' });
    await repo.git('config', 'core.autocrlf', 'true');
    const slot = await slotOf(repo);
    await slot.reset(commit);
    expect(await readFile(path.join(slot.path, 'b.txt'), 'utf8')).toBe('one\r\ntwo\r\n');
    await writeFile(path.join(slot.path, 'b.txt'), 'one\r\n2\r\n');
    const made = await slot.snapshot({ base: commit, message: 'm' });
    expect(made?.changes).toMatchObject([{ path: 'b.txt', added: 1, deleted: 1 }]);
    expect(await inside(repo, slot, 'diff', '--stat')).toContain('1 insertion(+), 1 deletion(-)');
  });

  test('pointers of large files stay pointers, with the program configured or not', async () => {
    const repo = await repository();
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n';
    const commit = await repo.commit({ 'big.bin': pointer, '.gitattributes': '*.bin filter=lfs\n' });
    for (const scope of ['--global', '--local']) {
      await repo.git('config', scope, 'filter.lfs.process', 'false');
      await repo.git('config', scope, 'filter.lfs.required', 'true');
    }
    const slot = await slotOf(repo);
    await slot.reset(commit);
    expect(await readFile(path.join(slot.path, 'big.bin'), 'utf8')).toBe(pointer);
    expect(await slot.snapshot({ base: commit, message: 'm' })).toBeNull();
  });
});

describe('a slot that cannot be trusted is made anew', () => {
  const faults: [string, (slot: Slot) => Promise<unknown>][] = [
    ['nothing is known of it', async (slot) => rm(`${slot.tree.indexFile}.json`)],
    [
      'its last reset was cut short',
      async (slot) => {
        const file = `${slot.tree.indexFile}.json`;
        await writeFile(file, (await readFile(file, 'utf8')).replace('true', 'false'));
      },
    ],
    ['index', async (slot) => writeFile(slot.tree.indexFile, 'garbage')],
    [
      'it is not a folder',
      async (slot) => {
        await rename(slot.path, `${slot.path}.moved`);
        await symlink(`${slot.path}.moved`, slot.path);
      },
    ],
  ];
  test.each(faults)('%s', async (because, damage) => {
    const repo = await repository();
    const commit = await repo.commit(FILES);
    const slot = await slotOf(repo);
    await slot.reset(commit);
    await damage(slot);
    const result = await slot.reset(commit);
    expect(result.fresh).toBe(true);
    expect(result.because).toContain(because);
    expect(await contents(slot.path)).toEqual(await contents(repo.root));
  });

  test('something that was there before any slot is put away, not used', async () => {
    const repo = await repository();
    const slot = await slotOf(repo);
    await writeFiles(slot.path, { 'foreign.txt': 'f' });
    await slot.reset(await repo.git('rev-parse', 'HEAD'));
    expect(await contents(slot.path)).toEqual({ 'a.txt': 'one\n' });
    const [put] = await readdir(slot.trash);
    expect(await readdir(path.join(slot.trash, put ?? ''))).toEqual(['foreign.txt']);
  });

  test('no folder, no fallback', async () => {
    const repo = await repository();
    await writeFile(path.join(repo.home, 'state'), 'a file where folders should be');
    const slot = await slotOf(repo);
    await expect(slot.reset(await repo.git('rev-parse', 'HEAD'))).rejects.toThrow(/ENOTDIR|EEXIST/);
  });

  test('an unknown commit leaves a good slot as it is', async () => {
    const repo = await repository();
    const slot = await slotOf(repo);
    await slot.reset(await repo.git('rev-parse', 'HEAD'));
    await expect(slot.reset('0'.repeat(40))).rejects.toThrow(/git cat-file/);
    expect(await contents(slot.path)).toEqual({ 'a.txt': 'one\n' });
  });
});

describe('dependencies', () => {
  const keep = ['node_modules', 'target'];

  test('stay while their lock file is the same, go when it changes', async () => {
    const repo = await repository();
    const lock = 'packages/api/package-lock.json';
    const first = await repo.commit({ ...FILES, [lock]: '1' });
    const second = await repo.commit({ 'a.txt': 'other\n' });
    const third = await repo.commit({ [lock]: '2' });
    const slot = await slotOf(repo);
    await slot.reset(first, { keep });
    await writeFiles(slot.path, {
      'packages/api/node_modules/left/index.js': 'i',
      'node_modules/x/y': 'y',
      'a.log': '',
    });
    const kept = ['node_modules', 'packages/api/node_modules'];
    expect(await slot.reset(second, { keep })).toMatchObject({ kept, dropped: [] });
    expect(await slot.reset(third, { keep })).toMatchObject({
      kept: ['node_modules'],
      dropped: ['packages/api/node_modules'],
    });
    expect(await contents(slot.path)).toMatchObject({ 'node_modules/x/y': 'y' });
    expect(await contents(slot.path)).not.toHaveProperty('packages/api/node_modules/');
  });

  test('go when an agent had changed the lock file that is put back', async () => {
    const repo = await repository();
    const commit = await repo.commit({ ...FILES, 'package-lock.json': '1' });
    const slot = await slotOf(repo);
    await slot.reset(commit, { keep });
    await writeFiles(slot.path, { 'node_modules/x/y': 'y', 'package-lock.json': '2' });
    expect(await slot.reset(commit, { keep })).toMatchObject({ kept: [], dropped: ['node_modules'] });
  });

  test('the nearest lock file above decides, and without any the manifest', async () => {
    const repo = await repository();
    const first = await repo.commit({ ...FILES, 'p/package.json': '1' });
    const second = await repo.commit({ 'p/package.json': '2', 'pnpm-lock.yaml': '1' });
    const third = await repo.commit({ 'p/package.json': '3' });
    const slot = await slotOf(repo);
    const again = async (commit: string) => {
      await writeFiles(slot.path, { 'p/node_modules/x': '' });
      return slot.reset(commit, { keep });
    };
    await slot.reset(first, { keep });
    expect(await again(first)).toMatchObject({ kept: ['p/node_modules'] });
    expect(await again(second)).toMatchObject({ dropped: ['p/node_modules'] });
    expect(await again(third)).toMatchObject({ kept: ['p/node_modules'] });
  });

  test('a folder of that name which is work, or a link, or the commit’s own, does not stay', async () => {
    const repo = await repository();
    const first = await repo.commit(FILES);
    await repo.write({ 'node_modules/own.js': 'own' });
    await repo.git('add', '-f', 'node_modules/own.js');
    await repo.git('commit', '-qm', 'vendored');
    const second = await repo.git('rev-parse', 'HEAD');
    const slot = await slotOf(repo);
    await slot.reset(first, { keep });
    await writeFiles(slot.path, { 'src/target/work.ts': 'w', node_modules: `→ ${repo.root}` });
    expect(await slot.reset(first, { keep })).toMatchObject({ kept: [], dropped: ['src/target'] });
    expect(await lstat(path.join(slot.path, 'node_modules')).catch(() => null)).toBeNull();
    await writeFiles(slot.path, { 'node_modules/strange.js': '' });
    await slot.reset(second, { keep });
    expect(await contents(slot.path)).toEqual(await contents(repo.root));
  });

  test('what the setup made is no work, ignored or not', async () => {
    const repo = await repository();
    const commit = await repo.git('rev-parse', 'HEAD');
    const slot = await slotOf(repo);
    await slot.reset(commit, { keep });
    await writeFiles(slot.path, { 'node_modules/x/y': 'y', 'setup.out': '' });
    expect(await slot.settle()).toEqual(['node_modules', 'setup.out']);
    await writeFiles(slot.path, { 'b.txt': 'work' });
    const made = await slot.snapshot({ base: commit, message: 'm' });
    expect(made?.changes.map((change) => change.path)).toEqual(['b.txt']);
    expect(await slot.reset(commit, { keep })).toMatchObject({ kept: ['node_modules'] });
    expect(Object.keys(await contents(slot.path))).toEqual([
      'a.txt',
      'node_modules/',
      'node_modules/x/',
      'node_modules/x/y',
    ]);
  });
});

describe('what happens inside stays inside', () => {
  test('commit, stash, branch, config, amend, checkout: the user’s checkout and refs are as they were, the work is found', async () => {
    const repo = await repository();
    const base = await repo.commit(FILES);
    await repo.write({ 'a.txt': 'uncommitted\n', 'untracked.txt': 'u' });
    const git = await repo.open();
    const before = await userTree(git);
    const slot = await slotOf(repo);
    await slot.reset(base);
    const agent = async (...args: string[]) => inside(repo, slot, ...args);
    expect(await agent('status', '--porcelain')).toBe('');
    expect(await agent('log', '-1', '--format=%H')).toBe(base);
    expect(await agent('rev-parse', '--show-toplevel')).toBe(slot.path);

    await writeFiles(slot.path, { 'src/x.ts': 'stashed\n' });
    await agent('stash');
    await writeFiles(slot.path, { 'src/x.ts': 'edited\n', 'committed.txt': 'c' });
    await agent('add', '-A');
    await agent('commit', '-qm', 'mine');
    await agent('commit', '-q', '--amend', '-m', 'amended');
    await agent('config', 'core.hooksPath', '/tmp/evil');
    await agent('checkout', '-q', '-b', 'other');
    await agent('branch', '-D', 'work');
    await agent('tag', 'v9');
    await rm(path.join(slot.path, 'run.sh'));
    const made = await slot.snapshot({ base, message: 'work' });

    expect(made?.changes.map(({ path: file, status }) => `${status} ${file}`)).toEqual([
      'A committed.txt',
      'D run.sh',
      'M src/x.ts',
    ]);
    expect(await repo.git('rev-parse', `${made?.commit ?? ''}^`)).toBe(base);
    expect(sameUserTree(before, await userTree(git))).toEqual([]);
  });

  test('a fetch of one commit only does not make the user’s repository shallow', async () => {
    const repo = await repository();
    await repo.commit(FILES);
    const slot = await slotOf(repo);
    await slot.reset(await repo.git('rev-parse', 'HEAD'));
    await inside(repo, slot, 'fetch', '-q', '--depth=1', `file://${repo.root}`);
    expect(await repo.git('rev-parse', '--is-shallow-repository')).toBe('false');
  });

  test('a slot of a shallow clone with its history cut at the same place', async () => {
    const origin = await repository();
    await origin.commit(FILES);
    const repo = await repository();
    const clone = path.join(repo.home, 'clone');
    await repo.git('clone', '-q', '--depth=1', `file://${origin.root}`, clone);
    const slot = await slotOf({ ...repo, open: async () => repo.open(clone) });
    await slot.reset(await origin.git('rev-parse', 'HEAD'));
    expect((await inside(repo, slot, 'log', '--format=%s')).split('\n')).toHaveLength(1);
  });

  test('from a linked work tree of a bare repository', async () => {
    const repo = await repository();
    const bare = path.join(repo.home, 'bare.git');
    const linked = path.join(repo.home, 'linked');
    await repo.git('clone', '-q', '--bare', repo.root, bare);
    await repo.git('-C', bare, 'worktree', 'add', '-q', linked);
    const slot = await slotOf({ ...repo, open: async () => repo.open(linked) });
    const commit = await repo.git('rev-parse', 'HEAD');
    await slot.reset(commit);
    await writeFiles(slot.path, { 'b.txt': 'b' });
    expect((await slot.snapshot({ base: commit, message: 'm' }))?.changes).toHaveLength(1);
  });

  test('ignore rules of the user hold inside', async () => {
    const repo = await repository();
    await repo.git('config', '--global', 'core.excludesFile', '~/ignored');
    await writeFile(path.join(repo.home, 'ignored'), '*.swp\n');
    await repo.write({ '.git/info/exclude': 'private\n' });
    const slot = await slotOf(repo);
    const commit = await repo.git('rev-parse', 'HEAD');
    await slot.reset(commit);
    await writeFiles(slot.path, { 'x.swp': '', private: '' });
    expect(await inside(repo, slot, 'status', '--porcelain')).toBe('');
    expect(await slot.snapshot({ base: commit, message: 'm' })).toBeNull();
  });
});

test('a lock that a killed call left on the index stops neither snapshot nor reset', async () => {
  const repo = await repository();
  const commit = await repo.git('rev-parse', 'HEAD');
  const slot = await slotOf(repo);
  await slot.reset(commit);
  await writeFiles(slot.path, { 'b.txt': 'work' });
  await writeFile(`${slot.tree.indexFile}.lock`, '');
  expect((await slot.snapshot({ base: commit, message: 'm' }))?.changes).toHaveLength(1);
  await writeFile(`${slot.tree.indexFile}.lock`, '');
  expect(await slot.reset(commit)).toMatchObject({ fresh: false });
});

test('eight slots made and committed at once', async () => {
  const repo = await repository();
  const base = await repo.commit(FILES);
  const slots = await Promise.all(Array.from({ length: 8 }, async (_, i) => slotOf(repo, `s${String(i)}`)));
  const made = await Promise.all(
    slots.map(async (slot, i) => {
      await slot.reset(base);
      await writeFiles(slot.path, { [`f${String(i)}.txt`]: String(i) });
      return slot.snapshot({ base, message: `number ${String(i)}` });
    }),
  );
  expect(made.map((one) => one?.changes.map((change) => change.path))).toEqual(
    slots.map((_, i) => [`f${String(i)}.txt`]),
  );
});

test('the trash is emptied, read-only folders included', async () => {
  const repo = await repository();
  const trash = await mkdtemp(path.join(repo.home, 'trash-'));
  await writeFiles(trash, { 'one/deep/file': 'x' });
  await chmod(path.join(trash, 'one/deep'), 0o555);
  await emptyTrash(trash);
  expect(await readdir(trash)).toEqual([]);
});
