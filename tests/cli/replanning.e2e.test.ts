import { expect, test } from 'vitest';
import { bash, checkpoint, done, expectExit, finish, plans, says, scene, writes } from './scene.ts';

const TRIES = ['--check', 'sh check.sh', '--attempts', '1'];
const breaks = [bash('touch broken'), done()];
const ids = (events: readonly { type: string }[]): unknown[] =>
  events.filter((e) => e.type === 'plan.remade').map((e) => ({ ...e }));

test.concurrent(
  'what is blocked is planned anew, with why, and the run ends well by another way',
  async () => {
    const at = await scene({
      script: {
        planner: [
          plans(checkpoint('c1'), checkpoint('c2', { after: ['c1'], title: 'On top of it' })),
          plans(checkpoint('c1', { goal: 'Do it in another way.' })),
        ],
        'coder c1': breaks,
        'coder c3': [writes('c.txt', 'other way\n'), done()],
      },
    });
    const ran = await at.run(['spec.md', ...TRIES, '--json']);
    expectExit(ran, 0);
    expect(ids(ran.records)).toMatchObject([{ replaces: ['c1', 'c2'], checkpoints: [{ id: 'c3' }] }]);
    expect(await at.branch('c.txt')).toBe('other way');
    const brief = at.sent('planner').at(-1)?.messages[1]?.content ?? '';
    expect(brief).toContain('Came to nothing: c1 Change for c1');
    expect(brief).toContain('1 attempts came to nothing');
    expect(brief).toContain('R1: all of it');
    expect(ran.records.at(-1)).toMatchObject({ landed: ['c3'], open: [] });
  },
);

test.concurrent('a planner that always plans anew is stopped at the cap, and why is told', async () => {
  const at = await scene({
    script: { planner: () => plans(checkpoint('c1')), coder: (_, n) => breaks[(n - 1) % 2] ?? done() },
  });
  const ran = await at.run(['spec.md', ...TRIES, '--replans', '2']);
  expectExit(ran, 1);
  expect(at.sent('planner')).toHaveLength(3);
  expect(ran.stderr).toMatch(/planned anew: c1 as c2/);
  expect(ran.stderr).toMatch(/c3 blocked; planned anew: c1 as c2; planned anew: c2 as c3/);
});

test.concurrent.each([
  [
    'sees no other way',
    finish({ nothing_to_do: 'the test contradicts the spec' }),
    /no other plan: the planner sees no other way: the test contradicts/,
  ],
  ['only talks', says('Hm.'), /no other plan: the planner gave no plan, only text/],
  [
    'is refused by its server',
    { status: 400, text: 'no' },
    /no other plan: the planner could not be asked: /,
  ],
  ['has a server that is out of order', { status: 500, text: 'broken' }, /no other plan: .*broken/],
  [
    'is over its rate limit for an hour',
    { status: 429, headers: { 'retry-after': '3600' } },
    /no other plan: /,
  ],
  ['has a key no longer', { status: 401, text: 'who?' }, /no other plan: /],
])('where the planner %s, what is blocked stays so, and nothing else is lost', async (_, answer, told) => {
  const plan = plans(checkpoint('c1'), checkpoint('c2', { files: ['c.txt'] }));
  const at = await scene({
    script: {
      planner: (_sent, n) => (n === 1 ? plan : answer),
      'coder c1': breaks,
      'coder c2': [writes('c.txt', 'kept\n'), done()],
    },
  });
  const ran = await at.run(['spec.md', ...TRIES]);
  expectExit(ran, 1);
  expect(ran.stderr).toMatch(told);
  expect(ran.stderr).toMatch(/c1 blocked/);
  // The first plan, and what a call is tried that the run can do without.
  expect(at.sent('planner').length).toBeLessThanOrEqual(1 + 3);
  expect(await at.branch('c.txt')).toBe('kept');
});

test.concurrent('a planner that hands in half a megabyte of nonsense is told why, in short', async () => {
  const huge = 'x'.repeat(500_000);
  const at = await scene({
    script: {
      planner: [finish({ checkpoints: [{ id: 'c1', title: huge }] }), plans(checkpoint('c1'))],
      coder: [writes('c.txt', 'new\n'), done()],
    },
  });
  const ran = await at.run(['spec.md', '--check', 'sh check.sh']);
  expectExit(ran, 0);
  const [first, second] = at.sent('planner').map((sent) => JSON.stringify(sent.messages).length);
  expect((second ?? 0) - (first ?? 0)).toBeLessThan(10_000);
});
