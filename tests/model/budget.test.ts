import { describe, expect, test } from 'vitest';
import { nothing, type Usage } from '../../src/domain/usage.ts';
import { createBudget, type Budget, type Limits, type Scope } from '../../src/model/budget.ts';
import { LimitReached, ModelError } from '../../src/model/errors.ts';
import { metered } from '../../src/model/metered.ts';
import type { Estimate, Model } from '../../src/model/model.ts';
import { says, scripted } from '../../src/model/scripted.ts';
import type { Wait } from '../../src/model/wait.ts';

const never = new AbortController().signal;
const usage = (usd: number, more: Partial<Usage> = {}): Usage => ({
  input: 10,
  cached: 0,
  output: 5,
  usd,
  ...more,
});
const estimate = (usd: number | null, tokens = 15): Estimate => ({ input: tokens - 5, output: 5, usd });
const reserve = async (budget: Budget, usd: number | null, scope: Scope = {}) =>
  budget.reserve(estimate(usd), { ...scope, signal: never, model: 'cheap' });
const budgetOf = (limits: Limits): Budget => createBudget({ limits });

async function settled(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol('open');
  await new Promise((resolve) => setImmediate(resolve));
  return (await Promise.race([promise, Promise.resolve(open)])) !== open;
}

test('without limits everything fits', async () => {
  const budget = budgetOf({});
  (await reserve(budget, null)).settle(usage(5));
  expect(budget.spent().spend.usd).toBe(5);
});

test('a call that does not fit is refused before it is made, with what it would take', async () => {
  const budget = budgetOf({ run: { usd: 1 } });
  (await reserve(budget, 0.5)).settle(usage(0.8));
  await expect(reserve(budget, 0.3)).rejects.toMatchObject({
    name: 'LimitReached',
    limit: 'usd',
    scope: 'run',
    message: 'the run has spent $0.8000 of $1.00; the next call of cheap may take $0.3000',
  });
});

test('a call waits while others may still leave enough', async () => {
  const budget = budgetOf({ run: { usd: 1 } });
  const first = await reserve(budget, 0.8);
  const second = reserve(budget, 0.8);
  expect(await settled(second)).toBe(false);
  first.settle(usage(0.1));
  expect(await settled(second)).toBe(true);
});

test('a call that waits is refused once it is clear that it will not fit', async () => {
  const budget = budgetOf({ run: { usd: 1 } });
  const first = await reserve(budget, 0.8);
  const second = reserve(budget, 0.8);
  first.settle(usage(0.7));
  await expect(second).rejects.toBeInstanceOf(LimitReached);
});

test('a call that waits says so once, and one that need not says nothing', async () => {
  const budget = budgetOf({ run: { usd: 1 } });
  const waits: Wait[] = [];
  const caller = {
    signal: new AbortController().signal,
    model: 'cheap',
    onWait: (wait: Wait) => waits.push(wait),
  };
  const [first, second] = [
    await budget.reserve(estimate(0.45), caller),
    await budget.reserve(estimate(0.45), caller),
  ];
  expect(waits).toEqual([]);
  const third = budget.reserve(estimate(0.5), caller);
  expect(await settled(third)).toBe(false);
  first.settle(usage(0.4));
  expect(await settled(third)).toBe(false);
  second.settle(usage(0.1));
  expect(await settled(third)).toBe(true);
  expect(waits).toMatchObject([{ why: 'budget', of: 'cheap' }]);
});

test('a call that waits leaves when its caller does', async () => {
  const budget = budgetOf({ run: { usd: 1 } });
  await reserve(budget, 0.8);
  const controller = new AbortController();
  const waiting = budget.reserve(estimate(0.8), { signal: controller.signal, model: 'cheap' });
  const reason = new Error('enough');
  controller.abort(reason);
  await expect(waiting).rejects.toBe(reason);
});

test('a raised limit lets calls through again', async () => {
  const budget = budgetOf({ run: { usd: 1 } });
  (await reserve(budget, 0.5)).settle(usage(1));
  await expect(reserve(budget, 0.5)).rejects.toBeInstanceOf(LimitReached);
  budget.raise({ run: { usd: 2 } });
  expect(await settled(reserve(budget, 0.5))).toBe(true);
});

test('an unknown price keeps no limit of money', async () => {
  await expect(reserve(budgetOf({ run: { usd: 1 } }), null)).rejects.toThrow(/price of cheap is unknown/);
  await expect(reserve(budgetOf({ run: { tokens: 100 } }), null)).resolves.toBeDefined();
});

test('tokens that came from the cache are not new', async () => {
  const budget = budgetOf({ run: { tokens: 100 } });
  (await reserve(budget, 0)).settle(usage(0, { input: 1000, cached: 990, output: 5 }));
  (await reserve(budget, 0)).settle(usage(0, { input: 85, output: 5 }));
  await expect(reserve(budget, 0)).rejects.toMatchObject({ limit: 'tokens' });
});

