import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { userOf } from './refusal.ts';
import { bash, checkpoint, done, expectExit, FILES, plans, scene, writes } from './scene.ts';

const CHECK = ['--check', 'sh check.sh'];
const one = { planner: [plans(checkpoint('c1'))], coder: [writes('c.txt', 'new\n'), done()] };

test.concurrent(
  'in a submodule the work lands in the submodule, and the outer repository stays as it was',
  async () => {
    const at = await scene({ script: one });
    const outer = path.join(at.repo.home, 'outer');
    await mkdir(outer);
    const git = async (...args: string[]) => at.repo.git('-C', outer, ...args);
    await git('init', '-q');
    await git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', at.repo.root, 'inner');
    await git('commit', '-qm', 'outer');
    const inner = path.join(outer, 'inner');
    const ran = await at.run([path.join(at.repo.root, 'spec.md'), ...CHECK], { cwd: inner });
    expectExit(ran, 0);
    const branch = await git('-C', inner, 'branch', '--list', 'orchestrate/*', '--format=%(refname:short)');
    expect(await git('-C', inner, 'show', `${branch}:c.txt`)).toBe('new');
    expect(await git('status', '--porcelain')).toBe('');
  },
);

test.concurrent(
  'a repository inside of this one that git ignores is out of reach of the copies',
  async () => {
    const at = await scene({
      files: { ...FILES, '.gitignore': 'inner/\n' },
      script: { ...one, coder: [bash('ls inner 2>&1'), ...one.coder] },
    });
    const inner = path.join(at.repo.root, 'inner');
    await mkdir(inner);
    await at.repo.git('-C', inner, 'init', '-q');
    await writeFile(path.join(inner, 'kept.txt'), 'kept\n');
    const ran = await at.run(['spec.md', ...CHECK]);
    expectExit(ran, 0);
    expect(at.sent('coder')[1]?.messages.at(-1)?.content).toMatch(/inner.*No such file/);
  },
);

test.concurrent('what a coder does to the history that it sees does not reach the user', async () => {
  const at = await scene({
    script: {
      ...one,
      coder: [
        bash('git fetch -q --depth=1 origin; git gc -q --prune=now; git tag mine; git config a.b c'),
        ...one.coder,
      ],
    },
  });
  const remote = path.join(at.repo.home, 'remote.git');
  await at.repo.git('clone', '-q', '--bare', '.', remote);
  await at.repo.git('remote', 'add', 'origin', remote);
  const before = await userOf(at);
  const config = await at.repo.git('config', '--local', '--list');
  const ran = await at.run(['spec.md', ...CHECK]);
  expectExit(ran, 0);
  expect(await at.repo.git('rev-parse', '--is-shallow-repository')).toBe('false');
  expect(await at.repo.git('config', '--local', '--list')).toBe(config);
  expect(await userOf(at)).toEqual(before);
});

test.concurrent(
  "commits carry the user's name where there is one, and a name of our own where there is none",
  async () => {
    const author = async (at: Awaited<ReturnType<typeof scene>>) => {
      const branch = await at.repo.git('branch', '--list', 'orchestrate/*', '--format=%(refname:short)');
      return at.repo.git('log', '-1', '--format=%an <%ae>', branch);
    };
    const nameless = await scene({ script: one });
    expectExit(await nameless.run(['spec.md', ...CHECK]), 0);
    expect(await author(nameless)).toMatch(/orchestrate/);
    const named = await scene({ script: one });
    await named.repo.git('config', 'user.name', 'Ada');
    await named.repo.git('config', 'user.email', 'ada@example.invalid');
    expectExit(await named.run(['spec.md', ...CHECK]), 0);
    expect(await author(named)).toBe('Ada <ada@example.invalid>');
  },
);

test.concurrent('names of files that look like parts of a diff, or need quoting, stay whole', async () => {
  const odd = ['a b/c.txt', 'über "x".txt', 'new\tline.txt', '-n'];
  const at = await scene({
    script: {
      ...one,
      coder: [...odd.map((file) => writes(file, 'odd\n')), done()],
    },
  });
  const ran = await at.run(['spec.md', ...CHECK]);
  expectExit(ran, 0);
  const branch = await at.repo.git('branch', '--list', 'orchestrate/*', '--format=%(refname:short)');
  const files = await at.repo.git('diff', '-z', '--name-only', `main..${branch}`);
  expect(files.split('\0').filter(Boolean).toSorted()).toEqual(odd.toSorted());
  expect(at.sent('reviewer')[0]?.messages[1]?.content).toContain('a b/c.txt');
});

test.concurrent("settings of the user's git change nothing about what a reviewer sees", async () => {
  const seen = async (settings: readonly string[]) => {
    const at = await scene({ script: { ...one, coder: [writes('a.txt', 'two\n'), done()] } });
    for (const setting of settings) {
      await at.repo.git('config', ...setting.split(' '));
    }
    expectExit(await at.run(['spec.md', ...CHECK]), 0);
    return /<diff[^>]*>([^]*?)<\/diff/.exec(at.sent('reviewer')[0]?.messages[1]?.content ?? '')?.[1];
  };
  const plain = await seen([]);
  expect(plain).toMatch(/^-one\n\+two$/m);
  const hostile = [
    'diff.noprefix true',
    'color.ui always',
    'diff.external false',
    'core.pager false',
    'diff.mnemonicPrefix true',
    'status.showUntrackedFiles no',
    'core.hooksPath hooks',
  ];
  expect(await seen(hostile)).toBe(plain);
});

test.concurrent('a remote is never pushed to, and the report says so', async () => {
  const at = await scene({ script: one });
  const remote = path.join(at.repo.home, 'remote.git');
  await at.repo.git('clone', '-q', '--bare', '.', remote);
  await at.repo.git('remote', 'add', 'origin', remote);
  const ran = await at.run(['spec.md', ...CHECK]);
  expectExit(ran, 0);
  expect(ran.stderr).toMatch(/nothing was merged or pushed/);
  expect(await at.repo.git('-C', remote, 'branch', '--list', 'orchestrate/*')).toBe('');
  await rm(remote, { recursive: true });
});
