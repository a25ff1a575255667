import { describe, expect, it } from 'vitest';
import { type Configuration, effective } from '../../src/config/effective.ts';
import type { Env } from '../../src/config/environment.ts';
import { readFrontMatter } from '../../src/config/front-matter.ts';
import { readFlags, readVariables } from '../../src/config/loose.ts';
import { readSettingsFile, type Source } from '../../src/config/source.ts';
import type { ModelEntry } from '../../src/model/entry.ts';
import { problemsOf } from './problems-of.ts';

const KEYED: Env = { OPENAI_API_KEY: 'sk-abcdefgh' };
const repository = (text: string) => readSettingsFile(text, 'agents.yaml', 'repository');
const user = (text: string) => readSettingsFile(text, 'config.yaml', 'user');
const named = (text: string) => readSettingsFile(text, 'ci.yaml', 'named');
const merge = (sources: readonly Source[], env: Env = KEYED): Configuration => effective({ sources, env });
const originOf = ({ entries }: Configuration, key: string): string | undefined => {
  const origin = entries.find((entry) => entry.key === key)?.origin;
  return origin && `${origin.source} ${origin.place}`;
};

const TWO_MODELS = 'models:\n  cheap: { name: small }\n  strong: { name: large }\n';

describe('who wins', () => {
  const all: [string, Source, string][] = [
    ['default', user(''), 'default built in'],
    ['repository', repository('limits: { parallel: 11 }'), 'repository agents.yaml:1:21'],
    ['user', user('limits: { parallel: 12 }'), 'user config.yaml:1:21'],
    ['named', named('limits: { parallel: 13 }'), 'named ci.yaml:1:21'],
    ['environment', readVariables({ ORCHESTRATE_PARALLEL: '14' }), 'environment ORCHESTRATE_PARALLEL'],
    ['spec', readFrontMatter({ text: 'parallel: 15', line: 2 }, 'spec.md'), 'spec spec.md:2:11'],
    ['flag', readFlags({ parallel: 16 }), 'flag --parallel'],
  ];

  it.each(all.map(([name, , origin], i) => [name, origin, i] as const))(
    '%s over all that are weaker',
    (_, origin, i) => {
      const given = all.slice(0, i + 1).map(([, source]) => source);
      const merged = merge(given);
      expect(merged.settings.parallel).toBe(i === 0 ? 3 : 10 + i);
      expect(originOf(merged, 'parallel')).toBe(origin);
      expect(merge(given.toReversed()).settings).toEqual(merged.settings);
    },
  );

  it('is decided key by key, and a list is one value', () => {
    const { settings } = merge([
      repository('check: [npm run lint, npm test]\nsetup: npm ci\nlimits: { budget: 5, minutes: 10 }'),
      user('limits: { budget: none }'),
      readFlags({ check: ['make'] }),
    ]);
    expect(settings).toMatchObject({ check: ['make'], setup: 'npm ci', budget: null, minutes: 10 });
  });

  it('is decided for the limits of checkpoints and attempts by the strongest that gives any', () => {
    const { settings, entries } = merge([
      repository(
        'limits: { tokens: 9000, checkpoint: { budget: 1, minutes: 5 }, attempt: { tokens: none } }',
      ),
      readFrontMatter({ text: 'checkpoint: { budget: 2 }', line: 2 }, 'spec.md'),
    ]);
    const unlimited = { budget: null, tokens: null, minutes: null };
    expect(settings).toMatchObject({
      tokens: 9000,
      checkpoint: { ...unlimited, budget: 2 },
      attempt: unlimited,
    });
    expect(entries.find(({ key }) => key === 'checkpoint')).toMatchObject({
      value: { budget: 2, tokens: 'none', minutes: 'none' },
      origin: { place: 'spec.md:2:13' },
    });
  });

  it('is decided for a role key by key, for a model as a whole', () => {
    const { roles, models } = merge(
      [
        repository(`${TWO_MODELS}roles: { coder: { model: cheap, turns: 80, temperature: 0 } }`),
        user('models: { cheap: { name: mine } }\nroles: { coder: { turns: 9 } }'),
      ],
      { ...KEYED, OPENAI_MODEL: 'strong' },
    );
    expect(roles.coder).toEqual({
      routes: { easy: ['cheap'], medium: ['cheap'], hard: ['cheap'] },
      turns: 9,
      temperature: 0,
    });
    expect(models['cheap']?.model).toBe('mine');
  });
});

