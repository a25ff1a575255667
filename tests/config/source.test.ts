import { describe, expect, it } from 'vitest';
import { readSettingsFile } from '../../src/config/source.ts';
import { problemsOf } from './problems-of.ts';

const repository = (...lines: string[]) =>
  readSettingsFile(`${lines.join('\n')}\n`, 'agents.yaml', 'repository');
const user = (...lines: string[]) => readSettingsFile(`${lines.join('\n')}\n`, 'config.yaml', 'user');
const level = (n: number) =>
  `l${String(n)}: &l${String(n)} [${Array.from({ length: 10 }, () => (n === 0 ? 'x' : `*l${String(n - 1)}`)).join(', ')}]`;
const wrong = (...lines: string[]) => problemsOf(() => repository(...lines));

describe('a settings file', () => {
  it('is read into one form, limits beside the rest', () => {
    const { given, ignored } = repository(
      'version: 1',
      'roles:',
      '  coder: { model: { easy: [cheap, strong], medium: cheap, hard: [strong] }, turns: 80 }',
      'models:',
      '  cheap: { name: m, price: { input: 0.25, cached: 0.025, output: 2 }, fallbacks: [strong] }',
      'limits: { parallel: 2, budget: none }',
      'check: npm test',
      'files: [src/**, "*.md"]',
      'checkTimeout: 90s',
    );
    expect(given).toEqual({
      roles: {
        coder: { model: { easy: ['cheap', 'strong'], medium: 'cheap', hard: ['strong'] }, turns: 80 },
      },
      models: {
        cheap: { name: 'm', price: { input: 0.25, cached: 0.025, output: 2 }, fallbacks: ['strong'] },
      },
      parallel: 2,
      budget: null,
      check: ['npm test'],
      files: ['src/**', '*.md'],
      checkTimeout: 90_000,
    });
    expect(ignored).toEqual([]);
  });

  it.each([[''], ['# nothing but a comment'], ['---'], ['{}']])('may say nothing: %j', (text) => {
    expect(repository(text).given).toEqual({});
  });

  it('knows the place of every value, limits in their section included', () => {
    const { place } = repository(
      'check: x',
      'limits:',
      '  parallel: 2',
      'roles:',
      '  coder:',
      '    turns: 5',
    );
    expect(place(['parallel'])).toBe('agents.yaml:3:13');
    expect(place(['roles', 'coder', 'turns'])).toBe('agents.yaml:6:12');
    expect(place(['roles', 'coder', 'model'])).toBe('agents.yaml:6:5');
  });

  it('may use anchors', () => {
    const { given } = repository('roles:', '  planner: &r { model: a, turns: 3 }', '  reviewer: *r');
    expect(given.roles?.reviewer).toEqual({ model: 'a', turns: 3 });
  });
});

