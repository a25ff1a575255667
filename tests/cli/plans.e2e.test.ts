import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { userOf } from './refusal.ts';
import { checkpoint, done, expectExit, FILES, plans, scene, writes } from './scene.ts';

const CHECK = ['--check', 'sh check.sh'];
const coder = [writes('c.txt', 'new\n'), done()];

test.concurrent('only planned, a spec gets a plan on disk and nothing else', async () => {
  const at = await scene({
    script: { planner: [plans(checkpoint('c1'), checkpoint('c2', { after: ['c1'] }))] },
  });
  const before = await userOf(at);
  const ran = await at.run(['plan', 'spec.md', ...CHECK]);
  expectExit(ran, 0);
  expect(ran.stdout).toMatch(/- \[ \] .*c1.*\n.*c2/);
  const records = await at.records();
  expect(await readFile(`${records}/plan.yaml`, 'utf8')).toContain('title: Change for c1');
  expect(await at.repo.git('for-each-ref', 'refs/heads/orchestrate', 'refs/orchestrate')).toBe('');
  expect(await userOf(at)).toEqual(before);
});

test.concurrent(
  'planned for a program, stdout is records only, and the last one has the exit code',
  async () => {
    const at = await scene({ script: { planner: [plans(checkpoint('c1'))] } });
    const ran = await at.run(['plan', 'spec.md', ...CHECK, '--json']);
    expectExit(ran, 0);
    expect(ran.records.at(-1)).toMatchObject({ type: 'end', exit: 0, reason: 'person' });
  },
);

test.concurrent(
  'an edited plan is checked again, with errors by line, and the edited one is worked on',
  async () => {
    const at = await scene({ script: { planner: [plans(checkpoint('c1'))], coder } });
    const ran = await at.run(['spec.md', '--approve', 'plan', ...CHECK]);
    expectExit(ran, 6);
    const file = path.join(await at.records(), 'plan.yaml');
    expect(ran.stderr).toContain('plan.yaml');
    const plan = await readFile(file, 'utf8');

    await writeFile(
      file,
      plan.replace('after: []', 'after: [c7]').replace('difficulty: easy', 'difficulty: simple'),
    );
    const refused = await at.run(['resume', '--json']);
    expectExit(refused, 2);
    expect(refused.stderr).toMatch(/plan\.yaml:\d+:\d+: .*difficulty/);
    expect(refused.records.at(-1)).toMatchObject({ type: 'end', outcome: 'refused', exit: 2 });

    await writeFile(file, plan.replace('goal: Do what c1 is about.', 'goal: Do it as I say.'));
    const resumed = await at.run(['resume']);
    expectExit(resumed, 0);
    expect(at.sent('coder')[0]?.messages[1]?.content).toContain('Do it as I say.');
  },
);

test.concurrent(
  'checkpoints that may touch the same files follow each other, and the plan says why',
  async () => {
    const at = await scene({
      script: {
        planner: [plans(checkpoint('c1', { files: ['a.txt'] }), checkpoint('c2', { files: ['*.txt'] }))],
      },
    });
    const ran = await at.run(['plan', 'spec.md', ...CHECK]);
    expectExit(ran, 0);
    expect(ran.stderr).toMatch(/c2 +waits for c1: a\.txt/);
  },
);

test.concurrent(
  'an estimate tells a range and the worst case of what coding the plan costs, and codes nothing',
  async () => {
    const at = await scene({
      files: {
        ...FILES,
        'agents.yaml':
          'models: { test-model: { window: 100000, maxTokens: 1000, price: { input: 1, output: 10 } } }\n',
      },
      script: { planner: () => plans(checkpoint('c1'), checkpoint('c2')) },
    });
    const before = await userOf(at);
    const ran = await at.run(['spec.md', '--estimate', ...CHECK]);
    expectExit(ran, 0);
    const [, low = '', high = ''] = /likely +~?\$([\d.]+) to ~?\$([\d.]+)/.exec(ran.stdout) ?? [];
    const [, worst = ''] = /at worst +\$([\d.]+)/.exec(ran.stdout) ?? [];
    expect(Number(low)).toBeGreaterThan(0);
    expect(Number(high)).toBeGreaterThan(Number(low));
    expect(Number(worst)).toBeGreaterThan(Number(high));
    expect(at.sent('coder')).toEqual([]);
    expect(await userOf(at)).toEqual(before);

    const json = await at.run(['spec.md', '--estimate', '--json', ...CHECK]);
    expect(json.records.slice(-2)).toMatchObject([
      { type: 'estimate', worst: { unpriced: 0 } },
      { type: 'end', exit: 0 },
    ]);
  },
);

test.concurrent('an estimate without prices says that they are unknown, and shows no zero', async () => {
  const at = await scene({ script: { planner: [plans(checkpoint('c1'))] } });
  const ran = await at.run(['spec.md', '--estimate', ...CHECK]);
  expectExit(ran, 0);
  expect(ran.stdout).toMatch(/likely +cost unknown/);
  expect(ran.stdout).toMatch(/Prices are missing/);
  expect(ran.stdout).not.toMatch(/\$0/);
});

test.concurrent(
  'what confines a run from outside is shown, and not taken for a sandbox of our own',
  async () => {
    const at = await scene({ script: { planner: [plans(checkpoint('c1'))] } });
    const ran = await at.run(['plan', 'spec.md', '--sandbox', 'external', '--mode', 'full', ...CHECK]);
    expectExit(ran, 0);
    expect(ran.stderr).toMatch(/sandboxed from outside/);
  },
);