describe('settings of a run', () => {
  it('have the defaults of the run itself', () => {
    expect(merge([]).settings).toMatchObject({
      check: [],
      parallel: 3,
      budget: null,
      single: false,
      checkTimeoutMs: 600_000,
      sandbox: 'full',
    });
  });

  it('are kept under the names of the run, and shown under those that people write', () => {
    const merged = merge([readFlags({ plan: false, checkTimeout: '90s', approve: 'plan', sandbox: 'full' })]);
    expect(merged.settings).toMatchObject({
      single: true,
      checkTimeoutMs: 90_000,
      approve: 'plan',
      sandbox: 'full',
    });
    const shown = Object.fromEntries(merged.entries.map(({ key, value }) => [key, value]));
    expect(shown).toMatchObject({
      plan: false,
      checkTimeout: '90s',
      setupTimeout: '15m',
      budget: 'none',
      mode: 'auto',
    });
  });
});

describe('the environment alone', () => {
  const env = {
    OPENAI_API_KEY: 'sk-abcdefgh',
    OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
    OPENAI_MODEL: 'tiny',
  };

  it('is enough: one provider, one model, every role', () => {
    const { roles, models, lacks } = merge([], env);
    expect(lacks).toEqual([]);
    expect(models).toEqual({
      tiny: {
        name: 'tiny',
        model: 'tiny',
        provider: 'openai',
        api: 'chat',
        edit: 'edit',
        baseUrl: env.OPENAI_BASE_URL,
        apiKey: env.OPENAI_API_KEY,
        headers: {},
        allowed: {},
        fallbacks: [],
      },
    });
    const everywhere = { easy: ['tiny'], medium: ['tiny'], hard: ['tiny'] };
    expect(Object.values(roles).map((role) => role.routes)).toEqual([
      everywhere,
      everywhere,
      everywhere,
      everywhere,
    ]);
  });

  it('gives the adapter all that it asks for', () => {
    const entries: ModelEntry[] = Object.values(merge([], env).models);
    expect(entries.map((entry) => entry.name)).toEqual(['tiny']);
  });

  it('needs no key at an address of its own', () => {
    expect(merge([], { ...env, OPENAI_API_KEY: '' }).lacks).toEqual([]);
  });

  it('says what is missing', () => {
    const { OPENAI_MODEL: _, ...noModel } = env;
    expect(merge([], noModel).lacks).toEqual([
      'OPENAI_BASE_URL is set, but no model is named for planner, coder, reviewer, summarizer: set OPENAI_MODEL, pass --model NAME, or name models in agents.yaml.',
    ]);
    expect(merge([], {}).lacks[0]).toContain('No model is named for planner');
    expect(merge([], { OPENAI_MODEL: 'm' }).lacks).toEqual([
      'The provider openai needs a key: set the variable OPENAI_API_KEY.',
    ]);
    expect(problemsOf(() => merge([], { ...env, OPENAI_BASE_URL: 'localhost:8080' }))[0]).toContain(
      'OPENAI_BASE_URL: expected an address',
    );
  });

  it('serves roles that a file gives no model, and overrides none that it does', () => {
    const { roles } = merge([repository(`${TWO_MODELS}roles: { coder: { model: [cheap, strong] } }`)], env);
    expect(roles.coder?.routes.easy).toEqual(['cheap', 'strong']);
    expect(roles.reviewer?.routes.easy).toEqual(['tiny']);
    expect(roles.summarizer?.routes.hard).toEqual(['cheap', 'strong']);
  });
});

