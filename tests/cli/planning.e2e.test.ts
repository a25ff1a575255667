import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Sent } from './endpoint.ts';
import { userOf } from './refusal.ts';
import { checkpoint, done, expectExit, finish, plans, says, scene, writes } from './scene.ts';

const CHECK = ['--check', 'sh check.sh'];
const coder = [writes('c.txt', 'new\n'), done()];

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
  { name: 'names as it likes', bad: plans(checkpoint('Task 1')), told: /checkpoints\[0\]\.id/ },
  { name: 'has a number for a name', bad: plans(checkpoint('c1', { id: 1 })), told: /checkpoints\[0\]\.id/ },
  {
    name: 'has null for a list',
    bad: plans(checkpoint('c1', { acceptance: null })),
    told: /checkpoints\[0\]\.acceptance/,
  },
  { name: 'has a key that nobody knows', bad: plans(checkpoint('c1', { depends: [] })), told: /depends/ },
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
