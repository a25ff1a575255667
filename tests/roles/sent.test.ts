import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { estimateTokenCount } from 'tokenx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent } from '../../src/agent/loop.ts';
import type { Tool } from '../../src/agent/tool.ts';
import { createTools } from '../../src/agent/tools/create-tools.ts';
import { noCheck } from '../../src/domain/check.ts';
import type { Request } from '../../src/model/model.ts';
import { analysisBrief, analyst } from '../../src/roles/analyst.ts';
import { codeBrief, coder } from '../../src/roles/coder.ts';
import { planBrief, planner } from '../../src/roles/planner.ts';
import { reviewBrief } from '../../src/roles/review-brief.ts';
import { reviewer } from '../../src/roles/reviewer.ts';
import { checkpoint, play, promptOf, toolNamesOf } from './world.ts';

/** Exactly what each role is sent at first. A change here is a change of every prompt cache and of every result. */

const MOST_TOKENS = 2_000;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sent-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const toolsOf = async (role: string): Promise<readonly Tool[]> =>
  (await createTools({ root: folder, logs: join(folder, 'logs'), env: {}, names: toolNamesOf(role) })).tools;

const check = {
  ...noCheck,
  status: 'passed' as const,
  command: 'npm test',
  exitCode: 0,
  tail: 'ok 1 - parses\n',
};

type Made = readonly [agent: Agent<unknown>, brief: string];

const roles = {
  analyst: (tools: readonly Tool[]): Made => [
    analyst({ prompt: promptOf('analyst'), tools, turns: 1 }),
    analysisBrief({ question: 'Which port does the server listen on?', purpose: 'A flag shall set it.' }),
  ],
  planner: (tools: readonly Tool[]): Made => [
    planner({ prompt: promptOf('planner'), tools, turns: 1, cap: 40 }),
    planBrief({
      spec: '# Comments\n\nLines that begin with # are no settings.\n',
      tree: 'src/parse.js\ntest/parse.test.js\n',
      rules: 'Two blanks.\n',
      check: ['npm test'],
      baseline: 'exit 1 · 1 of 3 tests failed · 0.4 s',
      red: ['reads comments'],
      files: [],
      cap: 40,
      answers: [],
    }),
  ],
  coder: (tools: readonly Tool[]): Made => [
    coder({ prompt: promptOf('coder'), tools, turns: 1 }),
    codeBrief({
      checkpoint: checkpoint(),
      check: ['npm test'],
      red: ['reads comments'],
      rules: 'Two blanks.\n',
      parents: [{ id: 'c1', title: 'Split the parser', summary: 'src/lines.js yields lines now.' }],
      notes: [{ attempt: 'c2.a1', from: 'check', text: '`npm test` failed: exit 1.' }],
      begun: true,
      protect: ['infra/**'],
    }),
  ],
  reviewer: (tools: readonly Tool[]): Made => [
    reviewer({
      prompt: promptOf('reviewer'),
      tools,
      turns: 1,
      measure: { acceptance: checkpoint().acceptance, changed: ['src/parse.js'] },
      open: [],
      unseen: () => [],
    }),
    reviewBrief({
      checkpoint: checkpoint(),
      diff: '--- a/src/parse.js\n+++ b/src/parse.js\n@@ -1 +1 @@\n-a\n+b\n',
      changed: ['src/parse.js'],
      guard: [
        { rule: 'test-changed', level: 'shown', file: 'test/parse.test.js', detail: 'one assertion less' },
      ],
      check,
      checkLine: 'exit 0 · 3 tests · 0.4 s',
      baseTests: null,
      earlier: [],
      delta: '',
      rules: 'Two blanks.\n',
    }),
  ],
};

async function sent(role: keyof typeof roles): Promise<Request> {
  const [agent, brief] = roles[role](await toolsOf(role));
  const { requests } = await play(agent, [stop], brief);
  const [first] = requests;
  if (!first) {
    throw new Error(`nothing was sent to the ${role}`);
  }
  return first;
}

const stop = {
  message: { role: 'assistant' as const, text: '', calls: [] },
  usage: { input: 0, cached: 0, output: 0, usd: 0 },
  model: 'm',
  finish: 'stop' as const,
};

const asText = ({ messages, tools }: Request): string =>
  [
    ...messages.map((m) => `=== ${m.role}\n${'text' in m ? m.text : ''}`),
    ...tools.map((t) =>
      t.name === 'finish'
        ? `=== tool finish\n${t.description}\n${JSON.stringify(t.parameters, null, 2)}`
        : `=== tool ${t.name}`,
    ),
  ].join('\n\n');

describe.each(['planner', 'coder', 'reviewer', 'analyst'] as const)('the %s', (role) => {
  it('is sent exactly this', async () => {
    await expect(asText(await sent(role))).toMatchFileSnapshot(`sent/${role}.txt`);
  });

  it('is sent the same bytes every time', async () => {
    expect(await sent(role)).toEqual(await sent(role));
  });

  it(`has a fixed prompt of less than ${String(MOST_TOKENS)} tokens, its tools included`, async () => {
    const { messages, tools } = await sent(role);
    expect(messages[0]?.role).toBe('system');
    expect(estimateTokenCount(JSON.stringify([messages[0], tools]))).toBeLessThan(MOST_TOKENS);
  });

  it('is offered at most ten tools, each with one plain object as its input', async () => {
    const { tools } = await sent(role);
    expect(tools.length).toBeLessThanOrEqual(10);
    for (const { parameters } of tools) {
      expect(parameters).toMatchObject({ type: 'object' });
      expect(Object.keys(parameters).filter((key) => /^(anyOf|oneOf|allOf)$/.test(key))).toEqual([]);
    }
  });
});
