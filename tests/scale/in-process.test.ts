import { expect, test } from 'vitest';
import { Plan } from '../../src/domain/plan.ts';
import { begin } from '../../src/domain/progress.ts';
import { empty } from '../../src/domain/run.ts';
import type { Event } from '../../src/domain/event.ts';
import { inProcess } from '../../src/scale/in-process.ts';

const signal = new AbortController().signal;
const control = { signal, stopping: signal, words: () => [] };
const rest = { control, run: () => empty, emit: async () => Promise.resolve() };
const landed = (attempt: string): Event => ({ type: 'checkpoint.landed', attempt, commit: 'a'.repeat(40) });

test('as many commands as coders twice over and one are under way; what is nearer to landing goes first', async () => {
  const execute = inProcess({ parallel: 1 });
  const order: string[] = [];
  const open: (() => void)[] = [];
  const under = ['c1.a1', 'c2.a1', 'c3.a1', 'c4.a1', 'c5.a1'].map(async (attempt, i) =>
    execute({
      ...rest,
      command: { do: 'code', attempt },
      priority: i,
      here: async () => {
        order.push(attempt);
        await new Promise<void>((resolve) => {
          open.push(resolve);
        });
        return landed(attempt);
      },
    }),
  );
  await Promise.resolve();
  expect(order).toEqual(['c1.a1', 'c2.a1', 'c3.a1']);
  for (let i = 0; i < under.length; i++) {
    open.shift()?.();
    await Promise.race(under.slice(i));
    await new Promise(setImmediate);
  }
  expect(order).toEqual(['c1.a1', 'c2.a1', 'c3.a1', 'c5.a1', 'c4.a1']);
  expect(await Promise.all(under)).toEqual(['c1.a1', 'c2.a1', 'c3.a1', 'c4.a1', 'c5.a1'].map(landed));
});

test('labels that nobody here looks at are told of once', async () => {
  const told: string[] = [];
  const execute = inProcess({ parallel: 1 }, (text) => told.push(text));
  const plan = Plan.parse({
    checkpoints: [{ id: 'c1', title: 't', goal: 'g', acceptance: ['a'], labels: ['gpu'] }],
  });
  const run = () => ({ ...empty, progress: plan.checkpoints.map((c) => begin(c, [])) });
  for (const attempt of ['c1.a1', 'c1.a2']) {
    const here = async () => Promise.resolve(landed(attempt));
    await execute({ ...rest, run, command: { do: 'code', attempt }, priority: 0, here });
  }
  expect(told).toEqual([
    'the plan asks for machines with gpu: without --workers all of it is done on this one',
  ]);
});

test('a command that throws is no end of the others', async () => {
  const execute = inProcess({ parallel: 1 });
  const command = { do: 'code', attempt: 'c1.a1' } as const;
  const bad = execute({
    ...rest,
    command,
    priority: 0,
    here: async () => Promise.reject(new Error('broken')),
  });
  await expect(bad).rejects.toThrow('broken');
  await expect(
    execute({ ...rest, command, priority: 0, here: async () => Promise.resolve(landed('c1.a1')) }),
  ).resolves.toEqual(landed('c1.a1'));
});
