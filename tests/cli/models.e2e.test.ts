import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { endpoint } from './endpoint.ts';
import { attempted, refused, userOf } from './refusal.ts';
import { bash, closing, checkpoint, done, expectExit, plans, scene, writes } from './scene.ts';

const CHECK = ['--check', 'sh check.sh'];

test.concurrent(
  'without a key, an endpoint and a model the ways to get one are told, and nothing is written',
  async () => {
    const at = await scene();
    const env = { OPENAI_BASE_URL: '', OPENAI_API_KEY: '', OPENAI_MODEL: '' };
    const says = [/OPENAI_API_KEY/, /OPENAI_MODEL/, /Ollama/, /LM Studio/, /orchestrate demo/];
    expect(await attempted(at, ['spec.md'], { env })).toEqual(refused(3, ...says));
  },
);

test.concurrent('an endpoint without a model is named as what is lacking', async () => {
  const at = await scene();
  const says = [/OPENAI_BASE_URL is set, but no model/, /--model NAME/];
  expect(await attempted(at, ['spec.md'], { env: { OPENAI_MODEL: '' } })).toEqual(refused(3, ...says));
});

test.concurrent('a provider that needs a key and has none is named with its variable', async () => {
  const at = await scene();
  const env = { OPENAI_BASE_URL: '', OPENAI_API_KEY: '' };
  expect(await attempted(at, ['spec.md'], { env })).toEqual(refused(3, /set the variable OPENAI_API_KEY/));
});

test.concurrent(
  'a key in a variable of any name is in no message, as soon as the settings tell which',
  async () => {
    const at = await scene();
    const key = 'zebra-7f3a9c1e2d4b';
    await at.repo.write(
      '../config/orchestrate/config.yaml',
      `providers:\n  odd: { baseUrl: "http://127.0.0.1:9/${key}/v1", keyVariable: MY_LLM }\n` +
        'models:\n  m: { provider: odd, name: small }\nroles:\n  planner: { model: m }\n',
    );
    const ran = await at.run(['spec.md', ...CHECK], { env: { MY_LLM: key } });
    expectExit(ran, 3);
    expect(ran.stderr).toContain('http://127.0.0.1:9/***/v1');
    expect(ran.stdout + ran.stderr).not.toContain(key);
  },
);

test.concurrent('an endpoint that is down is found before anything is begun', async () => {
  const at = await scene();
  const down = await endpoint(() => ({}));
  await down.close();
  const says = [/127\.0\.0\.1/, /test-model/, /planner/];
  expect(await attempted(at, ['spec.md'], { env: { OPENAI_BASE_URL: down.url } })).toEqual(
    refused(3, ...says),
  );
});

test.concurrent('a key that is refused is found before anything is begun', async () => {
  const at = await scene();
  const refusing = await endpoint(() => ({ status: 401, text: 'Incorrect API key provided' }), {
    status: 401,
    text: 'Incorrect API key provided',
  });
  closing(refusing.close);
  const says = [/Incorrect API key/, /planner, coder, reviewer/];
  expect(await attempted(at, ['spec.md'], { env: { OPENAI_BASE_URL: refusing.url } })).toEqual(
    refused(3, ...says),
  );
  expect(refusing.requests).toEqual([]);
});

test.concurrent('a model that the server does not have is told with those that it has', async () => {
  const at = await scene({ script: { reviewer: () => ({ status: 404, text: 'model not found' }) } });
  const ran = await at.run(['spec.md', '--model', 'other-model', '--json']);
  expectExit(ran, 3);
  expect(ran.stderr).toMatch(/other-model.*test-model/s);
  expect(existsSync(path.join(at.repo.home, 'state'))).toBe(false);
});

test.concurrent(
  'a provider that fails in mid-run stops it, and resuming pays for no reply twice',
  async () => {
    let up = false;
    const overloaded = { status: 503, text: 'overloaded', headers: { 'retry-after': '900' } };
    const at = await scene({
      script: {
        planner: [plans(checkpoint('c1'))],
        coder: (_, n) => (n === 1 ? writes('c.txt', 'new\n') : up ? done() : overloaded),
      },
    });
    const before = await userOf(at);
    const ran = await at.run(['spec.md', ...CHECK, '--json']);
    expectExit(ran, 7);
    expect(ran.records.at(-1)).toMatchObject({ type: 'end', outcome: 'paused', reason: 'provider', exit: 7 });
    expect(ran.stderr + JSON.stringify(ran.records.at(-1))).toMatch(/overloaded/);

    up = true;
    const resumed = await at.run(['resume', '--json']);
    expectExit(resumed, 0);
    expect(await at.branch('c.txt')).toBe('new');
    expect(await userOf(at)).toEqual(before);
    expect(at.sent('planner')).toHaveLength(1);
    expect(at.sent('coder')).toHaveLength(3);
  },
);

