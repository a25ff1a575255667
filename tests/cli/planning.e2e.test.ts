import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Sent } from './endpoint.ts';
import { userOf } from './refusal.ts';
import {
  checkpoint,
  done,
  expectExit,
  FILES,
  finish,
  plans,
  says,
  scene,
  type Scene,
  writes,
} from './scene.ts';

const CHECK = ['--check', 'sh check.sh'];
const coder = [writes('c.txt', 'new\n'), done()];

/** Where the records are, as `status` tells. */
const recordsOf = async (at: Scene): Promise<string> => {
  const { stdout } = await at.run(['status']);
  return /records: (\S+)/.exec(stdout)?.[1] ?? '';
};

test.concurrent(
  'a planner that only talks is asked once more, then the run ends without a plan',
  async () => {
    const at = await scene({ script: { planner: () => says('I would start with the tests.') } });
    const before = await userOf(at);
    const ran = await at.run(['spec.md', ...CHECK]);
    expectExit(ran, 4);
    expect(at.sent('planner')).toHaveLength(2);
    expect(ran.stderr).toMatch(/no plan, only text/);
    expect(ran.stderr).toMatch(/--no-plan/);
    const [, file = ''] = /(\/\S+plan-raw\.txt)/.exec(ran.stderr) ?? [];
    expect(await readFile(file, 'utf8')).toContain('I would start with the tests.');
    expect(await userOf(at)).toEqual(before);
    expect(await at.repo.git('branch', '--list', 'orchestrate/*')).toBe('');
  },
);

test.concurrent('a plan in prose, fenced and after other words, counts', async () => {
  const plan = { requirements: [{ id: 'R1', text: 'all' }], checkpoints: [checkpoint('c1')] };
  const text = `Here it is:\n\n\`\`\`json\n${JSON.stringify(plan, null, 2)}\n\`\`\`\nTell me if you agree.`;
  const at = await scene({ script: { planner: [says(text)], coder } });
  const ran = await at.run(['spec.md', ...CHECK]);
  expectExit(ran, 0);
  expect(at.sent('planner')).toHaveLength(1);
});

test.concurrent.each([
  {
    name: 'goes round in a circle',
    bad: plans(
      checkpoint('c1', { after: ['c3'] }),
      checkpoint('c2', { after: ['c1'] }),
      checkpoint('c3', { after: ['c2'] }),
    ),
    told: /c1 → c3 → c2 → c1/,
  },
  { name: 'waits for itself', bad: plans(checkpoint('c1', { after: ['c1'] })), told: /c1 → c1/ },
  {
    name: 'waits for what does not exist',
    bad: plans(checkpoint('c1', { after: ['c9'] })),
    told: /c1 comes after c9, which does not exist/,
  },
  {
    name: 'leaves a requirement out',
    bad: plans(checkpoint('c1', { covers: [] })),
    told: /no checkpoint covers R1/,
  },
  {
    name: 'leaves the repository',
    bad: plans(checkpoint('c1', { files: ['../x'] })),
    told: /\.\.\/x.*not a path inside/,
  },
  {
    name: 'has no measure',
    bad: plans(checkpoint('c1', { acceptance: [] })),
    told: /checkpoints\[0\]\.acceptance/,
  },
  { name: 'has a name twice', bad: plans(checkpoint('c1'), checkpoint('c1')), told: /c1 is listed twice/ },
  {
    name: 'is too fine',
    bad: plans(...Array.from({ length: 41 }, (_, i) => checkpoint(`c${String(i + 1)}`))),
    told: /41 checkpoints are too many, at most 40/,
  },
])('a plan that $name is handed back with the exact problem, once', async ({ bad, told }) => {
  const at = await scene({ script: { planner: [bad, plans(checkpoint('c1'))], coder } });
  const ran = await at.run(['plan', 'spec.md', ...CHECK]);
  expectExit(ran, 0);
  expect(at.sent('planner')[1]?.messages.at(-1)?.content).toMatch(told);
});

test.concurrent(
  'a plan that is wrong twice ends the run; what the planner said is kept and named',
  async () => {
    const at = await scene({
      script: {
        planner: [plans(checkpoint('c1', { after: ['c8'] })), plans(checkpoint('c1', { after: ['c9'] }))],
      },
    });
    const ran = await at.run(['spec.md', ...CHECK, '--json']);
    expectExit(ran, 4);
    expect(at.sent('planner')).toHaveLength(2);
    expect(ran.records.at(-1)).toMatchObject({ type: 'end', outcome: 'unplanned', exit: 4 });
    const failed = ran.records.find((record) => record.type === 'plan.failed');
    expect(failed?.['reason']).toMatch(/c1 comes after c9/);
    expect(failed?.['raw']).toMatch(/"c9"/);
  },
);

test.concurrent('a spec that is met already ends well, without a branch', async () => {
  const at = await scene({ script: { planner: [finish({ nothing_to_do: 'a.txt says so already' })] } });
  const ran = await at.run(['spec.md', ...CHECK]);
  expectExit(ran, 0);
  expect(ran.stderr).toMatch(/nothing to do.*a\.txt says so already/i);
  expect(await at.repo.git('branch', '--list', 'orchestrate/*')).toBe('');
});

test.concurrent("a planner's question waits for a person, whose answer it is given", async () => {
  const at = await scene({
    script: { planner: [finish({ question: 'Which database?' }), plans(checkpoint('c1'))], coder },
  });
  const ran = await at.run(['spec.md', ...CHECK]);
  expectExit(ran, 6);
  expect(ran.stderr).toMatch(/Which database\?/);
  expect(ran.stderr).toMatch(/orchestrate answer/);
  const unanswered = await at.run(['resume']);
  expectExit(unanswered, 6);
  expect((await at.run(['answer', 'SQLite, please'])).exit).toBe(0);
  const resumed = await at.run(['resume']);
  expectExit(resumed, 0);
  expect(at.sent('planner').at(-1)?.messages[1]?.content).toContain('SQLite, please');
});

test.concurrent('only planned, a spec gets a plan on disk and nothing else', async () => {
  const at = await scene({
    script: { planner: [plans(checkpoint('c1'), checkpoint('c2', { after: ['c1'] }))] },
  });
  const before = await userOf(at);
  const ran = await at.run(['plan', 'spec.md', ...CHECK]);
  expectExit(ran, 0);
  expect(ran.stdout).toMatch(/- \[ \] .*c1.*\n.*c2/);
  const records = await recordsOf(at);
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
    const file = `${await recordsOf(at)}/plan.yaml`;
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

test.concurrent('without a planner the whole spec is one checkpoint', async () => {
  const at = await scene({
    spec: '# Be brief\n\nAdd c.txt.\n',
    script: { coder, reviewer: (sent) => acceptAll(sent) },
  });
  const ran = await at.run(['spec.md', '--no-plan', ...CHECK]);
  expectExit(ran, 0);
  expect(at.sent('planner')).toEqual([]);
  expect(at.sent('coder')[0]?.messages[1]?.content).toContain('Add c.txt.');
});

const acceptAll = (sent: Sent) => {
  const criteria = [...(sent.messages[1]?.content ?? '').matchAll(/^\d+\. (.+)$/gm)].map(([, criterion]) => ({
    criterion,
    met: true,
    evidence: 'the diff',
  }));
  return finish({ decision: 'accept', reason: '', criteria, findings: [] });
};

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
