import { expect, test } from 'vitest';
import { userOf } from './refusal.ts';
import { checkpoint, done, expectExit, FILES, plans, scene, writes } from './scene.ts';

const script = { planner: [plans(checkpoint('c1'))], coder: [writes('c.txt', 'new\n'), done()] };
const withCheck = (text: string) => ({ ...FILES, 'check.sh': text });
const CHECK = ['--check', 'sh check.sh'];

test.concurrent('a check command that does not exist ends the run before anything is paid for', async () => {
  const at = await scene();
  const before = await userOf(at);
  const ran = await at.run(['spec.md', '--check', 'no-such-runner --all', '--json']);
  expectExit(ran, 3);
  expect(ran.records.at(-1)).toMatchObject({ type: 'end', outcome: 'environment', exit: 3 });
  expect(JSON.stringify(ran.records.at(-1))).toMatch(/no-such-runner.*not found/);
  expect(at.server.requests).toEqual([]);
  expect(await userOf(at)).toEqual(before);
});

test.concurrent('a setup that fails ends the run before anything is paid for', async () => {
  const at = await scene();
  const ran = await at.run(['spec.md', ...CHECK, '--setup', 'echo no network >&2; exit 9']);
  expectExit(ran, 3);
  expect(ran.stderr).toMatch(/no network/);
  expect(at.server.requests).toEqual([]);
});

test.concurrent('what is red at the base is told and blocks nobody; a new failure does', async () => {
  const red =
    'echo "not ok 1 - old fault"\nif test -e fault; then echo "not ok 2 - new fault"; else echo "ok 2 - other"; fi\necho 1..2\nexit 1\n';
  const at = await scene({
    files: withCheck(red),
    script: {
      ...script,
      coder: (sent, n) =>
        n === 1
          ? writes('fault', 'x\n')
          : sent.messages.at(-1)?.content?.startsWith('Written')
            ? done()
            : n === 3
              ? { calls: [{ name: 'bash', arguments: { command: 'rm fault; echo x > c.txt' } }] }
              : done(),
    },
  });
  const ran = await at.run(['spec.md', ...CHECK, '--json']);
  expectExit(ran, 0);
  expect(ran.records.find((r) => r.type === 'baseline.ran')).toMatchObject({ check: { status: 'failed' } });
  expect(at.sent('coder')[0]?.messages[1]?.content).toMatch(/old fault/);
  expect(at.sent('coder')[2]?.messages[1]?.content).toMatch(/new fault/);
  expect(ran.records.filter((r) => r.type === 'check.ran')).toHaveLength(2);
});

test.concurrent('a check that hangs is ended in time and is red', async () => {
  const hang = 'if test -e c.txt; then sleep 60 & wait; fi\necho "ok 1 - whole"; echo 1..1\n';
  const at = await scene({
    files: { ...withCheck(hang), 'agents.yaml': 'checkTimeout: 1s\nlimits: { attempts: 1 }\n' },
    script,
  });
  const ran = await at.run(['spec.md', ...CHECK]);
  expectExit(ran, 1);
  expect(ran.stderr).toMatch(/check red: sh check\.sh: did not end in time/);
  expect(at.sent('reviewer')).toEqual([]);
});

test.concurrent.each([
  {
    name: 'runs no test',
    text: 'if test -e c.txt; then echo 1..0; else echo "ok 1 - x"; echo 1..1; fi\n',
    told: /no test ran/,
  },
  {
    name: 'fails',
    text: 'test ! -e c.txt || { echo "AssertionError: c.txt is here"; exit 1; }; echo fine\n',
    told: /exit 1/,
  },
])(
  'a check that $name sends the work back without a review, whatever the coder says',
  async ({ text, told }) => {
    const at = await scene({
      files: { ...withCheck(text), 'agents.yaml': 'limits: { attempts: 2 }\n' },
      script: {
        ...script,
        coder: (_, n) => (n % 2 === 1 ? writes('c.txt', `${String(n)}\n`) : done('All tests pass.')),
      },
    });
    const ran = await at.run(['spec.md', ...CHECK]);
    expectExit(ran, 1);
    expect(ran.stderr).toMatch(told);
    expect(at.sent('reviewer')).toEqual([]);
    expect(await at.repo.git('branch', '--list', 'orchestrate/*')).toBe('');
    const second = at.sent('coder')[2]?.messages[1]?.content;
    expect(second).toMatch(/Earlier attempts at this checkpoint did not pass/);
  },
);

test.concurrent('a check without a word is no evidence, and reviewer and report are told so', async () => {
  const at = await scene({ files: withCheck('exit 0\n'), script });
  const ran = await at.run(['spec.md', ...CHECK]);
  expectExit(ran, 0);
  expect(at.sent('reviewer')[0]?.messages[1]?.content).toContain('It printed nothing, which proves little.');
  expect(ran.stderr).toMatch(/not verified: sh check\.sh: exit 0 without a word/);
  expect(ran.stderr).toMatch(/Not verified\n/);
});

test.concurrent(
  'without a check the work is reviewed, and the report does not call it verified',
  async () => {
    const at = await scene({ script });
    const ran = await at.run(['spec.md']);
    expectExit(ran, 0);
    expect(ran.stderr).toMatch(/no check command was given or found.*--check/);
    expect(at.sent('reviewer')[0]?.messages[1]?.content).toContain('there is no executable evidence');
    expect(ran.stderr).toMatch(/Not verified\n/);
  },
);

test.concurrent("the repository's own way to test is found and told", async () => {
  const files = {
    'package.json': '{"type":"module","scripts":{"test":"node --test"}}',
    'a.test.js': "import test from 'node:test';\ntest('a', () => {});\n",
  };
  const at = await scene({ files, script });
  const ran = await at.run(['spec.md']);
  expectExit(ran, 0);
  expect(ran.stderr).toMatch(/check: npm test \(.*package\.json/);
});

test.concurrent("several checks run in order, and a checkpoint's own goes first", async () => {
  const at = await scene({
    script: { ...script, planner: [plans(checkpoint('c1', { check: 'echo "own check"' }))] },
  });
  const ran = await at.run(['spec.md', ...CHECK, '--check', 'echo "second check"', '--json']);
  expectExit(ran, 0);
  expect(ran.records.find((r) => r.type === 'check.ran')).toMatchObject({
    result: { command: 'echo "own check" && sh check.sh && echo "second check"' },
  });
});

test.concurrent('what a check writes is in no commit', async () => {
  const at = await scene({ files: withCheck('date > artefact.log; echo "ok 1 - x"; echo 1..1\n'), script });
  const ran = await at.run(['spec.md', ...CHECK]);
  expectExit(ran, 0);
  const branch = await at.repo.git('branch', '--list', 'orchestrate/*', '--format=%(refname:short)');
  expect(await at.repo.git('diff', '--name-only', `main..${branch}`)).toBe('c.txt');
});