describe('routes', () => {
  const ROLES =
    'roles:\n  coder: { model: { easy: [cheap, strong], medium: strong, hard: [strong] } }\n  planner: { model: strong }\n  reviewer: { model: strong }\n';

  it('go by difficulty', () => {
    expect(merge([repository(TWO_MODELS + ROLES)]).roles.coder?.routes).toEqual({
      easy: ['cheap', 'strong'],
      medium: ['strong'],
      hard: ['strong'],
    });
  });

  it('all give way to --model, be it an alias or a name on the wire', () => {
    const wire = merge([repository(TWO_MODELS + ROLES), readFlags({ model: 'some-model' })]);
    expect(Object.keys(wire.models)).toEqual(['some-model']);
    expect(originOf(wire, 'roles.coder.model')).toBe('flag --model');
    expect(
      Object.values(merge([repository(TWO_MODELS + ROLES), readFlags({ model: 'cheap' })]).models).map(
        (m) => m.model,
      ),
    ).toEqual(['small']);
  });

  it("a file's word about one role counts before its word about all", () => {
    const { roles } = merge([repository(`${TWO_MODELS}model: strong\nroles: { coder: { model: cheap } }`)]);
    expect([roles.coder?.routes.easy, roles.planner?.routes.easy]).toEqual([['cheap'], ['strong']]);
  });

  it('lead to the only model that there is', () => {
    const { roles, lacks } = merge([repository('models: { one: {} }')]);
    expect(lacks).toEqual([]);
    expect(roles.planner?.routes.hard).toEqual(['one']);
  });

  it('may name models on the wire where none is described, and only those described otherwise', () => {
    expect(merge([repository('roles: { coder: { model: wire-name } }')]).models['wire-name']?.model).toBe(
      'wire-name',
    );
    expect(
      problemsOf(() => merge([repository(`${TWO_MODELS}roles:\n  coder: { model: [chaep, strong] }`)])),
    ).toEqual([
      'agents.yaml:5:19: roles.coder.model names chaep, which is not under models; did you mean cheap?',
    ]);
  });

  it('say which roles have no model', () => {
    const { lacks, roles } = merge([repository(`${TWO_MODELS}roles: { coder: { model: cheap } }`)]);
    expect(lacks[0]).toContain('No model is named for planner, reviewer:');
    expect(Object.keys(roles)).toEqual(['coder', 'summarizer']);
  });
});

