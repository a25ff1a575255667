import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { endpoint, type Answer, type Sent } from '../cli/endpoint.ts';
import { call, scene } from '../cli/scene.ts';
import { Diagnosis } from '../../src/view/diagnosis.ts';
import { filesWith, MODELS } from './world.ts';

const KEY = 'unit-4f6c0b1d9e8a7352';
const able = (sent: Sent): Answer =>
  sent.tools?.[0]?.function.name === 'report' ? call('report', { word: 'ready' }) : { text: 'one two three' };

const findings = (stdout: string) =>
  Diagnosis.parse(JSON.parse(stdout)).findings.map(({ what, status, says }) => `${status} ${what}: ${says}`);

test('where everything is there, each thing is told and a run could start', async () => {
  const at = await scene({ spec: null, files: filesWith(MODELS), script: { reviewer: able } });
  const looked = await at.run(['doctor'], { env: { OPENAI_API_KEY: KEY } });
  expect({ exit: looked.exit, stdout: looked.stdout }).toMatchObject({ exit: 0 });
  for (const line of [
    /ok {4}node: \d+\./,
    /ok {4}git: 2\./,
    /ok {4}state folder: \/.* GB free/,
    /ok {4}lock: free/,
    /ok {4}coder: easy: cheap then strong, medium: cheap then strong, hard: strong \(agents\.yaml:\d+:\d+\)/,
    /ok {4}cheap: small at openai answers/,
    /ok {4}cheap tools: called the tool/,
    /ok {4}cheap price: known/,
    /ok {4}strong window: 100,000 tokens/,
    /A run could start/,
  ]) {
    expect(looked.stdout).toMatch(line);
  }
  expect(`${looked.stdout}${looked.stderr}`).not.toContain(KEY);
});

test('a model that calls no tools keeps a run from starting, a missing price does not', async () => {
  const at = await scene({ spec: null, script: { reviewer: () => ({ text: 'ready' }) } });
  const looked = await at.run(['doctor', '--json']);
  expect(looked.exit).toBe(3);
  const found = findings(looked.stdout);
  expect(found).toContainEqual(expect.stringMatching(/^bad test-model tools: answered in text/));
  expect(found).toContainEqual(expect.stringMatching(/^note test-model price: unknown/));
  expect(found).toContainEqual(expect.stringMatching(/^note test-model window: unknown/));
});

test('a key that is refused is told without it, though the server quotes it', async () => {
  const at = await scene({ spec: null });
  const server = await endpoint(() => ({ text: '' }), { status: 401, text: `no such key: ${KEY}` });
  const looked = await at.run(['doctor'], { env: { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: KEY } });
  await server.close();
  expect(looked.exit).toBe(3);
  expect(looked.stdout).toContain('no such key: ***');
  expect(looked.stdout).toContain('check the key of the provider openai: OPENAI_API_KEY (set)');
  expect(`${looked.stdout}${looked.stderr}`).not.toContain(KEY);
});

test('wrong settings, a lacking model and a budget that cannot be kept are told before anybody is asked', async () => {
  const wrong = await scene({ spec: null, files: filesWith('limts: 3\n') });
  expect((await wrong.run(['doctor'])).stdout).toContain(
    'bad   files: agents.yaml:1:1: limts is not a setting',
  );
  const lacking = await wrong.run(['doctor'], { env: { OPENAI_MODEL: '' }, cwd: wrong.repo.home });
  expect(lacking.exit).toBe(3);
  expect(lacking.stdout).toContain('is not in a git repository');
  expect(lacking.stdout).toContain('bad   models: OPENAI_BASE_URL is set, but no model is named');
  const dear = await scene({
    spec: null,
    files: filesWith('limits: { budget: 2 }\n'),
    script: { reviewer: able },
  });
  const looked = await dear.run(['doctor']);
  expect(looked.exit).toBe(3);
  expect(looked.stdout).toContain('bad   budget: agents.yaml: the budget of $2 for the run cannot be kept');
});

test('a state folder that cannot be made is told with the way out', async () => {
  const at = await scene({ spec: null, script: { reviewer: able } });
  const file = path.join(at.repo.home, 'a-file');
  await writeFile(file, '');
  const looked = await at.run(['doctor'], { env: { XDG_STATE_HOME: file } });
  expect(looked.exit).toBe(3);
  expect(looked.stdout).toMatch(/bad {3}state folder: .*\n.*set XDG_STATE_HOME/);
});