test.concurrent(
  'a key that is withdrawn in mid-run stops it as the surroundings not being ready',
  async () => {
    const expired = { status: 401, text: 'key expired' };
    const at = await scene({ script: { planner: [plans(checkpoint('c1'))], coder: () => expired } });
    const ran = await at.run(['spec.md', ...CHECK]);
    expectExit(ran, 3);
    expect(ran.stderr).toMatch(/key expired/);
    expect(ran.stderr).toMatch(/orchestrate resume/);
  },
);

test.concurrent('a key is in no record of the run, though a coder prints its environment', async () => {
  const key = 'sk-test-0123456789abcdef';
  const print = { name: 'bash', arguments: { command: 'env; echo "${OPENAI_API_KEY:-no key here}"' } };
  const at = await scene({
    script: {
      planner: [plans(checkpoint('c1'))],
      coder: [{ calls: [print] }, writes('c.txt', 'x\n'), done()],
    },
  });
  const ran = await at.run(['spec.md', ...CHECK, '--json'], { env: { OPENAI_API_KEY: key } });
  expectExit(ran, 0);
  expect(at.sent('coder')[1]?.messages.at(-1)?.content).toContain('no key here');
  const records = await at.repo
    .git('-C', at.repo.home, 'grep', '--no-index', '-c', key, 'state')
    .catch(() => '');
  expect(records + ran.stdout + ran.stderr).not.toContain(key);
  expect(records).toBe('');
});

test.concurrent(
  "a variable that looks like a secret reaches commands only where the user's own settings name it",
  async () => {
    const at = await scene({
      script: {
        planner: [plans(checkpoint('c1'))],
        coder: [bash('echo "${DB_PASSWORD:-none} ${NPM_TOKEN:-none}"'), writes('c.txt', 'x\n'), done()],
      },
    });
    await at.repo.write('../config/orchestrate/config.yaml', 'environment: [DB_PASSWORD]\n');
    const env = { DB_PASSWORD: 'let-me-in', NPM_TOKEN: 'keep-me-out' };
    expectExit(await at.run(['spec.md', ...CHECK], { env }), 0);
    // The command has it, and what it prints of it is hidden from the model.
    expect(at.sent('coder')[1]?.messages.at(-1)?.content).toMatch(/\n\[redacted:known:\w+\] none/u);
  },
);

test.concurrent('a run that its model has left goes on with another one, and it is told', async () => {
  const overloaded = { status: 503, text: 'overloaded', headers: { 'retry-after': '900' } };
  const at = await scene({
    script: {
      planner: [plans(checkpoint('c1'))],
      coder: (sent, n) =>
        n === 1 ? writes('c.txt', 'new\n') : sent.model === 'other-model' ? done() : overloaded,
    },
  });
  expectExit(await at.run(['spec.md', ...CHECK]), 7);
  expectExit(await at.run(['resume']), 7);
  const resumed = await at.run(['resume', '--model', 'other-model']);
  expectExit(resumed, 0);
  expect(resumed.stderr).toMatch(/another model answers as coder: other-model instead of test-model/);
  expect(await at.branch('c.txt')).toBe('new');
});

test.concurrent(
  'replies can be recorded, without the key; where they cannot be, it is said before a run begins',
  async () => {
    const at = await scene({
      script: { planner: [plans(checkpoint('c1'))], coder: [writes('c.txt', 'new\n'), done()] },
    });
    const nowhere = await at.run(['spec.md', ...CHECK, '--record', 'missing/replies.jsonl']);
    expectExit(nowhere, 2);
    expect(nowhere.stderr).toMatch(/--record .*missing\/replies\.jsonl cannot be written/);
    expect(at.server.requests).toEqual([]);
    const file = path.join(at.repo.home, 'replies.jsonl');
    const env = { OPENAI_API_KEY: 'sk-test-0123456789abcdef' };
    expectExit(await at.run(['spec.md', ...CHECK, '--record', file], { env }), 0);
    const recorded = await readFile(file, 'utf8');
    expect(recorded.trim().split('\n')).toHaveLength(4);
    expect(recorded).not.toContain(env.OPENAI_API_KEY);
  },
);
