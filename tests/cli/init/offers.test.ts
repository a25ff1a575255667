import { describe, expect, it } from 'vitest';
import { localOffers, offersIn } from '../../../src/cli/init/offers.ts';

const names = (env: Record<string, string>) => offersIn(env).map(({ name }) => name);

describe('what the environment offers', () => {
  it.each([
    [{}, []],
    [{ OPENAI_API_KEY: 'k' }, ['openai']],
    [{ OPENAI_API_KEY: ' ' }, []],
    [{ MISTRAL_API_KEY: 'k', GROQ_API_KEY: 'k' }, ['mistral', 'groq']],
    [{ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' }, ['openai']],
    [
      { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', OPENAI_API_KEY: 'k', GROQ_API_KEY: 'k' },
      ['openai', 'groq'],
    ],
  ])('%o: %o', (env, expected) => {
    expect(names(env)).toEqual(expected);
  });

  it('takes address and model of the variables for what they are', () => {
    expect(offersIn({ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', OPENAI_MODEL: 'm' })).toMatchObject([
      { baseUrl: 'http://127.0.0.1:9/v1', models: ['m'], builtIn: true },
    ]);
  });
});

it('a server of this machine gets a name that settings can have, and needs no key', () => {
  const [offer] = localOffers([
    { kind: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1', models: ['a', 'b'] },
  ]);
  expect(offer).toMatchObject({ name: 'lm-studio', builtIn: false, models: ['a', 'b'] });
  expect(offer).not.toHaveProperty('keyVariable');
});
