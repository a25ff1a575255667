import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { attempted, looksOf, refused, userOf } from './refusal.ts';
import { bash, checkpoint, done, expectExit, plans, scene, writes } from './scene.ts';

const one = { planner: [plans(checkpoint('c1'))], coder: [writes('c.txt', 'new\n'), done()] };
const CHECK = ['--check', 'sh check.sh'];

test.concurrent('outside of a repository nothing can land', async () => {
  const at = await scene();
  const folder = path.join(at.repo.home, 'plain');
  await mkdir(folder);
  await writeFile(path.join(folder, 'spec.md'), '# x\n\nDo it.\n');
  expect(await attempted(at, ['spec.md'], { cwd: folder })).toEqual(
    refused(3, /plain is not in a git repository/, /git init/),
  );
});

test.concurrent('a bare repository has no files to work on', async () => {
  const at = await scene();
  const bare = path.join(at.repo.home, 'bare.git');
  await at.repo.git('clone', '-q', '--bare', '.', bare);
  const spec = path.join(at.repo.root, 'spec.md');
  expect(await attempted(at, [spec], { cwd: bare })).toEqual(refused(3, /bare\.git has no working tree/));
});

test.concurrent('a repository without a commit is nothing to start from', async () => {
  const at = await scene();
  const fresh = path.join(at.repo.home, 'fresh');
  await mkdir(fresh);
  await at.repo.git('init', '-q', fresh);
  const spec = path.join(at.repo.root, 'spec.md');
  expect(await attempted(at, [spec], { cwd: fresh })).toEqual(
    refused(3, /no commit yet/, /git commit --allow-empty/),
  );
});

test.concurrent('uncommitted changes are listed, with both ways on', async () => {
  const at = await scene();
  await at.repo.write('a.txt', 'changed\n');
  await at.repo.write('staged.txt', 'staged\n');
  await at.repo.git('add', 'staged.txt');
  await at.repo.write('new file.txt', 'untracked\n');
  const says = [/a\.txt/, /staged\.txt/, /new file\.txt/, /--include-dirty/, /--allow-dirty/];
  const tried = await attempted(at, ['spec.md']);
  expect(tried).toEqual(refused(3, ...says));
  expect(tried.stderr).not.toMatch(/spec\.md/);
});

test.concurrent('with --allow-dirty the run starts from HEAD and says what it leaves out', async () => {
  const at = await scene({ script: { ...one, coder: [bash('cat a.txt'), ...one.coder] } });
  await at.repo.write('a.txt', 'changed\n');
  const before = await userOf(at);
  const ran = await at.run(['spec.md', '--allow-dirty', ...CHECK]);
  expectExit(ran, 0);
  expect(ran.stderr).toMatch(/your uncommitted changes are not part of the base/);
  expect(at.sent('coder')[1]?.messages.at(-1)?.content).toContain('one');
  expect(await userOf(at)).toEqual(before);
});

test.concurrent(
  'with --include-dirty coders see the changes, and the user keeps every byte of the index',
  async () => {
    const look = bash('cat a.txt staged.txt untracked.txt; ls b.txt');
    const at = await scene({ script: { ...one, coder: [look, ...one.coder] } });
    await at.repo.write('a.txt', 'changed\n');
    await at.repo.write('staged.txt', 'staged\n');
    await at.repo.git('add', 'staged.txt');
    await at.repo.write('staged.txt', 'staged and changed\n');
    await at.repo.write('untracked.txt', 'untracked\n');
    await at.repo.git('rm', '-q', '--cached', 'b.txt');
    await at.repo.git('clean', '-fq', 'b.txt');
    const before = await userOf(at);
    const ran = await at.run(['spec.md', '--include-dirty', ...CHECK]);
    expectExit(ran, 0);
    const seen = at.sent('coder')[1]?.messages.at(-1)?.content;
    expect(seen).toContain('changed\nstaged and changed\nuntracked\n');
    expect(seen).toMatch(/b\.txt.*No such file/);
    expect(await userOf(at)).toEqual(before);
  },
);

