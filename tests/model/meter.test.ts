import { expect, test } from 'vitest';
import type { RawTurn } from '../../src/model/inbound/turn.ts';
import { Meter } from '../../src/model/meter.ts';
import { countRequest } from '../../src/model/tokens.ts';
import { onAbort, sleep } from '../../src/model/wait.ts';
import { entryFor } from './server.ts';

const request = {
  messages: [{ role: 'user' as const, text: 'some words to count '.repeat(400) }],
  tools: [],
};
const estimate = countRequest(request);
const turn = (counts: RawTurn['counts']): RawTurn => ({
  text: 'a short answer',
  reasoning: '',
  calls: [{ id: 'a', name: 'read', pieces: ['{"path":"x"}'], extra: undefined }],
  end: 'stop',
  endWord: 'stop',
  refusal: '',
  counts,
  model: undefined,
  details: {},
});
const meter = (maxTokens?: number) =>
  new Meter(
    entryFor('x', {
      price: { input: 10, cached: 1, output: 100 },
      ...(maxTokens !== undefined && { maxTokens }),
    }),
  );

test('the estimate before a call is an upper one, at full price', () => {
  const { input, output, usd } = meter(500).upper(request);
  expect(input).toBe(Math.ceil(estimate * 1.15));
  expect(output).toBe(500);
  expect(usd).toBeCloseTo((input * 10 + 500 * 100) / 1e6, 10);
  expect(meter(500).upper({ ...request, maxTokens: 50 }).output).toBe(50);
  expect(meter().upper(request).output).toBe(8192);
});

test('estimates follow the server’s counts', () => {
  const learned = meter();
  learned.usage(turn({ input: Math.round(estimate * 1.2), output: 1 }), request);
  expect(learned.expected(request) / (estimate * 1.2 + 1000)).toBeCloseTo(1, 2);
});

test('what the server did not count is estimated and says so', () => {
  expect(meter().usage(turn({ input: estimate, output: 7 }), request)).not.toHaveProperty('estimated');
  const half = meter().usage(turn({ input: estimate }), request);
  expect(half).toMatchObject({ input: estimate, estimated: true });
  expect(half.output).toBeGreaterThan(3);
  expect(meter().usage(turn({ output: 7 }), request)).toMatchObject({
    input: estimate,
    output: 7,
    estimated: true,
  });
});

test('more cached tokens than tokens cannot be', () => {
  expect(meter().usage(turn({ input: 10, cached: 50, output: 1 }), request).cached).toBe(10);
});

test('a cut prompt is noticed once, and teaches the estimates nothing', () => {
  const one = meter();
  expect(one.cutRemark(turn({ input: Math.round(estimate / 4) }), request)).toMatch(/server cut the prompt/);
  expect(one.cutRemark(turn({ input: Math.round(estimate / 5) }), request)).toBeUndefined();
  one.usage(turn({ input: Math.round(estimate / 4), output: 1 }), request);
  expect(one.expected(request)).toBe(estimate + 1000);
  expect(one.cutRemark(turn({ input: Math.round(estimate * 0.9) }), request)).toBeUndefined();
  expect(one.cutRemark(turn({}), request)).toBeUndefined();
  const short = { messages: [{ role: 'user' as const, text: 'Go.' }], tools: [] };
  expect(one.cutRemark(turn({ input: 1 }), short)).toBeUndefined();
});

test('a sleep ends early with the reason of its signal', async () => {
  const controller = new AbortController();
  const sleeping = sleep(60_000, controller.signal);
  controller.abort('enough');
  await expect(sleeping).rejects.toThrow('enough');
  await expect(sleep(1, controller.signal)).rejects.toBe('enough');
  await expect(sleep(1, new AbortController().signal)).resolves.toBeUndefined();
});

test('who no longer listens is not called', () => {
  const controller = new AbortController();
  const heard: string[] = [];
  const forget = onAbort(controller.signal, () => heard.push('first'));
  onAbort(controller.signal, () => heard.push('second'));
  forget();
  controller.abort();
  expect(heard).toEqual(['second']);
});
