import { expect, test } from 'vitest';
import { attempted, refused, userOf } from './refusal.ts';
import { checkpoint, done, expectExit, FILES, plans, scene, writes } from './scene.ts';

const CHECK = ['--check', 'sh check.sh'];
const priced = (price: string) => ({
  ...FILES,
  'agents.yaml': `models:\n  test-model: { ${price} }\nroles: { coder: { turns: 20 } }\n`,
});
const PRICE = 'window: 100000, maxTokens: 1000, price: { input: 100, output: 10 }';

test.concurrent(
  'a budget that is spent stops the run before the next call, and a larger one finishes it',
  async () => {
    const at = await scene({
      files: priced(PRICE),
      script: {
        planner: [plans(checkpoint('c1'))],
        coder: [writes('c.txt', 'new\n'), done()],
      },
    });
    const before = await userOf(at);
    const ran = await at.run(['spec.md', ...CHECK, '--budget', '0.2', '--json']);
    expectExit(ran, 5);
    expect(ran.records.at(-1)).toMatchObject({ type: 'end', outcome: 'paused', reason: 'limit', exit: 5 });
    const asked = at.server.requests.length;
    expect(asked).toBe(1);
    const still = await at.run(['resume', '--json']);
    expectExit(still, 5);
    expect(at.server.requests).toHaveLength(asked);
    const resumed = await at.run(['resume', '--budget', '5', '--json']);
    expectExit(resumed, 0);
    expect(at.sent('planner')).toHaveLength(1);
    expect(resumed.records.at(-1)).toMatchObject({ exit: 0, spent: { calls: 4 } });
    expect(await userOf(at)).toEqual(before);
  },
);

test.concurrent('a budget needs prices: a model without one is named before anything is asked', async () => {
  const at = await scene();
  expect(await attempted(at, ['spec.md', ...CHECK, '--budget', '1'])).toEqual(
    refused(2, /nobody knows the price of test-model/, /price: \{/),
  );
});

test.concurrent('each checkpoint waits for its approval, and resuming is the approval', async () => {
  const at = await scene({
    script: { planner: [plans(checkpoint('c1'))], coder: [writes('c.txt', 'new\n'), done()] },
  });
  const ran = await at.run(['spec.md', '--approve', 'checkpoint', ...CHECK, '--json']);
  expectExit(ran, 6);
  expect(JSON.stringify(ran.records.at(-1))).toMatch(/c1 waits for your approval/);
  expect(await at.repo.git('branch', '--list', 'orchestrate/*')).toBe('');
  const shown = await at.run(['show', 'c1']);
  expect(shown.stdout).toMatch(/\+new/);
  const resumed = await at.run(['resume']);
  expectExit(resumed, 0);
  expect(await at.branch('c.txt')).toBe('new');
});

test.concurrent('a run that is over says so, with its code and without a call', async () => {
  const at = await scene({
    script: { planner: [plans(checkpoint('c1'))], coder: [writes('c.txt', 'new\n'), done()] },
  });
  const first = await at.run(['spec.md', ...CHECK, '--json']);
  expectExit(first, 0);
  const calls = at.server.requests.length;
  const again = await at.run(['resume', '--json']);
  expectExit(again, 0);
  expect(again.stderr).toMatch(/is over/);
  const answered = await at.run(['answer', 'yes']);
  expectExit(answered, 2);
  expect(answered.stderr).toMatch(/waits for an answer/);
  expect(again.records.at(-1)).toMatchObject({ type: 'end', outcome: 'done', exit: 0 });
  expect(at.server.requests).toHaveLength(calls);
});

test.concurrent('without a run there is nothing to resume, answer or look at', async () => {
  const at = await scene();
  for (const args of [['resume'], ['answer', 'yes'], ['status'], ['show', 'c1'], ['log'], ['apply']]) {
    const ran = await at.run(args);
    expect({ args, exit: ran.exit, stderr: ran.stderr }).toMatchObject({ args, exit: 2 });
    expect(ran.stderr).toMatch(/no run in this repository yet.*orchestrate spec\.md/);
  }
});

test.concurrent(
  'a run goes on from the commit that it began with, wherever the user has gone since',
  async () => {
    const at = await scene({
      script: { planner: [plans(checkpoint('c1'))], coder: [writes('c.txt', 'new\n'), done()] },
    });
    const base = await at.repo.git('rev-parse', 'HEAD');
    expect((await at.run(['spec.md', '--approve', 'plan', ...CHECK])).exit).toBe(6);
    await at.repo.write('a.txt', 'later\n');
    await at.repo.git('commit', '-qam', 'later');
    const resumed = await at.run(['resume', '--json']);
    expectExit(resumed, 0);
    expect(resumed.records.at(-1)).toMatchObject({ base });
    expect(await at.branch('a.txt')).toBe('one');
  },
);
