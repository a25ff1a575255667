import { expect, test } from 'vitest';
import { checkpoint, plans, scene, type Scene } from '../cli/scene.ts';
import {
  accepting,
  eventsOf,
  filesWith,
  linesOf,
  MODELS,
  reportOf,
  spentIn,
  turn,
  writesOnce,
} from './world.ts';

const FOUR = ['c1', 'c2', 'c3', 'c4'];
const script = {
  planner: [plans(...FOUR.map((id) => checkpoint(id, { files: [`${id}.txt`] })))],
  ...Object.fromEntries(FOUR.map((id) => [`coder ${id}`, dear(id)])),
};

/** Says that it took far more than could be known before: $0.02 a call. */
function dear(id: string) {
  return (sent: Parameters<ReturnType<typeof writesOnce>>[0]) => ({
    ...writesOnce(`${id}.txt`)(sent),
    usage: { prompt_tokens: 20_000, completion_tokens: 0 },
    delayMs: 100,
  });
}
const CALL = 0.02;

test('with four coders a budget is overshot by no more than their calls under way, and resuming finishes', async () => {
  const at = await scene({ files: filesWith(MODELS), script });
  const budget = 0.06;
  const ran = await at.run(['spec.md', '--parallel', '4', '--budget', String(budget)]);
  expect({ exit: ran.exit, stderr: ran.stderr }).toMatchObject({ exit: 5 });
  expect(await spentIn(at)).toBeLessThanOrEqual(budget + 4 * CALL);
  const before = await eventsOf(at, 'model.called');

  expect((await at.run(['resume'])).exit).toBe(5);
  expect(await eventsOf(at, 'model.called')).toEqual(before);

  const resumed = await at.run(['resume', '--budget', '2']);
  expect({ exit: resumed.exit, stderr: resumed.stderr }).toMatchObject({ exit: 0 });
  const coding = (await eventsOf(at, 'model.called')).filter(({ role }) => role === 'coder');
  expect(coding.length).toBe(2 * FOUR.length);
  expect((await reportOf(at)).perAccepted).toMatchObject({ accepted: 4 });
});

test('tokens are a limit like money, and are raised by resuming', async () => {
  const at = await scene({ files: filesWith(MODELS), script });
  expect((await at.run(['spec.md', '--tokens', '30000'])).exit).toBe(5);
  expect((await at.run(['resume', '--tokens', '9000000'])).exit).toBe(0);
});

test('an attempt at its limit fails and the next one begins; a checkpoint at its limit is blocked, others land', async () => {
  const limits = 'limits: { attempt: { budget: 0.05 }, checkpoint: { budget: 0.09 } }\n';
  const at = await scene({
    files: filesWith(`${MODELS}${limits}`),
    script: {
      planner: [plans(checkpoint('c1'), checkpoint('c2', { files: ['c2.txt'] }))],
      'coder c1': (sent) => ({
        calls: [{ name: 'write', arguments: { path: 'c1.txt', content: String(turn(sent)) } }],
        usage: { prompt_tokens: 20_000, completion_tokens: 0 },
      }),
      'coder c2': writesOnce('c2.txt'),
    },
  });
  const ran = await at.run(['spec.md']);
  expect({ exit: ran.exit, stderr: ran.stderr }).toMatchObject({ exit: 1 });
  const failures = (await eventsOf(at, 'attempt.failed')).map(({ attempt, failure }) => [attempt, failure]);
  expect(failures).toEqual([
    ['c1.a1', 'limit'],
    ['c1.a2', 'spent'],
  ]);
  const { checkpoints } = await reportOf(at);
  expect(checkpoints.map(({ id, status }) => [id, status])).toEqual([
    ['c1', 'blocked'],
    ['c2', 'landed'],
  ]);
  expect(checkpoints[0]?.reason).toContain('the checkpoint has spent');
  expect(checkpoints[0]?.kept).not.toBeNull();
  expect(checkpoints[0]?.spent.usd).toBeLessThanOrEqual(0.09 + 0.2);
});

