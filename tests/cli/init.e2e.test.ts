import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { bin } from './program.ts';
import { expectExit, FILES, scene, type Scene } from './scene.ts';

const PACKAGE = { ...FILES, 'package.json': '{ "name": "it", "scripts": { "test": "sh check.sh" } }\n' };

const settings = async (at: Scene, env: Record<string, string> = {}): Promise<string> => {
  const { stdout, exit } = await at.run(['config', '--json'], { env });
  expect(exit).toBe(0);
  return stdout;
};
const own = (at: Scene): string => path.join(at.repo.home, 'config', 'orchestrate', 'config.yaml');
const read = async (at: Scene, file: string): Promise<string> =>
  readFile(path.join(at.repo.root, file), 'utf8');

test.concurrent('what is found becomes an agents.yaml that is in force at once', async () => {
  const at = await scene({ files: PACKAGE });
  const { exit, stdout } = await at.run(['init', '--yes']);
  expect(exit).toBe(0);
  expect(stdout).toContain(`wrote ${path.join(at.repo.root, 'agents.yaml')}`);
  expect(stdout).toContain('git add agents.yaml .orchestrate && git commit');
  expect(await read(at, 'agents.yaml')).toContain('check: npm test');
  expect(await read(at, '.orchestrate/agents.schema.json')).toContain(
    '"title": "agents.yaml of orchestrate"',
  );
  expect(existsSync(own(at))).toBe(false);
  expect(await settings(at)).toMatch(/"key":"models\.main","value":\{"name":"test-model"\}/);
});

test.concurrent('tests in a folder tell how they are run', async () => {
  const at = await scene({ files: { ...FILES, 'tests/test_it.py': 'import unittest\n' } });
  expectExit(await at.run(['init', '--yes']), 0);
  expect(await read(at, 'agents.yaml')).toContain('check: python3 -m unittest discover -s tests');
});

test.concurrent('nothing that is there is changed', async () => {
  const at = await scene({ files: { ...PACKAGE, 'agents.yaml': 'check: make\n' } });
  const { exit, stdout } = await at.run(['init', '--yes', '--roles', '--check', 'other']);
  expect(exit).toBe(0);
  expect(stdout).toContain('agents.yaml is there already and stays as it is');
  expect(await read(at, 'agents.yaml')).toBe('check: make\n');
  expect(await settings(at)).toContain(path.join('.orchestrate', 'roles', 'coder.md'));
});

test.concurrent("another provider goes into the user's own config.yaml, without its key", async () => {
  const at = await scene();
  const env = { OPENAI_BASE_URL: '', GROQ_API_KEY: 'gsk-very-secret-value' };
  const args = ['init', '--yes', '--provider', 'groq', '--model', 'big', '--easy-model', 'small'];
  expectExit(await at.run(args, { env }), 0);
  const text = await readFile(own(at), 'utf8');
  expect(text).toContain('keyVariable: GROQ_API_KEY');
  expect(text + (await read(at, 'agents.yaml'))).not.toContain('very-secret');
  expect(await settings(at, env)).toMatch(/"key":"models\.small\.provider"|"provider":"groq"|groq/);
  const again = await at.run(args, { env });
  expect(again.stdout).toContain(`put this into ${own(at)}`);
  expect(await readFile(own(at), 'utf8')).toBe(text);
});

test.concurrent.each([
  {
    name: 'no provider',
    args: ['--yes'],
    env: { OPENAI_BASE_URL: '', OPENAI_API_KEY: '' },
    exit: 3,
    says: /OPENROUTER_API_KEY.*init --yes --local/s,
  },
  {
    name: 'a provider that was not found',
    args: ['--yes', '--provider', 'opnai'],
    exit: 2,
    says: /openai\?/,
  },
  { name: 'no terminal to ask on', args: [], exit: 2, says: /orchestrate init --yes/ },
])('$name: nothing is written, and it says what to do', async ({ args, env = {}, exit, says }) => {
  const at = await scene();
  const ran = await at.run(['init', ...args], { env });
  expectExit(ran, exit);
  expect(ran.stderr).toMatch(says);
  expect(existsSync(path.join(at.repo.root, 'agents.yaml'))).toBe(false);
});

test.concurrent('a model that nobody named is the only one that the server has', async () => {
  const at = await scene();
  expectExit(await at.run(['init', '--yes'], { env: { OPENAI_MODEL: '' } }), 0);
  expect(await read(at, 'agents.yaml')).toContain('name: test-model');
});

/** Answers questions on a real terminal: `keys` in order, each once the words before it are on the screen. */
async function typing(at: Scene, keys: readonly (readonly [RegExp, string])[]) {
  const command = `stty cols 80 rows 24; '${process.execPath}' '${bin}' init`;
  const child = execa('script', ['-qec', command, '/dev/null'], {
    cwd: at.repo.root,
    env: { ...at.env, TERM: 'xterm' },
    extendEnv: false,
    reject: false,
  });
  let seen = '';
  const left = [...keys];
  child.stdout.on('data', (data: Buffer) => {
    seen += data.toString();
    const [next] = left;
    if (next?.[0].test(seen)) {
      seen = '';
      left.shift();
      child.stdin.write(next[1]);
    }
  });
  const { exitCode, stdout } = await child;
  return { exit: exitCode, stdout, left };
}

test.concurrent('asked on a terminal, proposals are taken by Enter', async () => {
  const at = await scene({ files: PACKAGE });
  const { exit, left, stdout } = await typing(at, [
    [/Where are the models/, '\r'],
    [/plans, reviews/, '\r'],
    [/easy work/, '\r'],
    [/all is well/, ' --silent\r'],
    [/installs/, '\r'],
    [/Copy the prompts/, '\r'],
  ]);
  expect(left).toEqual([]);
  expect(`${String(exit)} ${stdout}`).toContain('0 ');
  expect(await read(at, 'agents.yaml')).toContain('check: npm test --silent');
});

test.concurrent('Ctrl-C at a question leaves everything as it was', async () => {
  const at = await scene();
  const { exit } = await typing(at, [[/Where are the models/, '\u0003']]);
  expect(exit).toBe(130);
  expect(existsSync(path.join(at.repo.root, 'agents.yaml'))).toBe(false);
});
