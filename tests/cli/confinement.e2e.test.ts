import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hasBubblewrap } from '../bubblewrap.ts';
import { attempted, refused } from './refusal.ts';
import { orchestrate } from './program.ts';
import { bash, checkpoint, done, expectExit, expectSaid, plans, scene, type Scene } from './scene.ts';

const CHECK = ['--check', 'sh check.sh'];
const SANDBOXED = { ORCHESTRATE_SANDBOX: 'on' };

/** A PATH on which one program is missing. */
async function pathWithout(name: string, { repo }: Scene): Promise<string> {
  const folder = path.join(repo.home, `without-${name}`);
  await mkdir(folder);
  for (const program of ['git', 'node', 'bash', 'sh', 'mkfifo', 'env', 'sleep']) {
    const found = (process.env['PATH'] ?? '').split(':').map((at) => path.join(at, program));
    const first = found.find((file) => existsSync(file));
    await (first === undefined ? null : symlink(first, path.join(folder, program)));
  }
  return folder;
}

test.concurrent(
  'where commands cannot be confined nothing begins, and the way to mend it is told',
  async () => {
    const at = await scene();
    const env = { ...SANDBOXED, PATH: await pathWithout('bwrap', at) };
    const says = [/bubblewrap \(bwrap\) is not installed/, /install bubblewrap/, /--sandbox external/];
    expect(await attempted(at, ['spec.md', ...CHECK], { env })).toEqual(refused(3, ...says));
  },
);

test.concurrent('a namespace that the system refuses is told with what it said', async () => {
  const at = await scene();
  const folder = await pathWithout('bwrap', at);
  const text = '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2\nexit 1\n';
  await writeFile(path.join(folder, 'bwrap'), text, { mode: 0o755 });
  const env = { ...SANDBOXED, PATH: folder };
  const says = [/cannot make a namespace \(bwrap: No permissions/, /To mend it: /];
  expect(await attempted(at, ['spec.md', ...CHECK], { env })).toEqual(refused(3, ...says));
});

test.concurrent('a sandbox that does not hold is none: what it lets through is named', async () => {
  const at = await scene();
  const folder = await pathWithout('bwrap', at);
  await writeFile(path.join(folder, 'bwrap'), LEAKY, { mode: 0o755 });
  const env = { ...SANDBOXED, PATH: folder };
  const says = [/leaks: /, /no filter of system calls is in force/, /a file outside was changed/];
  expect(await attempted(at, ['spec.md', ...CHECK], { env })).toEqual(refused(3, ...says));
});

/** Takes the arguments of bubblewrap and runs the command as it is. */
const LEAKY = '#!/bin/bash\nwhile [ "$1" != bash ]; do shift; done\nexec "$@"\n';

test.concurrent('without a sandbox nothing runs on a word that was only half said', async () => {
  const at = await scene();
  expect(await attempted(at, ['spec.md', ...CHECK, '--sandbox', 'off'])).toEqual(
    refused(3, /--yes-run-unsandboxed|root is refused/),
  );
  expect(await attempted(at, ['spec.md', '--sandbox', 'none'])).toEqual(
    refused(2, /on, full, external, off/),
  );
});

test.concurrent('a repository has no say in it', async () => {
  const at = await scene({
    files: { 'check.sh': 'echo "ok 1 - x"; echo 1..1\n', 'agents.yaml': 'sandbox: off\n' },
  });
  const env = { ...SANDBOXED, PATH: await pathWithout('bwrap', at) };
  const says = [/not installed/, /agents\.yaml:1:1: sandbox is ignored/];
  expect(await attempted(at, ['spec.md', ...CHECK], { env })).toEqual(refused(3, ...says));
});

test.concurrent('what is confined from outside runs without a sandbox of ours, and says so', async () => {
  const at = await scene({
    script: { planner: [plans(checkpoint('c1'))], coder: [bash('echo new > c.txt'), done()] },
  });
  const ran = await at.run(['spec.md', ...CHECK, '--sandbox', 'external', '--json']);
  expectExit(ran, 0);
  expect(ran.records[0]).toMatchObject({ settings: { sandbox: 'external' } });
});

test.skipIf(!hasBubblewrap)(
  'a whole run in the sandbox: tools, git, tests and servers work, and nothing gets out',
  async () => {
    let home = '';
    const turns = [
      () =>
        bash(
          'echo new > c.txt && git add -A && git commit -qm work && git log --oneline && echo kept > /tmp/kept',
        ),
      () =>
        bash(
          `cat /tmp/kept; id -u; echo MEDDLED > '${home}/repo/a.txt'; cat '${home}/secret'; ls '${home}/repo'; true`,
        ),
    ];
    const at = await scene({
      files: {
        'check.sh': 'set -e\nnode server.mjs\necho "ok 1 - whole"; echo "1..1"\n',
        'server.mjs': SERVER,
        'a.txt': 'one\n',
      },
      script: {
        planner: [plans(checkpoint('c1'))],
        coder: (_, n) => turns[n - 1]?.() ?? done(),
      },
    });
    ({ home } = at.repo);
    expect(at.repo.root).toBe(path.join(home, 'repo'));
    await writeFile(path.join(home, 'secret'), 'HIDDEN-TEXT');
    const ran = await at.run(['spec.md', ...CHECK, '--json'], { env: SANDBOXED });
    expectExit(ran, 0);
    expect(ran.records[0]).toMatchObject({ settings: { sandbox: 'full' } });
    expect(await at.branch('c.txt')).toBe('new');
    const told = JSON.stringify(at.sent('coder'));
    expect(told).toContain('kept');
    expect(told).not.toContain('HIDDEN-TEXT');
    expect(await readFile(path.join(at.repo.root, 'a.txt'), 'utf8')).toBe('one\n');
  },
);

test.skipIf(!hasBubblewrap)('the demo in the sandbox ends as it does outside', async () => {
  const at = await scene();
  const ran = await orchestrate(['demo', '--sandbox'], {
    cwd: at.repo.root,
    env: { ...at.env, ...at.repo.env },
  });
  expectSaid(ran, 0, /Its commands run in the sandbox/);
  expect(ran.stderr).not.toMatch(/unsandboxed/);
});

/** A server and its client in one command, on a port of its own. */
const SERVER = `import { createServer } from 'node:http';
const server = createServer((_, response) => response.end('here'));
server.listen(0, '127.0.0.1', async () => {
  const answer = await fetch('http://localhost:' + server.address().port);
  process.exit((await answer.text()) === 'here' ? 0 : 1);
});
`;
