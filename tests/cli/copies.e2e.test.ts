import { chmod, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { accepts, bash, checkpoint, done, expectExit, FILES, plans, scene } from './scene.ts';

const CHECK = ['--check', 'sh check.sh'];

test.concurrent(
  'working copies side by side share no port, temporary folder, cache or compose project',
  async () => {
    const tell = 'echo "$PORT $ORCHESTRATE_PORTS $TMPDIR $XDG_CACHE_HOME $COMPOSE_PROJECT_NAME" > ';
    const at = await scene({
      script: {
        planner: [plans(checkpoint('c1'), checkpoint('c2'))],
        'coder c1': [bash(`${tell}c1.txt`), done()],
        'coder c2': [bash(`${tell}c2.txt`), done()],
      },
    });
    const check = ['--check', `sh check.sh; ${tell}${at.repo.home}/check`];
    expectExit(await at.run(['spec.md', ...check, '--sandbox', 'external']), 0);
    const all = [
      await at.branch('c1.txt'),
      await at.branch('c2.txt'),
      (await readFile(`${at.repo.home}/check`, 'utf8')).trim(),
    ].map((line) => line.split(' '));
    expect(all.map((values) => values.length)).toEqual([5, 5, 5]);
    expect(new Set(all.flat()).size).toBe(15);
    const ranges = all.map(([port, range = '']) => [Number(port), ...range.split('-').map(Number)]);
    for (const [port = 0, from = 0, to = 0] of ranges) {
      expect(port).toBe(from);
      expect(to - from).toBe(9);
      expect(ranges.filter(([, f = 0, t = 0]) => from <= t && f <= to)).toHaveLength(1);
    }
  },
);

test.concurrent('a variable that the user names is the same everywhere', async () => {
  const at = await scene({
    script: { planner: [plans(checkpoint('c1'))], coder: [bash('echo $PORT > port.txt'), done()] },
  });
  await at.repo.write('../config/orchestrate/config.yaml', 'environment: [PORT]\n');
  expectExit(await at.run(['spec.md', ...CHECK], { env: { PORT: '4321' } }), 0);
  expect(await at.branch('port.txt')).toBe('4321');
});

test.concurrent(
  'ignored files that are needed are in every copy, are told, and are in no commit',
  async () => {
    const at = await scene({
      files: {
        '.gitignore': '.env.test\nlocal/\n',
        'check.sh':
          'cat .env.test && test -x local/tool.sh && test ! -e local/other && echo "ok 1 - there"; echo 1..1\n',
        'c.txt': 'old\n',
      },
      script: {
        planner: [plans(checkpoint('c1'))],
        coder: [bash('rm .gitignore; cp .env.test c.txt'), done()],
        // What goes with the rule that ignored them is for the reviewer to see, and they do not go along.
        reviewer: () => accepts(),
      },
    });
    await at.repo.write('.env.test', 'MODE=test\n');
    await at.repo.write('local/tool.sh', '#!/bin/sh\n');
    await at.repo.write('local/other', 'x\n');
    await chmod(`${at.repo.root}/local/tool.sh`, 0o755);
    const args = ['--check', 'sh check.sh', '--copy', '.env.test', '--copy', 'local/*.sh'];
    const ran = await at.run(['spec.md', ...args]);
    expectExit(ran, 0);
    expect(ran.stderr).toMatch(/copied into every working copy: \.env\.test, local\/tool\.sh/);
    expect(await at.branch('c.txt')).toBe('MODE=test');
    const [branch = ''] = (
      await at.repo.git('branch', '--list', 'orchestrate/*', '--format=%(refname)')
    ).split('\n');
    expect(await at.repo.git('ls-tree', '-r', '--name-only', branch)).toBe('c.txt\ncheck.sh');
  },
);

test.concurrent('a glob that names no ignored file is told', async () => {
  const at = await scene({
    files: FILES,
    script: { planner: [plans(checkpoint('c1'))], coder: [bash('echo x > c.txt'), done()] },
  });
  const ran = await at.run(['spec.md', ...CHECK, '--copy', 'a.txt']);
  expectExit(ran, 0);
  expect(ran.stderr).toMatch(/copy: a\.txt names no ignored file/);
});