test('minutes run from the start, those of earlier processes included', async () => {
  let now = 0;
  const spent = { run: { spend: { ...nothing, usd: 0.4, calls: 2 }, minutes: 3 } };
  const budget = createBudget({ limits: { run: { minutes: 5, usd: 1 } }, spent, now: () => now });
  expect(budget.spent()).toEqual({ spend: { ...nothing, usd: 0.4, calls: 2 }, minutes: 3 });
  await expect(reserve(budget, 0.7)).rejects.toMatchObject({ limit: 'usd' });
  now = 2 * 60_000;
  await expect(reserve(budget, 0)).rejects.toMatchObject({
    limit: 'minutes',
    message: 'the run has used its 5 minutes',
  });
});

test('a checkpoint and an attempt have limits of their own, and only they stop', async () => {
  const budget = budgetOf({ checkpoint: { usd: 1 }, attempt: { usd: 0.5 } });
  const c1 = { checkpoint: 'c1', attempt: 'c1.a1' };
  (await reserve(budget, 0.1, c1)).settle(usage(0.5));
  await expect(reserve(budget, 0.1, c1)).rejects.toMatchObject({ scope: 'attempt' });
  (await reserve(budget, 0.1, { checkpoint: 'c1', attempt: 'c1.a2' })).settle(usage(0.5));
  await expect(reserve(budget, 0.1, { checkpoint: 'c1', attempt: 'c1.a3' })).rejects.toMatchObject({
    scope: 'checkpoint',
  });
  await expect(reserve(budget, 0.1, { checkpoint: 'c2', attempt: 'c2.a1' })).resolves.toBeDefined();
  expect(budget.spent({ checkpoint: 'c1' }).spend.usd).toBe(1);
  expect(budget.spent({ attempt: 'c1.a1' }).spend.usd).toBe(0.5);
  expect(budget.spent().spend.calls).toBe(2);
});

test('a reservation closes once', async () => {
  const budget = budgetOf({ run: { usd: 1 } });
  const reservation = await reserve(budget, 0.6);
  reservation.settle(usage(0.2));
  reservation.release();
  reservation.settle(usage(0.2));
  expect(budget.spent().spend.usd).toBe(0.2);
  expect(await settled(reserve(budget, 0.8))).toBe(true);
});

const priced = (model: Model, usd: number | null): Model => ({ ...model, estimate: () => estimate(usd) });

describe('a metered model', () => {
  const request = { messages: [{ role: 'user' as const, text: 'Go.' }], tools: [] };
  test('charges what a reply took, with what was thrown away before it', async () => {
    const budget = createBudget();
    const { model } = scripted({ ...says('hi'), usage: usage(0.2), discarded: usage(0.1) });
    await metered(model, budget, { checkpoint: 'c1' }).complete(request, { signal: never });
    expect(budget.spent({ checkpoint: 'c1' }).spend).toMatchObject({ input: 20, output: 10 });
    expect(budget.spent().spend.usd).toBeCloseTo(0.3);
  });

  test('charges what a failed call took, and frees what it held', async () => {
    const budget = budgetOf({ run: { usd: 1 } });
    const failed = new ModelError('protocol', 'empty', { usage: usage(0.1) });
    const { model } = scripted(failed, new ModelError('server', 'down'), says('hi'));
    const limited = metered(priced(model, 0.9), budget);
    await expect(limited.complete(request, { signal: never })).rejects.toBe(failed);
    await expect(limited.complete(request, { signal: never })).rejects.toThrow('down');
    await limited.complete(request, { signal: never });
    expect(budget.spent().spend.usd).toBeCloseTo(0.1);
  });

  test('makes no call that the budget refuses', async () => {
    const { model, requests } = scripted(says('hi'));
    const limited = metered(priced(model, 2), budgetOf({ run: { usd: 1 } }));
    await expect(limited.complete(request, { signal: never })).rejects.toBeInstanceOf(LimitReached);
    expect(requests).toEqual([]);
  });

  test('keeps its name, window and estimate', () => {
    const { model } = scripted();
    const limited = metered({ ...priced(model, 2), window: 100 }, createBudget());
    expect([limited.name, limited.window, limited.estimate?.(request).usd]).toEqual(['scripted', 100, 2]);
  });

  test('with many workers spends at most what was under way beyond the limit', async () => {
    const budget = budgetOf({ run: { usd: 1 } });
    let made = 0;
    const model: Model = {
      name: 'dear',
      estimate: () => estimate(0.1),
      async complete() {
        made++;
        await new Promise((resolve) => setTimeout(resolve, 1));
        return { ...says('hi'), usage: usage(0.09) };
      },
    };
    const limited = metered(model, budget);
    const work = async (): Promise<unknown> => {
      for (;;) {
        await limited.complete(request, { signal: never });
      }
    };
    const ends = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7, 8].map(work));
    expect(ends.every((end) => end.status === 'rejected' && end.reason instanceof LimitReached)).toBe(true);
    expect(budget.spent().spend.usd).toBeLessThanOrEqual(1);
    expect(made).toBe(11);
  });
});