test.concurrent('a merge that is not finished comes first', async () => {
  const at = await scene();
  await at.repo.git('switch', '-qc', 'side');
  await at.repo.write('a.txt', 'side\n');
  await at.repo.git('commit', '-qam', 'side');
  await at.repo.git('switch', '-q', 'main');
  await at.repo.write('a.txt', 'main\n');
  await at.repo.git('commit', '-qam', 'main');
  await at.repo.git('merge', '-q', 'side').catch(() => undefined);
  expect(await attempted(at, ['spec.md'])).toEqual(refused(3, /merge is in progress/, /git merge --abort/));
  expect(await attempted(at, ['spec.md', '--allow-dirty'])).toEqual(refused(3, /merge is in progress/));
});

test.concurrent('a lock of git is told with its path and age, and left where it is', async () => {
  const at = await scene();
  const lock = path.join(at.repo.root, '.git/index.lock');
  await writeFile(lock, '');
  const hourAgo = Date.now() / 1000 - 3600;
  await utimes(lock, hourAgo, hourAgo);
  expect(await attempted(at, ['spec.md'])).toEqual(refused(3, /\.git\/index\.lock/, /36\d\d s old/));
});

test.concurrent('a detached HEAD stays where it is, and the work lands on a branch of its own', async () => {
  const at = await scene({ script: one });
  await at.repo.git('checkout', '-q', '--detach');
  const before = await userOf(at);
  const ran = await at.run(['spec.md', ...CHECK]);
  expectExit(ran, 0);
  expect(await at.branch('c.txt')).toBe('new');
  expect(await userOf(at)).toEqual(before);
});

test.concurrent(
  'started in a sub-directory, commands and the check run there, under its own settings',
  async () => {
    const at = await scene({
      files: {
        'packages/api/agents.yaml': 'check: sh check-here.sh\n',
        'packages/api/AGENTS.md': 'Speak softly here.\n',
        'packages/api/check-here.sh': 'pwd; echo "ok 1 - here"; echo "1..1"\n',
      },
      script: { ...one, coder: [bash('pwd'), ...one.coder] },
    });
    const cwd = path.join(at.repo.root, 'packages/api');
    const ran = await at.run(['../../spec.md', '--json'], { cwd });
    expectExit(ran, 0);
    const [coder] = at.sent('coder');
    expect(coder?.messages[1]?.content).toContain('Speak softly here.');
    expect(at.sent('coder')[1]?.messages.at(-1)?.content).toMatch(/\/w1\/packages\/api$/);
    expect(JSON.stringify(ran.records.find((r) => r.type === 'check.ran'))).toMatch(/check\d\/packages\/api/);
  },
);

test.concurrent('in a linked worktree the run starts from what is checked out there', async () => {
  const at = await scene({ script: one });
  const linked = path.join(at.repo.home, 'linked');
  await at.repo.git('worktree', 'add', '-q', '-b', 'side', linked);
  await writeFile(path.join(linked, 'side.txt'), 'side\n');
  const git = async (...args: string[]) => execa('git', args, { cwd: linked, env: at.repo.env });
  await git('add', '.');
  await git('-c', 'user.name=t', '-c', 'user.email=t@example.invalid', 'commit', '-qm', 'side');
  const before = await userOf(at);
  const ran = await at.run([path.join(at.repo.root, 'spec.md'), ...CHECK], { cwd: linked });
  expectExit(ran, 0);
  expect(await at.branch('side.txt')).toBe('side');
  expect(await userOf(at)).toEqual(before);
  expect((await git('status', '--porcelain')).stdout).toBe('');
});

test.concurrent('variables of a git that called us say nothing about where we are', async () => {
  const at = await scene({ script: one });
  const elsewhere = path.join(at.repo.home, 'elsewhere');
  await at.repo.git('clone', '-q', '.', elsewhere);
  const before = await looksOf({ repo: { ...at.repo, root: elsewhere } });
  const env = {
    GIT_DIR: path.join(elsewhere, '.git'),
    GIT_INDEX_FILE: path.join(elsewhere, '.git/index'),
    GIT_WORK_TREE: elsewhere,
  };
  const ran = await at.run(['spec.md', ...CHECK], { env });
  expectExit(ran, 0);
  expect(await at.branch('c.txt')).toBe('new');
  expect((await looksOf({ repo: { ...at.repo, root: elsewhere } })).index).toBe(before.index);
});

test.concurrent('without a place for records nothing is begun', async () => {
  const at = await scene();
  const env = { HOME: '', XDG_STATE_HOME: 'relative/path' };
  expect(await attempted(at, ['spec.md'], { env })).toEqual(refused(3, /XDG_STATE_HOME/, /HOME/));
});
