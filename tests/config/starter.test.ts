import { describe, expect, it } from 'vitest';
import { readSettingsFile } from '../../src/config/source.ts';
import { agentsYaml, configYaml, type Starter } from '../../src/config/starter.ts';

const starter: Starter = {
  check: 'npm test',
  setup: 'npm ci',
  models: { strong: 'big', easy: 'small' },
  provider: undefined,
  schema: '.orchestrate/agents.schema.json',
};
const gateway = { name: 'gateway', baseUrl: 'http://127.0.0.1:9/v1', keyVariable: 'GATEWAY_KEY' };
const agents = (more: Partial<Starter> = {}) => {
  const { given, ignored } = readSettingsFile(
    agentsYaml({ ...starter, ...more }),
    'agents.yaml',
    'repository',
  );
  expect(ignored).toEqual([]);
  return given;
};

describe('an agents.yaml to begin with', () => {
  it('says the commands and which model does what', () => {
    expect(agents()).toMatchObject({
      check: ['npm test'],
      setup: 'npm ci',
      parallel: 3,
      models: { strong: { name: 'big' }, easy: { name: 'small' } },
      roles: {
        planner: { model: 'strong' },
        coder: { model: { easy: ['easy', 'strong'], hard: 'strong' } },
        summarizer: { model: 'easy' },
      },
    });
  });

  it('has one model where one is to do everything', () => {
    const given = agents({ models: { strong: 'one', easy: 'one' } });
    expect(given.models).toEqual({ main: { name: 'one' } });
    expect(given.roles?.coder?.model).toBe('main');
  });

  it('leaves out what was not found, and the models of the user', () => {
    const given = agents({ check: null, setup: null, provider: gateway });
    expect(given).toEqual({ parallel: 3 });
  });

  it.each(['sh -c "a: b" # c', "- it's", 'true', '@x', 'a\tb', '{a: 1}', 'make test && echo "✓"'])(
    'keeps a command as it was said: %s',
    (command) => {
      expect(agents({ check: command, setup: command })).toMatchObject({ check: [command], setup: command });
    },
  );

  it.each(['qwen3:30b', '@cf/meta/llama', 'org/model: free', '4'])(
    'keeps the name of a model: %s',
    (name) => {
      expect(agents({ models: { strong: name, easy: name } }).models).toEqual({ main: { name } });
    },
  );

  it('tells editors which schema it has', () => {
    expect(agentsYaml(starter)).toMatch(
      /^# yaml-language-server: \$schema=\.orchestrate\/agents\.schema\.json\n/,
    );
  });
});

it.each([
  [gateway, { baseUrl: gateway.baseUrl, keyVariable: 'GATEWAY_KEY' }],
  [{ name: 'local', baseUrl: gateway.baseUrl }, { baseUrl: gateway.baseUrl }],
])('a config.yaml to begin with names the provider and its models: %o', (provider, expected) => {
  const { given } = readSettingsFile(configYaml({ ...starter, provider }), 'config.yaml', 'user');
  expect(given).toMatchObject({
    providers: { [provider.name]: expected },
    models: { strong: { name: 'big', provider: provider.name }, easy: { provider: provider.name } },
    roles: { reviewer: { model: 'strong' } },
  });
});
