import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { mergeInto } from '../../../src/io/git/apply.ts';
import { diff, patchId } from '../../../src/io/git/diff.ts';
import { showFile } from '../../../src/io/git/files.ts';
import { log } from '../../../src/io/git/history.ts';
import { inspect } from '../../../src/io/git/inspect.ts';
import { rebase } from '../../../src/io/git/rebase.ts';
import { moveRef } from '../../../src/io/git/refs.ts';
import { captureDirty } from '../../../src/io/git/snapshot.ts';
import { userTree } from '../../../src/io/git/user-tree.ts';
import { openSlot } from '../../../src/io/slot.ts';
import { type Repository, repository, writeFiles } from './repository.ts';

const HOOKS = [
  'pre-commit',
  'post-commit',
  'reference-transaction',
  'post-index-change',
  'post-checkout',
  'post-merge',
  'commit-msg',
];

/** Every operation of ours, one after the other, on a repository with an edit in checkout and slot. */
async function everything(repo: Repository): Promise<void> {
  const git = await repo.open();
  const at = (name: string): string => path.join(repo.home, 'state', name);
  const base = await repo.git('rev-parse', 'base');
  const slot = openSlot({ git, path: at('s1'), indexFile: at('s1.index'), trash: at('trash') });
  await inspect(git);
  await userTree(git);
  await repo.write({ 'b.txt': 'dirty\n' });
  await captureDirty(git, { ref: 'refs/orchestrate/r1/base', message: 'm', scratch: repo.home });
  await slot.reset(base, { keep: ['node_modules'] });
  await writeFiles(slot.path, { 'a.txt': 'theirs\n', 'c.txt': 'c\n', 'x.dat': '\0new' });
  const made = await slot.snapshot({ base, message: 'work' });
  const commit = made?.commit ?? '';
  expect(made?.changes.map((change) => change.path)).toEqual(['a.txt', 'c.txt', 'x.dat']);
  expect(await diff(git, { base, commit })).toContain('+theirs');
  await patchId(git, base, commit);
  await showFile(git, { commit, path: 'x.dat' });
  const clean = await rebase(git, { base, commit, head: await repo.git('rev-parse', 'elsewhere') });
  expect(clean.kind).toBe('rebased');
  expect(await rebase(git, { base, commit, head: await repo.git('rev-parse', 'same') })).toMatchObject({
    kind: 'conflict',
  });
  await log(git, base, commit);
  await moveRef(git, { ref: 'refs/heads/orchestrate/r1', from: null, to: commit });
  await slot.reset(base);
  await repo.write({ 'b.txt': 'b\n' });
  await mergeInto(git, { commit, message: 'merge' });
}

