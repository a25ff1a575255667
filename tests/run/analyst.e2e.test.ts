import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { resume } from '../../src/index.ts';
import { call, calls, wholeRun, type Play } from '../agent/whole-run.ts';

const agents = 'roles: { analyst: {} }\n';
const files = { 'src/port.js': 'const a = 1;\nexport const port = 8080;\n' };
const enough = call('finish', { nothing_to_do: 'It is all there.' });
const asks = (question: string) => call('ask_analyst', { question });
const answers = call('finish', {
  answer: 'The port is 8080.',
  evidence: [
    { file: 'src/port.js', line: 1, text: 'export const port = 8080;' },
    { file: 'src/port.js', line: 1, text: 'const port = 9;' },
    { file: '../../etc/passwd', line: 1, text: 'root' },
  ],
});
const planned = async (more: Partial<Play> & Pick<Play, 'says'>) =>
  wholeRun({ agents, files, plan: true, ...more });

test('nobody is asked where no analyst is named', async () => {
  const run = await wholeRun({ files, plan: true, says: { planner: [enough] } });
  expect(run.tools('planner')).toEqual(['read', 'grep', 'glob', 'list', 'finish']);
});

test('an analyst answers in a conversation of its own, and only what stands in the files is evidence', async () => {
  const run = await planned({
    says: {
      planner: [asks('Which port?'), enough],
      analyst: [call('read', { path: 'src/port.js' }), answers],
    },
  });
  expect(run.exit).toBe(0);
  expect(run.tools('planner')).toEqual(['read', 'grep', 'glob', 'list', 'ask_analyst', 'finish']);
  expect(run.tools('analyst')).toEqual(['read', 'grep', 'glob', 'list', 'finish']);
  expect(run.sent('analyst')[0]?.messages[1]?.content).toContain('Which port?');
  expect(run.told('planner', 2)).toBe(
    [
      'The port is 8080.',
      '',
      'Looked up in the files:',
      '- src/port.js:2: export const port = 8080;',
      '[2 more named as evidence, but nothing of the kind stands there: be wary]',
    ].join('\n'),
  );
  expect(run.of('model.called').map((e) => [e.role, e.conversation])).toEqual([
    ['planner', 'planner'],
    ['analyst', 'planner.analyst.1'],
    ['analyst', 'planner.analyst.1'],
    ['planner', 'planner'],
  ]);
  expect(await readdir(path.join(run.records, 'transcripts'))).toContain('planner.analyst.1.jsonl');
});

test('the same question is asked once, and there is an end to questions', async () => {
  const many = Array.from({ length: 7 }, (_, i) => asks(`Question ${String(i)}?`));
  const run = await planned({
    says: {
      planner: [
        calls(['ask_analyst', { question: 'Twice?' }], ['ask_analyst', { question: 'Twice?' }]),
        ...many,
        enough,
      ],
      analyst: () => call('finish', { answer: 'Yes.', evidence: [] }),
    },
  });
  expect(run.exit).toBe(0);
  expect(run.sent('analyst')).toHaveLength(5);
  expect(run.told('planner', 6)).toBe('Yes.');
  expect(run.told('planner', 7)).toMatch(/5 questions have been answered/);
});

test('an analyst that gives no answer is a failed call, and the plan goes on', async () => {
  const run = await planned({
    says: { planner: [asks('Which port?'), enough], analyst: () => call('finish', { answer: ' ' }) },
  });
  expect(run.exit).toBe(0);
  expect(run.told('planner', 2)).toMatch(/The analyst gave no answer \(unfit\)/);
});

test('a provider that fails under the analyst pauses the run, which goes on in the midst of the answer', async () => {
  const looks = call('read', { path: 'src/port.js' });
  const refused = { status: 401, text: 'no such key' };
  const run = await planned({
    says: { planner: [asks('Which port?'), enough], analyst: [looks, refused, answers] },
  });
  expect(run.exit).toBe(3);
  expect(run.of('run.paused')).toEqual([expect.objectContaining({ reason: 'environment' })]);
  expect((await resume(run.surroundings).result).exit).toBe(0);
  expect(run.sent('analyst')).toHaveLength(3);
  expect(run.told('analyst', 3)).toContain('export const port = 8080;');
  expect(run.told('planner', 2)).toContain('- src/port.js:2: export const port = 8080;');
});
