import { appendFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { checkpoint, done, expectExit, expectSaid, finish, plans, scene, writes } from './scene.ts';

const CHECK = ['--check', 'sh check.sh'];
const asking = async () =>
  scene({
    script: {
      planner: [plans(checkpoint('c1'))],
      coder: [finish({ outcome: 'question', question: 'Which?' }), writes('c.txt', 'new\n'), done()],
    },
  });

test.concurrent('a run that is resumed tells where it stands in a line, and then what happens', async () => {
  const at = await asking();
  expectExit(await at.run(['spec.md', ...CHECK]), 6);
  const quiet = await at.run(['resume']);
  expect(quiet.stderr).not.toMatch(/before any change/);
  expect(quiet.stderr.split('\n')[0]).toMatch(
    /Change · run .* · 0 of 1 landed .*it was paused \(person\): c1 asks: Which\?/,
  );
  const whole = await at.run(['resume', '--json']);
  expect(whole.records[0]).toMatchObject({ type: 'run.started', seq: 0 });
});

test.concurrent('at a limit the next step names a limit that the refused call fits into', async () => {
  const at = await scene({ script: { planner: [plans(checkpoint('c1'))] } });
  const ran = await at.run(['spec.md', ...CHECK, '--tokens', '10', '--json']);
  expectExit(ran, 5);
  const next = String(ran.records.at(-1)?.['next']);
  const raised = Number(/--tokens (\d+)/.exec(next)?.[1]);
  expect(raised).toBeGreaterThan(1000);
  const paused = ran.records.find((r) => r.type === 'run.paused');
  expect(paused).toMatchObject({ limit: { kind: 'tokens' } });
});

test.concurrent('cleaning says what stays, and removes a run whose records are damaged', async () => {
  const at = await asking();
  const ran = await at.run(['spec.md', ...CHECK, '--json']);
  expectExit(ran, 6);
  const id = String(ran.records.at(-1)?.['run']);
  const unfinished = await at.run(['clean', '--yes', '--force']);
  expect(unfinished.stdout).toMatch(/nothing to clean\n.* is unfinished and stays; .*orchestrate clean/);
  const records = await at.records();
  await appendFile(path.join(records, 'journal.jsonl'), 'nonsense\n');
  const damaged = await at.run(['clean', id, '--yes']);
  expectSaid(damaged, 0, /its records are damaged.*\n.*--force/s);
  expectExit(await at.run(['clean', id, '--yes', '--force']), 0);
  expect((await at.run(['status'])).stderr).toMatch(/no run in this repository yet/);
});

test.concurrent('the runs of a repository that was made anew at the same place are told apart', async () => {
  const at = await asking();
  expectExit(await at.run(['spec.md', ...CHECK]), 6);
  await rm(path.join(at.repo.root, '.git'), { recursive: true });
  await at.repo.git('init', '-q', '-b', 'main');
  await at.repo.git('commit', '-q', '--allow-empty', '-m', 'Another');
  for (const args of [['resume'], ['status'], ['apply'], ['skip', 'c1']]) {
    const told = await at.run(args);
    expect({ args, exit: told.exit }).toEqual({ args, exit: args[0] === 'apply' ? 2 : 3 });
    expect(told.stderr).toMatch(
      args[0] === 'apply' ? /Nothing has landed/ : /another one that was here.*orchestrate clean/,
    );
  }
});

test.concurrent(
  'a spec that is a pipe, has settings without an end, or is a slip for a command',
  async () => {
    const at = await scene({ spec: '---\ncheck: npm test\n\n# Change\n' });
    await execa('mkfifo', [path.join(at.repo.root, 'pipe')]);
    const pipe = await at.run(['pipe']);
    expect(pipe.stdout).toBe('');
    expectSaid(pipe, 2, /no ordinary file. Pass -/);
    expectSaid(await at.run(['spec.md']), 2, /head of spec.md begin in line 1 and never end/);
    expectSaid(await at.run(['plna', 'spec.md']), 2, /Did you mean orchestrate plan\?/);
  },
);