describe('nothing that a repository names is started', () => {
  let repo: Repository;
  let payload: string;
  let marks: string;

  beforeEach(async () => {
    repo = await repository();
    await repo.commit({
      '.gitattributes': '*.txt merge=evil diff=evil filter=evil\n*.dat diff=evil\n',
      'b.txt': 'b\n',
      'x.dat': '\0',
    });
    await repo.git('tag', 'base');
    await repo.git('checkout', '-q', '-b', 'elsewhere');
    await repo.commit({ 'new.txt': '' });
    await repo.git('checkout', '-q', '-b', 'same', 'base');
    await repo.commit({ 'a.txt': 'ours\n' });
    await repo.git('checkout', '-q', 'main');
    marks = path.join(repo.home, 'marks');
    payload = path.join(repo.home, 'payload');
    await mkdir(marks);
    await writeFile(payload, `#!/bin/sh\necho "$@" > '${marks}/'$$\ncat\nexit 0\n`);
    await chmod(payload, 0o755);
  });

  const started = async (): Promise<string[]> => readdir(marks);

  test.each<[string, (repo: Repository) => Promise<unknown>]>([
    ['fsmonitor', async () => repo.git('config', 'core.fsmonitor', payload)],
    [
      'filters',
      async () => {
        await repo.git('config', 'filter.evil.clean', payload);
        await repo.git('config', 'filter.evil.smudge', payload);
        await repo.git('config', 'filter.evil.required', 'true');
      },
    ],
    ['a filter process', async () => repo.git('config', 'filter.evil.process', payload)],
    [
      'drivers',
      async () => {
        await repo.git('config', 'diff.evil.textconv', payload);
        await repo.git('config', 'diff.evil.command', payload);
        await repo.git('config', 'diff.external', payload);
        await repo.git('config', 'merge.evil.driver', `${payload} %A`);
        await repo.git('config', 'merge.default', 'evil');
      },
    ],
    [
      'a driver whose name holds = and dots',
      async () => {
        await repo.write({ '.git/info/attributes': '*.txt filter=a=b.c\n' });
        await repo.git('config', 'filter.a=b.c.clean', payload);
        await repo.git('config', 'filter.a=b.c.smudge', payload);
      },
    ],
    [
      'programs around git',
      async () => {
        for (const key of [
          'gpg.program',
          'core.editor',
          'core.pager',
          'core.sshCommand',
          'core.askPass',
          'core.alternateRefsCommand',
        ]) {
          await repo.git('config', key, payload);
        }
        await repo.git('config', 'commit.gpgSign', 'true');
        await repo.git('config', 'log.showSignature', 'true');
      },
    ],
    [
      'hooks in their folder',
      async () => {
        await mkdir(path.join(repo.root, '.git/hooks'), { recursive: true });
        await Promise.all(
          HOOKS.map(async (hook) =>
            writeFile(path.join(repo.root, '.git/hooks', hook), `#!/bin/sh\n${payload}\n`, { mode: 0o755 }),
          ),
        );
      },
    ],
    [
      'hooks elsewhere',
      async () => {
        await mkdir(path.join(repo.home, 'hooks'));
        await Promise.all(
          HOOKS.map(async (hook) =>
            writeFile(path.join(repo.home, 'hooks', hook), `#!/bin/sh\n${payload}\n`, { mode: 0o755 }),
          ),
        );
        await repo.git('config', 'core.hooksPath', path.join(repo.home, 'hooks'));
      },
    ],
    [
      'an included file',
      async () => {
        await writeFile(
          path.join(repo.home, 'inc'),
          `[core]\n\tfsmonitor = ${payload}\n[filter "evil"]\n\tclean = ${payload}\n`,
        );
        await repo.git('config', 'include.path', path.join(repo.home, 'inc'));
      },
    ],
    [
      'configuration of a work tree',
      async () => {
        await repo.git('config', 'extensions.worktreeConfig', 'true');
        await repo.git('config', '--worktree', 'filter.evil.clean', payload);
      },
    ],
  ])('%s', async (_, poison) => {
    await poison(repo);
    await everything(repo);
    expect(await started()).toEqual([]);
  });

  test('a driver that is named, or included, after the repository was opened', async () => {
    const git = await repo.open();
    const at = (name: string): string => path.join(repo.home, 'state', name);
    const slot = openSlot({ git, path: at('s1'), indexFile: at('s1.index'), trash: at('trash') });
    const base = await repo.git('rev-parse', 'base');
    await slot.reset(base);
    for (const [i, poison] of [
      async () => repo.git('config', 'filter.evil.clean', payload),
      async () => repo.git('config', 'include.path', path.join(repo.home, 'inc')),
      async () => writeFile(path.join(repo.home, 'inc'), `[filter "later"]\n\tclean = ${payload}\n`),
    ].entries()) {
      await poison();
      await writeFiles(slot.path, { 'a.txt': String(i), '.gitattributes': '*.txt filter=later\n' });
      await slot.snapshot({ base, message: 'm' });
    }
    expect(await started()).toEqual([]);
  });

  test('the poison of these tests works on plain git', async () => {
    await repo.git('config', 'filter.evil.clean', payload);
    await repo.write({ 'a.txt': 'x\n' });
    await repo.git('add', 'a.txt');
    expect(await started()).not.toEqual([]);
  });
});

test('a repository inside a slot with a hook on its status is not entered', async () => {
  const repo = await repository();
  const git = await repo.open();
  const at = (name: string): string => path.join(repo.home, 'state', name);
  const slot = openSlot({ git, path: at('s1'), indexFile: at('s1.index'), trash: at('trash') });
  const base = await repo.git('rev-parse', 'HEAD');
  await slot.reset(base);
  const inner = path.join(slot.path, 'inner');
  await repo.git('init', '-q', inner);
  await repo.git('-C', inner, 'config', 'core.fsmonitor', `touch ${repo.home}/started; false`);
  await writeFiles(inner, { 'x.txt': 'x' });
  expect(await slot.snapshot({ base, message: 'm' })).toBeNull();
  await slot.reset(base);
  expect(await readdir(repo.home)).not.toContain('started');
});
