import { expect, test } from 'vitest';
import { holding } from './holding.ts';
import { ModelError } from '../../src/model/errors.ts';
import { type Switch, withFallbacks } from '../../src/model/fallback.ts';
import type { Model } from '../../src/model/model.ts';
import { says, scripted, type Step } from '../../src/model/scripted.ts';

const never = new AbortController().signal;
const request = { messages: [{ role: 'user' as const, text: 'Go.' }], tools: [] };
const down = new ModelError('server', 'first is down');

const named = (name: string, ...steps: Step[]): Model => ({ ...scripted(...steps).model, name });
const from = (name: string) => ({ ...says(`from ${name}`), model: name });

test('the next model answers, and the change is told', async () => {
  const switches: Switch[] = [];
  const model = withFallbacks([named('a', down), named('b', from('b'), from('b'))], {
    onSwitch: (s) => switches.push(s),
  });
  const first = await model.complete(request, { signal: never });
  expect(first).toMatchObject({ model: 'b', remarks: ['from a to b: first is down'] });
  const second = await model.complete(request, { signal: never });
  expect(second.remarks).toBeUndefined();
  expect(switches).toEqual([{ from: 'a', to: 'b', reason: 'first is down' }]);
});

test('a model that rested is tried again', async () => {
  let now = 0;
  const model = withFallbacks([named('a', down, from('a')), named('b', from('b'))], {
    restMs: 100,
    now: () => now,
  });
  await model.complete(request, { signal: never });
  now = 100;
  expect(await model.complete(request, { signal: never })).toMatchObject({
    model: 'a',
    remarks: [holding('from b to a')],
  });
});

test('where all are down the last failure goes up', async () => {
  const last = new ModelError('quota', 'second is empty');
  const model = withFallbacks([named('a', down), named('b', last)]);
  await expect(model.complete(request, { signal: never })).rejects.toBe(last);
});

test.each(['auth', 'bad_request', 'overflow', 'content_filter'] as const)(
  '%s is not hidden behind another model',
  async (kind) => {
    const error = new ModelError(kind, 'no');
    const model = withFallbacks([named('a', error), named('b', from('b'))]);
    await expect(model.complete(request, { signal: never })).rejects.toBe(error);
  },
);

test('what failed models took is not lost', async () => {
  const usage = { input: 5, cached: 0, output: 1, usd: 0.5 };
  const model = withFallbacks([
    named('a', new ModelError('protocol', 'empty', { usage })),
    named('b', from('b')),
  ]);
  expect((await model.complete(request, { signal: never })).discarded).toEqual(usage);
});

test('what all of them took goes up with the last failure', async () => {
  const usage = { input: 5, cached: 0, output: 1, usd: 0.5 };
  const empty = (usd: number) => new ModelError('protocol', 'empty', { usage: { ...usage, usd } });
  const model = withFallbacks([named('a', empty(0.5)), named('b', empty(0.25))]);
  await expect(model.complete(request, { signal: never })).rejects.toMatchObject({
    kind: 'protocol',
    usage: { input: 10, output: 2, usd: 0.75 },
  });
});

test('the smallest window and the dearest estimate hold for the chain', () => {
  const a: Model = { ...named('a'), window: 100, estimate: () => ({ input: 1, output: 9, usd: 1 }) };
  const b: Model = { ...named('b'), window: 50, estimate: () => ({ input: 5, output: 2, usd: 3 }) };
  const chain = withFallbacks([a, b]);
  expect([chain.name, chain.window, chain.estimate?.(request)]).toEqual([
    'a',
    50,
    { input: 5, output: 9, usd: 3 },
  ]);
  const unknown = withFallbacks([a, { ...b, estimate: () => ({ input: 1, output: 1, usd: null }) }]);
  expect(unknown.estimate?.(request).usd).toBeNull();
});