const took = (tokens: number) => ({ prompt_tokens: 0, completion_tokens: tokens });

test('a checkpoint that is begun anew while the run goes on has all of its limit again, at once', async () => {
  let at: Scene | undefined;
  at = await scene({
    files: filesWith(`${MODELS}limits: { checkpoint: { tokens: 46000 } }\n`),
    script: {
      planner: [plans(checkpoint('c1'))],
      coder: async (sent, n) => {
        await (n === 2 ? at?.run(['retry', 'c1']) : undefined);
        return { ...writesOnce('c.txt')(sent), usage: took(n === 1 ? 40_000 : 5_900) };
      },
    },
  });
  const ran = await at.run(['spec.md']);
  expect({ exit: ran.exit, stderr: ran.stderr }).toMatchObject({ exit: 0 });
  expect(await eventsOf(at, 'attempt.stopped')).toMatchObject([{ attempt: 'c1.a1' }]);
});

test('where nobody knows a price a budget is refused, by naming the lines to add, before any call', async () => {
  const at = await scene({ files: filesWith(MODELS.replace(', price: { input: 10, output: 20 }', '')) });
  const ran = await at.run(['spec.md', '--budget', '1']);
  expect(ran.exit).toBe(2);
  expect(ran.stderr).toMatch(/agents\.yaml:3:\d+: .*nobody knows the price of strong/);
  expect(ran.stderr).toContain('strong:\n      price: { input: 0.25, output: 2 }');
  expect(at.server.requests).toEqual([]);
});

test('without a budget an unknown price is unknown in the report, never nothing', async () => {
  const at = await scene({
    files: filesWith(MODELS.replaceAll(/ price: \{[^}]*\},/g, '')),
    script: { planner: [plans(checkpoint('c1'))], coder: writesOnce('c.txt') },
  });
  const ran = await at.run(['spec.md']);
  expect(ran.exit).toBe(0);
  expect(await reportOf(at)).toMatchObject({
    spent: { usd: null },
    perAccepted: { usd: null, complete: false },
  });
  expect(ran.stderr).toContain('cost unknown');
  expect(ran.stderr).not.toContain('$0');
});

test('a budget that comes later needs prices, too: resuming with one changes nothing', async () => {
  const at = await scene({
    files: filesWith(MODELS.replaceAll(/ price: \{[^}]*\},/g, '')),
    script: { planner: [plans(checkpoint('c1'))], coder: writesOnce('c.txt') },
  });
  expect((await at.run(['spec.md', '--tokens', '2000'])).exit).toBe(5);
  const before = await linesOf(at);
  const ran = await at.run(['resume', '--budget', '1', '--tokens', '9000000']);
  expect({ exit: ran.exit, stderr: ran.stderr }).toMatchObject({ exit: 2 });
  expect(ran.stderr).toContain('nobody knows the price of cheap');
  expect(await linesOf(at)).toEqual(before);
  expect((await at.run(['resume', '--tokens', '9000000'])).exit).toBe(0);
});

test('what a server does not tell is estimated and marked, and a prompt that it cut is told once', async () => {
  const untold = await scene({
    files: filesWith(MODELS),
    script: {
      planner: [{ ...plans(checkpoint('c1')), usage: null }],
      coder: (sent) => ({ ...writesOnce('c.txt')(sent), usage: null }),
      reviewer: () => ({ ...accepting(), usage: { prompt_tokens: 100, completion_tokens: 10 } }),
    },
  });
  const ran = await untold.run(['spec.md']);
  expect(ran.exit).toBe(0);
  expect(ran.stderr).toMatch(/coder small .*~\$0\.0\d+/);
  const report = await reportOf(untold);
  expect(report.spent).toMatchObject({ estimated: true, unpriced: 0 });
  expect(report.spent.input).toBeGreaterThan(2000);
  const cut = report.remarks.filter(({ remark }) => remark.includes('the server cut the prompt'));
  expect(cut).toMatchObject([{ model: 'large', times: 1 }]);
});
