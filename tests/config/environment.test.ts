import { describe, expect, it } from 'vitest';
import { folders, openAiVariables, processEnv, secrets } from '../../src/config/environment.ts';

describe('secrets', () => {
  it('are the values of variables named like one, longest first', () => {
    const env = {
      OPENAI_API_KEY: 'sk-12345678',
      GITHUB_TOKEN: 'ghp_abcdefghijkl',
      DB_PASSWORD: 'correct horse',
      npm_config__authToken: 'npm-secret-1',
      AWS_SECRET_ACCESS_KEY: 'aws/secret+1',
      PGPASSWORD: 'postgres-word',
      MYSQL_PWD: 'mysql-word',
      PWD: '/home/me/project',
      PATH: '/usr/bin:/bin',
      KEYBOARD: 'us-international',
      MONKEY: 'banana-banana',
      AUTHOR: 'Somebody Somewhere',
    };
    expect(secrets(env)).toEqual([
      'ghp_abcdefghijkl',
      'correct horse',
      'postgres-word',
      'npm-secret-1',
      'aws/secret+1',
      'sk-12345678',
      'mysql-word',
    ]);
  });

  it('leave out placeholders, whose words would vanish everywhere', () => {
    expect(
      secrets({
        OPENAI_API_KEY: 'none',
        OTHER_KEY: 'test',
        AUTH: 'true',
        EMPTY_TOKEN: '',
        GONE_TOKEN: undefined,
      }),
    ).toEqual([]);
  });

  it('are found inside addresses, in variables named for it, and where else they are told', () => {
    const env = {
      DATABASE_URL: 'postgres://me:hunter2-hunter2@db/x',
      HTTPS_PROXY: 'http://proxy:8080',
      REMOTE: 'https://ghp_0123456789abcdefghij@github.com/x and ssh://git@host/y',
      MY_LLM: 'my-llm-value',
    };
    const more = {
      names: ['MY_LLM'],
      values: ['Bearer abcdef'],
      addresses: ['https://u:p4ssw0rd-long@host/v1'],
    };
    expect(secrets(env, more).toSorted()).toEqual([
      'Bearer abcdef',
      'ghp_0123456789abcdefghij',
      'hunter2-hunter2',
      'my-llm-value',
      'p4ssw0rd-long',
    ]);
  });

  it('of several lines count whole and line by line', () => {
    const key = '-----BEGIN KEY-----\nMIIEabcdefgh\n-----END KEY-----';
    expect(secrets({ DEPLOY_KEY: key })).toEqual([
      key,
      '-----BEGIN KEY-----',
      '-----END KEY-----',
      'MIIEabcdefgh',
    ]);
  });
});

describe('folders', () => {
  it('follow the XDG variables', () => {
    expect(folders({ HOME: '/home/me', XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s' })).toEqual({
      config: '/c/orchestrate',
      state: '/s/orchestrate',
    });
  });

  it('have their standard places, and a relative path does not count', () => {
    const standard = { config: '/home/me/.config/orchestrate', state: '/home/me/.local/state/orchestrate' };
    expect(folders({ HOME: '/home/me' })).toEqual(standard);
    expect(folders({ HOME: '/home/me', XDG_CONFIG_HOME: 'rel', XDG_STATE_HOME: '' })).toEqual(standard);
  });

  it('do without HOME', () => {
    expect(folders({}).config).toMatch(/^\/.+\/\.config\/orchestrate$/);
  });
});

describe('the variables of a provider', () => {
  it('are trimmed, and an empty one is not set', () => {
    expect(openAiVariables({ OPENAI_BASE_URL: ' http://x/v1\n', OPENAI_MODEL: '' })).toEqual({
      baseUrl: 'http://x/v1',
    });
    expect(openAiVariables({ OPENAI_MODEL: 'm' })).toEqual({ model: 'm' });
  });

  it('come from the process in the end', () => {
    expect(processEnv()['PATH']).toBe(process.env['PATH']);
  });
});
