import { expect, test } from 'vitest';
import type { Answer } from './endpoint.ts';
import { bash, checkpoint, done, expectExit, FILES, plans, scene, writes } from './scene.ts';

const CHECK = ['--check', 'sh check.sh'];
const ONCE = 'limits: { attempts: 1 }\n';
const TESTS = {
  ...FILES,
  'a.test.js':
    "import test from 'node:test';\nimport assert from 'node:assert';\ntest('a', () => assert.equal(1, 1));\ntest('b', () => assert.equal(2, 2));\n",
};
const stage = async (coder: readonly Answer[], more: object = {}, files: Record<string, string> = TESTS) =>
  scene({
    files: { ...files, 'agents.yaml': ONCE },
    script: { planner: [plans(checkpoint('c1', more))], coder },
  });

test.concurrent.each([
  { name: 'deleted', change: bash('rm a.test.js; echo new > c.txt') },
  { name: 'skipped', change: bash(`sed -i "s/test('b'/test.skip('b'/" a.test.js; echo new > c.txt`) },
  {
    name: 'made to expect less',
    change: bash('sed -i "s/equal(2, 2)/ok(true)/" a.test.js; echo new > c.txt'),
  },
])('a test that is $name stands before the reviewer, apart from the rest', async ({ change }) => {
  const at = await stage([change, done()]);
  await at.run(['spec.md', ...CHECK]);
  expect(at.sent('reviewer')[0]?.messages[1]?.content).toMatch(/The guard noticed:[^]*a\.test\.js/);
});

test.concurrent('tests that are locked may not be changed at all', async () => {
  const at = await stage([bash('rm a.test.js; echo new > c.txt'), done()]);
  const ran = await at.run(['spec.md', ...CHECK, '--tests', 'locked']);
  expectExit(ran, 1);
  expect(ran.stderr).toMatch(/guard forbids.*a\.test\.js/);
  expect(at.sent('reviewer')).toEqual([]);
});

test.concurrent.each([
  { name: 'the file that the check runs', file: 'check.sh', line: 'echo ok 1 - x; echo 1..1; exit 0' },
  { name: 'a file that the spec protects', file: 'b.txt', line: 'changed' },
  { name: 'a file of another checkpoint', file: 'a.txt', line: 'changed' },
])('a change of $name is told or stopped before any reviewer could miss it', async ({ file, line }) => {
  // By the shell, out of any sandbox: the tools that write refuse what is protected before the gate sees it.
  const at = await stage([bash(`echo '${line}' > ${file}`), writes('c.txt', 'new\n'), done()], {
    files: ['c.txt', 'check.sh', 'b.txt'],
  });
  const ran = await at.run(['spec.md', ...CHECK, '--protect', 'b.txt', '--sandbox', 'external']);
  const told = `${ran.stderr}${at.sent('reviewer')[0]?.messages[1]?.content ?? ''}`;
  expect(told).toMatch(new RegExp(`guard (forbids|points out|noticed)[^]*${file}`));
});

test.concurrent('marks of a conflict that was never solved do not land', async () => {
  const marks = `${'<'.repeat(7)} ours\none\n${'='.repeat(7)}\ntwo\n${'>'.repeat(7)} theirs\n`;
  const at = await stage([writes('a.js', marks), done()]);
  const ran = await at.run(['spec.md', ...CHECK]);
  expectExit(ran, 1);
  expect(ran.stderr).toMatch(/guard forbids.*a\.js/);
});

test.concurrent(
  'what lies about is not taken along: ignored files, links to packages, other repositories',
  async () => {
    const litter = [
      'mkdir -p node_modules/x ignored && echo x > node_modules/x/index.js && echo x > ignored/x.txt',
      'git init -q inner && echo x > inner/x.txt && git -C inner add . && git -C inner -c user.name=t -c user.email=t@t commit -qm x',
      'echo new > c.txt',
    ].join('\n');
    const at = await stage(
      [bash(litter), done()],
      {},
      { ...FILES, '.gitignore': 'ignored/\nnode_modules/\n' },
    );
    const ran = await at.run(['spec.md', ...CHECK]);
    expectExit(ran, 0);
    const branch = await at.repo.git('branch', '--list', 'orchestrate/*', '--format=%(refname:short)');
    expect(await at.repo.git('diff', '--name-only', `main..${branch}`)).toBe('c.txt');
  },
);

test.concurrent('a secret in the change stops it, and its value is in no word to anybody', async () => {
  const key = ['AKIA', 'Q3HZ5N7ZT4WXYK2M'].join('');
  const at = await stage([writes('settings.js', `export const key = '${key}';\n`), done()]);
  const ran = await at.run(['spec.md', ...CHECK]);
  expectExit(ran, 1);
  expect(ran.stderr).toMatch(/guard forbids.*settings\.js/);
  expect(ran.stderr).not.toContain(key);
});

test.concurrent("a checkpoint's own files are all that it may change", async () => {
  const at = await stage([writes('elsewhere.txt', 'x\n'), writes('c.txt', 'new\n'), done()], {
    files: ['c.txt'],
  });
  const ran = await at.run(['spec.md', ...CHECK]);
  const told = `${ran.stderr}${at.sent('reviewer')[0]?.messages[1]?.content ?? ''}`;
  expect(told).toMatch(/elsewhere\.txt/);
});
