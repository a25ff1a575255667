import { expect, test } from 'vitest';
import { bash, checkpoint, done, plans, scene, writes } from '../cli/scene.ts';
import {
  accepting,
  eventsOf,
  filesWith,
  isProbe,
  MODELS,
  QUICK,
  reportOf,
  turn,
  writesOnce,
} from './world.ts';

test('easy work begins with the cheap model and goes to the strong one after a red check, and the report says why', async () => {
  const at = await scene({
    files: filesWith(MODELS),
    script: {
      planner: [plans(checkpoint('c1'))],
      coder: (sent) =>
        sent.model === 'small'
          ? ([writes('broken', 'x'), done()][turn(sent)] ?? done())
          : ([bash('rm broken && echo fine > c.txt'), done()][turn(sent)] ?? done()),
      reviewer: accepting,
    },
  });
  const ran = await at.run(['spec.md']);
  expect({ exit: ran.exit, stderr: ran.stderr }).toMatchObject({ exit: 0 });
  const report = await reportOf(at);
  expect(report.checkpoints[0]?.attempts.map(({ asked, route, fate }) => ({ asked, route, fate }))).toEqual([
    { asked: 'cheap', route: 'for easy work', fate: 'red' },
    { asked: 'strong', route: 'in place of cheap, because c1.a1 failed its check', fate: 'landed' },
  ]);
  expect(report.spentBy.map(({ role, model, spent }) => [role, model, spent.calls])).toEqual([
    ['planner', 'large', 1],
    ['coder', 'small', 2],
    ['coder', 'large', 2],
    ['reviewer', 'large', 1],
  ]);
  expect(report.perAccepted).toMatchObject({ accepted: 1, complete: true });
  expect(report.perAccepted?.usd).toBeCloseTo(report.spent.usd ?? 0);
  expect(ran.stderr).toContain('strong in place of cheap, because c1.a1 failed its check');
  expect(ran.stderr).toContain('for each of 1 accepted checkpoint: ');
});

const BROKEN = `models:
  main: { name: small, price: { input: 1, output: 1 }, fallbacks: [spare], ${QUICK} }
  spare: { name: large, price: { input: 2, output: 2 }, ${QUICK} }
roles: { planner: { model: main }, reviewer: { model: main }, coder: { model: main } }
check: sh check.sh
`;

test('a model that is down is replaced by the one that is configured for that, and it is told once', async () => {
  const at = await scene({
    files: filesWith(BROKEN),
    script: { planner: failing, coder: failing, reviewer: failing },
  });
  const ran = await at.run(['spec.md']);
  expect({ exit: ran.exit, stderr: ran.stderr }).toMatchObject({ exit: 0 });
  const calls = await eventsOf(at, 'model.called');
  expect(new Set(calls.map(({ model }) => model))).toEqual(new Set(['large']));
  const { remarks } = await reportOf(at);
  expect(remarks.filter(({ remark }) => remark.startsWith('from main to spare: '))).toMatchObject([
    { times: 1 },
  ]);
  expect(ran.stderr.match(/from main to spare/g)?.length).toBe(2);
});

test('without a fallback nobody else is asked, and the run waits for the provider', async () => {
  const at = await scene({
    files: filesWith(BROKEN.replace('fallbacks: [spare], ', '')),
    script: { planner: failing },
  });
  const { exit } = await at.run(['spec.md', '--no-plan']);
  expect(exit).toBe(7);
  expect(at.server.requests.filter(({ model }) => model === 'large')).toEqual([]);
});

function failing(sent: Parameters<ReturnType<typeof writesOnce>>[0]) {
  if (isProbe(sent)) {
    return accepting();
  }
  if (sent.model === 'small') {
    return { status: 503, text: 'overloaded' };
  }
  const offered = sent.tools?.map((tool) => tool.function.name) ?? [];
  if (offered.includes('write')) {
    return writesOnce('c.txt')(sent);
  }
  return sent.messages[0]?.content?.startsWith('You plan') === true ? plans(checkpoint('c1')) : accepting();
}