describe('a wrong settings file', () => {
  it.each([
    ['a slip', ['limts: 3'], '1:1: limts is not a setting (its value is 3); did you mean limits?'],
    ['another spelling', ['models:', '  a: { max_tokens: 5 }'], 'did you mean models.a.maxTokens?'],
    [
      'a key in the wrong section',
      ['# x', 'budget: 3'],
      '2:1: budget is not a setting (its value is 3); it belongs at limits.budget',
    ],
    [
      'a key one level too deep',
      ['limits:', '  check: x'],
      '2:3: limits.check is not a setting (its value is "x"); it belongs at check',
    ],
    [
      'a role that does not exist',
      ['roles: { reviwer: {} }'],
      '1:10: roles.reviwer is not a setting (its value is an empty mapping); did you mean roles.reviewer?',
    ],
    [
      'nothing alike',
      ['zzz: [1, 2]'],
      'zzz is not a setting (its value is a list of 2); known here: version, roles,',
    ],
    [
      'one difficulty misspelt',
      ['roles: { coder: { model: { eazy: a, medium: b, hard: c } } }'],
      'did you mean roles.coder.model.easy?',
    ],
  ])('names an unknown key and the right one: %s', (_, lines, expected) => {
    expect(wrong(...lines).join('\n')).toContain(expected);
  });

  it.each([
    ['limits: { parallel: three }', '1:21: limits.parallel: expected a number, received "three"'],
    ['limits: { parallel: 0 }', 'limits.parallel: expected at least 1, received 0'],
    ['limits: { parallel: 1.5 }', 'limits.parallel: expected a whole number, received 1.5'],
    ['limits: { parallel: }', 'limits.parallel: expected a number, received nothing'],
    ['limits: { budget: -1 }', 'limits.budget: expected more than 0, received -1'],
    [
      'limits: { attempt: { tokens: 1.5 } }',
      'limits.attempt.tokens: expected a whole number above 0, or none, received 1.5',
    ],
    ['limits: { attempt: { usd: 3 } }', 'limits.attempt.usd is not a setting'],
    ['limits: { budget: free }', 'limits.budget: expected a number above 0, or none, received "free"'],
    ['limits: [1]', 'limits: expected a mapping of keys, received a list of 1'],
    ['check: [npm test, 3]', '1:19: check[1]: expected a text, received 3'],
    ['check: { run: x }', 'check: expected a command or a list of commands, received a mapping of run'],
    ['tests: no', 'tests: expected locked or reviewed or free, received "no"'],
    ['checkTimeout: 10', 'checkTimeout: expected a duration such as 90s, 10m or 1h, received 10'],
    [
      'checkTimeout: 10 parsecs',
      'checkTimeout: expected a duration such as 90s, 10m or 1h, received "10 parsecs"',
    ],
    ['plan: maybe', 'plan: expected true or false, received "maybe"'],
    ['models: { a: { window: 0 } }', 'models.a.window: expected more than 0, received 0'],
    ['models: { a: { price: { input: 1 } } }', 'models.a.price.output: expected a number, received nothing'],
    ['models: { a: { api: soap } }', 'models.a.api: expected chat or responses, received "soap"'],
    [
      'roles: { coder: { model: 5 } }',
      'roles.coder.model: expected a model name or a list of them, cheapest first, or a mapping',
    ],
    [
      'roles: { coder: { model: [] } }',
      'roles.coder.model: expected a list with something in it, received an empty list',
    ],
    ['roles: { coder: { model: [a, 1] } }', 'roles.coder.model[1]: expected a text, received 1'],
    ['- a', '1:1: expected a mapping of keys, received a list of 1'],
    ['just text', 'expected a mapping of keys, received "just text"'],
    ['version: 2', 'version: expected 1, received 2'],
  ])('says what was expected and what was received: %s', (line, expected) => {
    expect(wrong(line).join('\n')).toContain(expected);
  });

  it('tells all of its problems, in the order of the lines', () => {
    const problems = wrong(
      'zzz: 1',
      'check: 5',
      ...Array.from({ length: 8 }, (_, i) => `# ${String(i)}`),
      'tests: 1',
    );
    expect(problems.map((p) => /:(\d+):/.exec(p)?.[1])).toEqual(['1', '2', '11']);
  });

  it.each([
    ['a list that is never closed', 'check: [a', /^agents\.yaml:\d+:\d+: this is not valid YAML/],
    ['a key twice', 'check: a\ncheck: b', /^agents\.yaml:2:1: .*unique/],
    ['a tab', 'limits:\n\tparallel: 1', /^agents\.yaml:2:1: /],
    ['two documents', 'check: a\n---\ncheck: b', /^agents\.yaml:2:1: .*second document/],
    ['an alias of nothing', 'check: *x', /^agents\.yaml:1:\d+: /],
    ['__proto__', '__proto__: { check: x }', /__proto__ is not a setting/],
    ['itself inside itself', 'models: &m { a: *m }', /models\.a\.a is not a setting/],
  ])('is refused by its line: %s', (_, text, expected) => {
    expect(wrong(text)[0]).toMatch(expected);
  });

  it('is refused when aliases blow it up', () => {
    expect(wrong(...Array.from({ length: 6 }, (_, n) => level(n)))[0]).toContain('not usable YAML');
  });

  it('never shows what may be a key', () => {
    const problems = problemsOf(() =>
      user('apiToken: s3cret-value', 'providers: { x: { headers: { X-Key: [s3cret] }, kee: s3cret } }'),
    );
    expect(problems.join('\n')).toContain('apiToken is not a setting (its value is not shown)');
    expect(problems.find((p) => p.includes('headers'))).not.toContain('s3cret');
  });
});

describe('what only the user may set', () => {
  it('is set aside in a repository, each key with its place, and the rest is read', () => {
    const { given, ignored } = repository(
      'check: npm test',
      'providers:',
      '  openai: { baseUrl: http://127.0.0.1:1/v1 }',
      'hooks: { started: touch /tmp/x }',
      'sandbox: off',
      'mode: [not, even, valid]',
      'models: { a: { name: m, baseUrl: http://127.0.0.1:1, apiKey: k } }',
      'open: [agents.yaml]',
      'copy: [.env]',
      'yolo: true',
      'api_key: k',
    );
    expect(given).toEqual({ check: ['npm test'], models: { a: { name: 'm' } } });
    expect(ignored.map(({ key, place }) => `${place} ${key}`)).toEqual([
      'agents.yaml:3:3 providers.openai',
      'agents.yaml:4:10 hooks.started',
      'agents.yaml:5:1 sandbox',
      'agents.yaml:6:1 mode',
      'agents.yaml:8:1 open',
      'agents.yaml:9:1 copy',
      'agents.yaml:10:1 yolo',
      'agents.yaml:11:1 api_key',
      'agents.yaml:7:25 models.a.baseUrl',
      'agents.yaml:7:54 models.a.apiKey',
    ]);
    expect(ignored[0]?.message).toContain('only your own config.yaml may set it');
  });

  it("is read from the user's own file, and checked there", () => {
    const { given } = user(
      'providers: { local: { baseUrl: "http://127.0.0.1:11434/v1", keyVariable: MY_KEY, headers: { X-A: b } } }',
      'mode: ask',
      'network: { allow: [registry.example] }',
      'stateFolder: /var/x',
    );
    expect(given.providers?.['local']).toEqual({
      baseUrl: 'http://127.0.0.1:11434/v1',
      keyVariable: 'MY_KEY',
      headers: { 'X-A': 'b' },
    });
    expect(given).toMatchObject({
      mode: 'ask',
      network: { allow: ['registry.example'] },
      stateFolder: '/var/x',
    });
    expect(problemsOf(() => user('mode: yolo'))[0]).toContain(
      'mode: expected plan or ask or auto or full, received "yolo"',
    );
    expect(problemsOf(() => user('providers: { a: { baseUrl: "ftp://x" } }'))[0]).toContain(
      'expected an address such as',
    );
    expect(user('permissions: { allow: npm test }').given.permissions).toEqual({
      allow: ['npm test'],
      deny: [],
    });
    expect(problemsOf(() => user('permissions: { allow: 3 }'))[0]).toContain(
      'expected the beginning of a command',
    );
  });
});
