import { afterEach, expect, test } from 'vitest';
import { openAgain, openNew } from '../../src/cli/opening.ts';
import { repositoryState, stateRoot } from '../../src/io/state.ts';
import * as scripted from '../../src/model/scripted.ts';
import { makeRepo } from '../run/repo.ts';
import { endpoint, roleOf, type Answer, type Sent } from './endpoint.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) {
    await close();
  }
});

const PLAN = {
  requirements: [{ id: 'R1', text: 'add' }],
  checkpoints: [
    {
      id: 'c1',
      title: 'Add subtraction',
      goal: 'Add sub(a, b) to sum.js with a test.',
      acceptance: ['sub(3, 2) is 1'],
      files: ['sum.js', 'sum.test.js'],
      covers: ['R1'],
      difficulty: 'easy',
    },
  ],
};

const call = (name: string, args: unknown): Answer => ({ calls: [{ name, arguments: args }] });

function script(steps: Record<'planner' | 'coder' | 'reviewer', Answer[]>) {
  return (sent: Sent): Answer => {
    const step = steps[roleOf(sent)].shift();
    if (!step) {
      throw new Error(`no answer left for ${roleOf(sent)}`);
    }
    return step;
  };
}

test('a spec becomes a reviewed commit on a branch of its own, and the checkout stays as it was', async () => {
  const repo = await makeRepo({
    'package.json': '{"type":"module","scripts":{"test":"node --test"}}',
    'sum.js': 'export const add = (a, b) => a + b;\n',
    'sum.test.js':
      "import test from 'node:test';\nimport assert from 'node:assert';\nimport { add } from './sum.js';\ntest('add', () => assert.equal(add(1, 2), 3));\n",
  });
  closing.push(repo.remove);
  const server = await endpoint(
    script({
      planner: [call('read', { path: 'sum.js' }), call('finish', PLAN)],
      coder: [
        call('edit', {
          path: 'sum.js',
          old: 'export const add',
          new: 'export const sub = (a, b) => a - b;\nexport const add',
        }),
        call('bash', { command: 'node --test' }),
        call('finish', { outcome: 'done', summary: 'Added sub.' }),
      ],
      reviewer: [
        call('finish', {
          decision: 'accept',
          reason: 'fine',
          criteria: [{ criterion: 'sub(3, 2) is 1', met: true, evidence: 'sum.js:1' }],
          findings: [],
        }),
      ],
    }),
  );
  closing.push(server.close);
  const opened = await openNew({
    cwd: repo.root,
    version: '0.0.0',
    env: { ...repo.env, OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'k', OPENAI_MODEL: 'test-model' },
    spec: { bytes: Buffer.from('# Subtraction\n\n1. Add sub.\n'), source: 'spec.md' },
  });
  const events: string[] = [];
  const { run, report } = await opened.drive(new AbortController().signal, {
    onLine: (line) => events.push(line.event.type),
  });
  expect(run.ending?.outcome).toBe('done');
  expect(await repo.git('show', `${run.branch}:sum.js`)).toContain('export const sub');
  expect(await repo.git('rev-parse', 'HEAD')).toBe(run.base);
  expect(await repo.git('status', '--porcelain')).toBe('');
  expect(report.userTree).toEqual([]);
  expect(events).toMatchInlineSnapshot(`
    [
      "run.started",
      "baseline.ran",
      "model.called",
      "tool.called",
      "model.called",
      "tool.called",
      "plan.made",
      "attempt.started",
      "model.called",
      "tool.called",
      "model.called",
      "tool.called",
      "model.called",
      "tool.called",
      "attempt.submitted",
      "check.ran",
      "guard.ran",
      "model.called",
      "tool.called",
      "review.given",
      "checkpoint.landed",
      "run.checked",
      "run.ended",
    ]
  `);
});

test('a run that is taken up again tells only what is new', async () => {
  const repo = await makeRepo({ 'a.js': '' });
  closing.push(repo.remove);
  const server = await endpoint(
    script({
      planner: [call('finish', PLAN)],
      coder: [call('finish', { outcome: 'impossible', reason: 'there is no sum.js' })],
      reviewer: [],
    }),
  );
  closing.push(server.close);
  const env = { ...repo.env, OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'k', OPENAI_MODEL: 'test-model' };
  const place = { cwd: repo.root, version: '0.0.0', env };
  const signal = new AbortController().signal;
  const opened = await openNew({
    ...place,
    spec: { bytes: Buffer.from('# Subtraction\n\n1. Add sub.\n'), source: 'spec.md' },
    flags: { approve: 'plan' },
  });
  const first: string[] = [];
  await opened.drive(signal, { onLine: (line) => first.push(line.event.type) });
  expect(first).toEqual([
    'run.started',
    'baseline.ran',
    'model.called',
    'tool.called',
    'plan.made',
    'run.paused',
  ]);

  const { git, folder } = opened;
  const state = await repositoryState(stateRoot(env), git.commonDir);
  const again = await openAgain(place, { git, state, folder }, async () =>
    Promise.resolve([{ type: 'run.resumed', budget: null, minutes: null }, { type: 'plan.approved' }]),
  );
  const told: string[] = [];
  await again.drive(signal, {
    onLine: (line) => told.push(line.event.type),
  });
  expect(told.slice(0, 3)).toEqual(['run.resumed', 'plan.approved', 'attempt.started']);
});

test('given models need no configuration, and get the tools of their roles', async () => {
  const repo = await makeRepo({ 'agents.yaml': 'roles: { planner: { tools: [list, read] } }\n' });
  closing.push(repo.remove);
  const nothing = scripted.call('finish', { nothing_to_do: 'it is all there' });
  const { model, requests } = scripted.scripted(scripted.says('', nothing));
  const opened = await openNew({
    cwd: repo.root,
    version: '0.0.0',
    env: repo.env,
    spec: { bytes: Buffer.from('# Nothing\n\nNothing at all.\n'), source: 'spec.md' },
    models: () => model,
  });
  const { run } = await opened.drive(new AbortController().signal);
  expect(run.ending?.outcome).toBe('nothing_to_do');
  expect(requests[0]?.tools.map(({ name }) => name).toSorted()).toEqual(['finish', 'list', 'read']);
});
