import { expect, test } from 'vitest';
import { childEnvironment } from '../../src/io/environment.ts';

test.each([
  'OPENAI_API_KEY',
  'api_key',
  'AWS_SECRET_ACCESS_KEY',
  'GITHUB_TOKEN',
  'DB_PASSWORD',
  'PGPASSWORD',
  'GPG_PASSPHRASE',
  'SSH_AUTH_SOCK',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'MY_PAT',
  'SENTRY_DSN',
  'PROXY_AUTH',
  'SLACK_WEBHOOK_URL',
  'AZURE_CONNECTION_STRING',
  'CLIENT_CERT',
  'DB_CREDS',
  'DATABASE_URL',
  'REDIS_URI',
  'CLIENT_ID',
  'KEYBOARD_TOKEN',
  'KEYFILE',
  'MYSECRET',
])('%s stays here', (name) => {
  expect(childEnvironment({ [name]: 'x' })).not.toHaveProperty(name);
});

test.each([
  'PATH',
  'HOME',
  'USER',
  'LANG',
  'TMPDIR',
  'NODE_ENV',
  'JAVA_HOME',
  'PASSENGERS',
  'KEYBOARD_LAYOUT',
  'DONKEY_PATH',
  'TOKENIZERS_PARALLELISM',
  'SECRETARY',
  'COMPASS',
  'AUTHOR',
  'EMPTY',
  'SSL_CERT_FILE',
  'NODE_EXTRA_CA_CERTS',
])('%s goes along', (name) => {
  expect(childEnvironment({ [name]: 'x' })).toHaveProperty(name, 'x');
});

test.each([
  'GIT_DIR',
  'GIT_INDEX_FILE',
  'npm_config_registry',
  'npm_lifecycle_event',
  'NODE_OPTIONS',
  'BASH_ENV',
  'BASH_FUNC_ls%%',
  'LD_PRELOAD',
  'PROMPT_COMMAND',
  'FORCE_COLOR',
  'VITEST_WORKER_ID',
])('%s, state of whoever started us, stays here', (name) => {
  expect(childEnvironment({ [name]: 'x' })).not.toHaveProperty([name]);
});

test.each([
  'https://user:hunter2@example.com/x',
  'postgres://app:hunter2@db/app',
  'ghp_0123456789abcdef',
  'token=sk_live_0123456789',
  'AIzaSy0123456789',
  '-----BEGIN RSA PRIVATE KEY-----',
  '-----BEGIN CERTIFICATE-----',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln',
  'eyJhbGciOiJIUzI1NiJ9.e30.c2ln',
])('a value such as %s stays here whatever its name', (value) => {
  expect(childEnvironment({ HARMLESS: value })).not.toHaveProperty('HARMLESS');
});

test.each(['https://example.com/a@b', 'this.is.not.a.jwt', 'a:b@c', ''])(
  'a value such as %j goes along',
  (value) => {
    expect(childEnvironment({ HARMLESS: value })).toHaveProperty('HARMLESS', value);
  },
);

test.each([
  'PATH',
  'LC_ALL',
  'NODE_ENV',
  'JAVA_HOME',
  'GOFLAGS',
  'CARGO_TARGET_DIR',
  'HTTPS_PROXY',
  'PYTHONPATH',
])('of a run, commands know %s', (name) => {
  expect(childEnvironment({ [name]: 'x' }, { names: 'known' })).toHaveProperty(name, 'x');
});

test.each([
  ['CORP_LOGIN', 'ada:hunter22'],
  ['BUNDLE_GEMS__EXAMPLE__COM', 'user:pass'],
  ['OPENAI', 'x'],
  ['NODE_AUTH_TOKEN', 'x'],
  ['HTTPS_PROXY', 'http://user:hunter2@proxy:3128'],
])('of a run, commands know nothing of %s', (name, value) => {
  expect(childEnvironment({ [name]: value }, { names: 'known' })).not.toHaveProperty(name);
  expect(childEnvironment({ [name]: value }, { names: 'known', allow: [name] })).toHaveProperty(name, value);
});

test('programs are told that nobody is there to answer', () => {
  expect(childEnvironment({ TERM: 'xterm', PAGER: 'less', CI: undefined })).toEqual({
    CI: '1',
    NO_COLOR: '1',
    TERM: 'dumb',
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
    GH_PROMPT_DISABLED: '1',
  });
});

test('what the user lets through and sets wins', () => {
  const env = childEnvironment(
    { TEST_TOKEN: 't', OTHER_TOKEN: 'o' },
    { allow: ['TEST_TOKEN'], set: { CI: 'no' } },
  );
  expect(env).toMatchObject({ TEST_TOKEN: 't', CI: 'no' });
  expect(env).not.toHaveProperty('OTHER_TOKEN');
});
