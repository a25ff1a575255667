import { expect, test } from 'vitest';
import { bash, checkpoint, done, expectExit, finish, plans, scene, writes } from './scene.ts';

const PLAN = { planner: [plans(checkpoint('c1'))] };
const looked = [bash('cat a.txt'), bash('npm run build'), writes('a.txt', 'two\n'), done()];

test.concurrent(
  'with nobody to ask, what would be asked is refused, told to the model, and counted',
  async () => {
    const at = await scene({
      script: { ...PLAN, coder: (_, n) => looked[(n - 1) % looked.length] ?? done() },
    });
    const ran = await at.run([
      'spec.md',
      '--check',
      'sh check.sh',
      '--mode',
      'ask',
      '--attempts',
      '1',
      '--json',
    ]);
    expect(ran.exit).not.toBe(0);
    const sent =
      at
        .sent('coder')
        .at(-1)
        ?.messages.map(({ content }) => content ?? '') ?? [];
    expect(sent.join('\n')).toMatch(
      /exit 0[^]*one[^]*Not run \(mode ask, rule not-listed\): npm is not among/,
    );
    const audit = await at.run(['audit']);
    expect(audit.stdout).toMatch(/ran +reading +bash +\{"command":"cat a\.txt"\} +exit 0/);
    expect(audit.stdout).toMatch(/refused +not-listed +bash[^]*refused +change +write/);
  },
);

test.concurrent('a run that goes on keeps its mode, and what is said anew is recorded', async () => {
  const at = await scene({
    script: {
      ...PLAN,
      coder: [finish({ outcome: 'question', question: 'Which?' }), writes('a.txt', 'two\n'), done()],
    },
  });
  const asked = await at.run(['spec.md', '--check', 'sh check.sh', '--mode', 'ask', '--attempts', '1']);
  expectExit(asked, 6);
  await at.run(['answer', 'The first.']);
  const again = await at.run(['resume', '--sandbox', 'external', '--json']);
  const resumed = again.records.findLast(({ type }) => type === 'run.resumed');
  expect(resumed).toMatchObject({ sandbox: 'external' });
  expect(resumed).not.toHaveProperty('mode');
  expect((await at.run(['audit'])).stdout).toMatch(/refused +change +write/);
});
