import { describe, expect, test, vi } from 'vitest';
import { createFairQueue } from '../../src/model/fair-queue.ts';
import { createGate, createGates, type Entrant, type Gate, type Pass } from '../../src/model/gate.ts';
import { arrivedBy, RateWindow } from '../../src/model/rate-window.ts';
import type { Wait } from '../../src/model/wait.ts';

const never = new AbortController().signal;
const enter = async (gate: Gate, more: Partial<Entrant> = {}): Promise<Pass> =>
  gate.enter({ lane: 'coder', tokens: 1, signal: never, ...more });

/** Whether a promise is settled by now. */
async function settled(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol('open');
  await new Promise((resolve) => setImmediate(resolve));
  return (await Promise.race([promise, Promise.resolve(open)])) !== open;
}

describe('at once', () => {
  test('no more than allowed are let in', async () => {
    const gate = createGate('key', { concurrency: 2 });
    const first = await enter(gate);
    await enter(gate);
    const third = enter(gate);
    expect(await settled(third)).toBe(false);
    first.done({ result: 'ok' });
    expect(await settled(third)).toBe(true);
  });

  test('a refusal halves them, a burst of refusals counts once, successes bring them back', async () => {
    const gate = createGate('key', { concurrency: 8 });
    const passes = await Promise.all([1, 2, 3, 4].map(async () => enter(gate)));
    passes.forEach((pass) => {
      pass.done({ result: 'limited', retryAfterMs: 20 });
    });
    expect(gate.concurrency()).toBe(4);
    for (let n = 0; n < 4; n++) {
      (await enter(gate)).done({ result: 'ok' });
    }
    expect(gate.concurrency()).toBe(5);
  });

  test('failures change nothing', async () => {
    const gate = createGate('key', { concurrency: 4 });
    (await enter(gate)).done({ result: 'failed' });
    expect(gate.concurrency()).toBe(4);
  });
});

test('a refusal holds everybody back for as long as was asked, and says so', async () => {
  const gate = createGate('key');
  (await enter(gate)).done({ result: 'limited', retryAfterMs: 60 });
  const waits: Wait[] = [];
  const start = performance.now();
  await enter(gate, { onWait: (wait) => waits.push(wait) });
  expect(performance.now() - start).toBeGreaterThanOrEqual(50);
  expect(waits).toMatchObject([{ why: 'rate limit', of: 'key' }]);
  expect(waits[0]?.ms).toBeLessThanOrEqual(60);
});

test('a clock that is set back meanwhile holds nobody back for longer', async () => {
  const gate = createGate('key', { requestsPerMinute: 1, minuteMs: 40 });
  (await enter(gate)).done({ result: 'limited', retryAfterMs: 60 });
  vi.spyOn(Date, 'now').mockReturnValue(0);
  const waits: Wait[] = [];
  await enter(gate, { onWait: (wait) => waits.push(wait) });
  expect(waits[0]?.ms).toBeLessThanOrEqual(60);
});

test('one that waits leaves when its caller does, with the reason', async () => {
  const gate = createGate('key', { concurrency: 1 });
  const pass = await enter(gate);
  const controller = new AbortController();
  const reason = new Error('enough');
  const waiting = enter(gate, { signal: controller.signal });
  const after = enter(gate);
  controller.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  pass.done({ result: 'ok' });
  expect(await settled(after)).toBe(true);
  await expect(enter(gate, { signal: controller.signal })).rejects.toBe(reason);
});

test('lanes take turns, whatever their number', async () => {
  const gate = createGate('key', { concurrency: 1 });
  const first = await enter(gate);
  const order: string[] = [];
  const take = async (lane: string): Promise<void> => {
    const pass = await enter(gate, { lane });
    order.push(lane);
    pass.done({ result: 'ok' });
  };
  const all = [...Array.from({ length: 4 }, async () => take('coder')), take('reviewer'), take('reviewer')];
  first.done({ result: 'ok' });
  await Promise.all(all);
  expect(order).toEqual(['coder', 'reviewer', 'coder', 'reviewer', 'coder', 'coder']);
});

test('one that was refused goes first in its lane', () => {
  const queue = createFairQueue<string>();
  queue.push('a', { lane: 'x', first: false });
  queue.push('b', { lane: 'x', first: true });
  queue.push('c', { lane: 'y', first: false });
  queue.remove('a');
  expect([queue.peek(), queue.shift(), queue.shift(), queue.shift()]).toEqual(['b', 'b', 'c', undefined]);
});

test('one key’s refusal slows no other', async () => {
  const gates = createGates();
  (await enter(gates.of('a'))).done({ result: 'limited', retryAfterMs: 60_000 });
  expect(await settled(enter(gates.of('b')))).toBe(true);
  expect(gates.of('a')).toBe(gates.of('a'));
});

test('limits per key are looked up by key', () => {
  const gates = createGates((key) => (key === 'small' ? { concurrency: 1 } : {}));
  expect([gates.of('small').concurrency(), gates.of('big').concurrency() > 1]).toEqual([1, true]);
});

describe('a window', () => {
  test('lets so many requests in within its length', () => {
    const window = new RateWindow({ ms: 1000, requests: 2, tokens: Infinity });
    window.add(1, 0);
    window.add(1, 400);
    expect(window.waitFor(1, 500)).toBeGreaterThanOrEqual(500);
    expect(window.waitFor(1, 1100)).toBe(0);
  });

  test('lets so many tokens in, as corrected after the call', () => {
    const window = new RateWindow({ ms: 1000, requests: Infinity, tokens: 100 });
    const mark = window.add(90, 0);
    expect(window.waitFor(20, 10)).toBeGreaterThan(900);
    mark.tokens = 50;
    expect(window.waitFor(20, 10)).toBe(0);
  });

  test('lets in alone what is larger than the limit', () => {
    const window = new RateWindow({ ms: 1000, requests: Infinity, tokens: 100 });
    expect(window.waitFor(500, 0)).toBe(0);
    window.add(10, 0);
    expect(window.waitFor(500, 1)).toBeGreaterThan(0);
    expect(window.waitFor(500, 2000)).toBe(0);
  });
});

test('a request counts from when it may have arrived', () => {
  const window = new RateWindow({ ms: 10_000, requests: 1, tokens: Infinity });
  const mark = window.add(1, 0);
  arrivedBy(mark, 400);
  expect(window.waitFor(1, 10_200)).toBeGreaterThanOrEqual(200);
  expect(window.waitFor(1, 10_600)).toBe(0);
  arrivedBy(mark, 60_000);
  expect(mark.at).toBe(1400);
});