describe('models and providers', () => {
  const LOCAL =
    'providers:\n  local: { baseUrl: "http://127.0.0.1:11434/v1" }\n  paid: { baseUrl: "https://api.example/v1", keyVariable: PAID, headers: { X-Org: org-secret-1 } }\n';

  it('take address, key and headers from the provider that the model names', () => {
    const models =
      'model: a\nmodels:\n  a: { name: x, provider: paid, api: responses, window: 128000, effort: low, edit: apply_patch, profile: openai, maxTokens: 9, price: { input: 1, output: 2 }, fallbacks: [b] }\n  b: { provider: local }\n';
    const merged = merge([user(LOCAL), repository(models)], { PAID: 'paid-key-1234' });
    expect(merged.models).toEqual({
      a: {
        name: 'a',
        model: 'x',
        provider: 'paid',
        api: 'responses',
        window: 128_000,
        effort: 'low',
        edit: 'apply_patch',
        profile: 'openai',
        maxTokens: 9,
        price: { input: 1, output: 2 },
        fallbacks: ['b'],
        baseUrl: 'https://api.example/v1',
        apiKey: 'paid-key-1234',
        headers: { 'X-Org': 'org-secret-1' },
        allowed: {},
      },
      b: {
        name: 'b',
        model: 'b',
        provider: 'local',
        api: 'chat',
        edit: 'edit',
        fallbacks: [],
        allowed: {},
        baseUrl: 'http://127.0.0.1:11434/v1',
        apiKey: '',
        headers: {},
      },
    });
    expect(merged.lacks).toEqual([]);
    expect(merged.secrets).toEqual(['paid-key-1234', 'org-secret-1']);
    expect(JSON.stringify(merged.entries)).not.toMatch(/paid-key-1234|org-secret-1/);
  });

  it('say which key is missing', () => {
    expect(merge([user(`${LOCAL}model: m\nmodels: { m: { provider: paid } }`)], {}).lacks).toEqual([
      'The provider paid needs a key: set the variable PAID.',
    ]);
  });

  it('let the environment move the built-in provider', () => {
    const own = user('providers: { openai: { baseUrl: "https://gateway.example/v1" } }\nmodel: m');
    expect(merge([own]).models['m']?.baseUrl).toBe('https://gateway.example/v1');
    const moved = merge([own], { OPENAI_BASE_URL: 'http://u:long-password@127.0.0.1:1/v1' });
    expect(moved.models['m']?.baseUrl).toBe('http://u:long-password@127.0.0.1:1/v1');
    expect(originOf(moved, 'providers.openai.baseUrl')).toBe('environment OPENAI_BASE_URL');
    expect(JSON.stringify(moved.entries)).not.toContain('long-password');
    expect(moved.secrets).toContain('long-password');
  });

  it('are refused when they name what does not exist, if a role uses them', () => {
    const unknown = repository('model: m\nmodels:\n  m: { provider: locl }\n');
    expect(problemsOf(() => merge([user(LOCAL), unknown]))).toEqual([
      'agents.yaml:3:6: models.m asks provider locl, which your own config.yaml does not name under providers; did you mean local?',
    ]);
    expect(merge([unknown, readFlags({ model: 'other' })]).models).toHaveProperty('other');
    expect(problemsOf(() => merge([repository('models: { m: { fallbacks: [n] } }')]))[0]).toContain(
      'models.m names n, which is not under models; known: m',
    );
    expect(problemsOf(() => merge([user('providers: { x: {} }')]))[0]).toContain(
      'config.yaml:1:17: providers.x has no baseUrl',
    );
  });

  it('may fall back in a circle without end', () => {
    const circle = repository('model: a\nmodels: { a: { fallbacks: [b] }, b: { fallbacks: [a] } }');
    expect(Object.keys(merge([circle]).models)).toEqual(['a', 'b']);
  });
});

describe('the machine', () => {
  it('is for the user to say', () => {
    const given = user(
      'mode: ask\nnetwork: { allow: [a.example] }\nenvironment: [CI]\nhooks: { ended: ./bell }\nmcp: { m: { command: x } }\nstateFolder: /s',
    );
    expect(merge([given, repository('mode: full\nstateFolder: /evil')]).machine).toEqual({
      mode: 'ask',
      permissions: { allow: [], deny: [] },
      network: { allow: ['a.example'] },
      environment: ['CI'],
      hooks: { ended: './bell' },
      mcp: { m: { command: 'x' } },
      stateFolder: '/s',
    });
  });

  it('has its defaults', () => {
    expect(merge([], { XDG_STATE_HOME: '/state' }).machine).toEqual({
      mode: 'auto',
      permissions: { allow: [], deny: [] },
      network: { allow: [] },
      environment: [],
      hooks: {},
      mcp: {},
      stateFolder: '/state/orchestrate',
    });
  });

  it('is never told silently that it was ignored', () => {
    expect(merge([repository('mode: full')]).warnings.map((w) => `${w.place} ${w.key}`)).toEqual([
      'agents.yaml:1:1 mode',
    ]);
  });
});

describe('an analyst', () => {
  it('takes part only where somebody names it, and nothing is lacking without it', () => {
    const { roles, lacks, entries } = merge([], { ...KEYED, OPENAI_MODEL: 'm' });
    expect(roles.analyst).toBeUndefined();
    expect(lacks).toEqual([]);
    expect(entries.filter(({ key }) => key.startsWith('roles.analyst'))).toEqual([]);
  });

  it('is served by a model of its own, else as coders are', () => {
    const own = merge([
      repository(`${TWO_MODELS}roles: { coder: { model: strong }, analyst: { model: cheap } }`),
    ]);
    expect(own.roles.analyst?.routes.medium).toEqual(['cheap']);
    const plain = merge([repository(`${TWO_MODELS}roles: { coder: { model: strong }, analyst: {} }`)]);
    expect(plain.roles.analyst?.routes.easy).toEqual(['strong']);
  });
});
