import { expect, onTestFinished, test } from 'vitest';
import { effective } from '../../src/config/effective.ts';
import { readSettingsFile } from '../../src/config/source.ts';
import { nothing } from '../../src/domain/usage.ts';
import { Settings } from '../../src/domain/settings.ts';
import { configuredModels } from '../../src/cli/models.ts';
import { endpoint, type Answer } from '../cli/endpoint.ts';

const never = new AbortController().signal;
const request = { messages: [{ role: 'user' as const, text: 'Go.' }], tools: [] };
const caller = (role: string, attempt: string | null = null, alias = 'a') => ({
  role,
  conversation: role,
  attempt,
  alias,
});

async function models(
  yaml: string,
  answer: () => Answer | Promise<Answer>,
  settings: object = {},
  spent = {},
) {
  const server = await endpoint(answer);
  onTestFinished(server.close);
  const source = readSettingsFile(yaml, 'config.yaml', 'user');
  const env = { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'unit-4f6c0b1d9e8a7352' };
  const configuration = effective({ sources: [source], env });
  return { of: configuredModels(configuration, { settings: Settings.parse(settings) }, spent), server };
}

test('no more requests are under way than the owner of a key allows, over all models that use it', async () => {
  let under = 0;
  let most = 0;
  const { of } = await models(
    'providers: { openai: { atOnce: 2 } }\nmodel: a\nmodels: { a: { fallbacks: [b] }, b: {} }\n',
    async () => {
      most = Math.max(most, ++under);
      await new Promise((resolve) => setTimeout(resolve, 20));
      under--;
      return { text: 'ok' };
    },
  );
  const calls = Array.from({ length: 8 }, async (_, i) =>
    of(caller('coder', null, i % 2 === 0 ? 'a' : 'b')).complete(request, { signal: never }),
  );
  expect((await Promise.all(calls)).map(({ message }) => message.text)).toEqual(Array<string>(8).fill('ok'));
  expect(most).toBe(2);
});

test("a role's temperature counts before the model's", async () => {
  const { of, server } = await models(
    'model: a\nmodels: { a: { temperature: 1 } }\nroles: { coder: { temperature: 0 } }\n',
    () => ({ text: 'ok' }),
  );
  await of(caller('coder')).complete(request, { signal: never });
  await of(caller('planner')).complete(request, { signal: never });
  expect(server.requests.map((sent) => sent['temperature'])).toEqual([0, 1]);
});

test('a wait for a limit names the key by its host, never by itself', async () => {
  const { of } = await models('model: a\nproviders: { openai: { perMinute: { requests: 1 } } }\n', () => ({
    text: 'ok',
  }));
  await of(caller('coder')).complete(request, { signal: never });
  const stop = new AbortController();
  const waits: unknown[] = [];
  const second = of(caller('coder')).complete(request, {
    signal: stop.signal,
    onWait: (wait) => {
      waits.push(wait);
      stop.abort(new Error('seen'));
    },
  });
  await expect(second).rejects.toThrow('seen');
  expect(JSON.stringify(waits)).toContain('127.0.0.1');
  expect(JSON.stringify(waits)).not.toContain('unit-4f6c');
});

test.each([
  ['run', {}, { run: { spend: { ...nothing, usd: 4.9 }, minutes: 0 } }],
  ['checkpoint', { checkpoint: { budget: 1 } }, { c1: { spend: { ...nothing, usd: 0.99 }, minutes: 0 } }],
  ['attempt', { attempt: { minutes: 5 } }, { 'c1.a1': { spend: nothing, minutes: 5 } }],
] as const)(
  'what earlier processes took counts against the limit of the %s',
  async (scope, limits, spent) => {
    const { of, server } = await models(
      'model: a\nmodels: { a: { price: { input: 1, output: 20 } } }\n',
      () => ({ text: 'ok' }),
      { budget: 5, ...limits },
      spent,
    );
    const refused = of(caller('coder', 'c1.a1')).complete(request, { signal: never });
    await expect(refused).rejects.toMatchObject({ name: 'LimitReached', scope });
    expect(server.requests).toEqual([]);
  },
);

test('an unknown price is refused wherever money is limited', async () => {
  await expect(models('model: a\n', () => ({}), { attempt: { budget: 1 } })).rejects.toThrow(
    'the budget of $1 for an attempt cannot be kept, because nobody knows the price of a',
  );
});
