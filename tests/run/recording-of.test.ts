import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Line } from '../../src/domain/event.ts';
import type { Message } from '../../src/domain/transcript.ts';
import { replay } from '../../src/model/replay.ts';
import { recordingOf } from '../../src/run/recording-of.ts';

const usage = { input: 10, cached: 0, output: 2, usd: 0.5 };
const said = (text: string): Message => ({
  role: 'assistant',
  text,
  calls: [],
  bill: { model: 'm', usage, ms: 1 },
});
const called = (conversation: string, more: object = {}): Line => ({
  v: 1,
  seq: 0,
  at: '2026-03-01T10:00:00.000Z',
  prev: '',
  event: {
    type: 'model.called',
    role: 'coder',
    conversation,
    attempt: null,
    model: 'm',
    usage,
    ms: 1,
    ...more,
  },
});
const CUT_OFF =
  'Your reply was cut off at the output limit, so nothing of it was run. Send it again in smaller pieces.';

async function transcripts(conversations: Readonly<Record<string, readonly Message[]>>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'orchestrate-test-'));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  for (const [name, messages] of Object.entries(conversations)) {
    const text = messages.map((message) => `${JSON.stringify(message)}\n`).join('');
    await writeFile(path.join(folder, `${name}.jsonl`), text);
  }
  return folder;
}

const HEAD: Message[] = [
  { role: 'system', text: 'You write.' },
  { role: 'user', text: 'In /home/me/repo: go.' },
];
const cleaning = { normalise: [{ live: '/home/me/repo', as: '<root>' }], secrets: ['key-12345678'] };

test('replies come in the order of the journal, cleaned, each with what was sent before it', async () => {
  const folder = await transcripts({
    a: [...HEAD, said('one key-12345678'), { role: 'user', text: 'on' }, said('three')],
    b: [...HEAD, said('two')],
  });
  const lines = [called('a'), called('b'), called('b', { failed: 'HTTP 500' }), called('a')];
  const recording = await recordingOf({ lines, transcripts: folder }, cleaning);
  expect(recording).not.toMatch(/home\/me|key-1234/);
  const served = replay(recording, [{ live: '/srv/other', as: '<root>' }]);
  expect(served.left()).toEqual(['a 0', 'b 0', 'a 1']);
  const never = new AbortController().signal;
  const messages: Message[] = [HEAD[0] ?? said(''), { role: 'user', text: 'In /srv/other: go.' }];
  const reply = await served.model('a').complete({ messages, tools: [] }, { signal: never });
  expect(reply).toMatchObject({ message: { text: 'one <secret>' }, usage, model: 'm', finish: 'stop' });
  expect(reply.message.bill).toBeUndefined();
  const other = [HEAD[0] ?? said(''), { role: 'user' as const, text: 'Something else.' }];
  await expect(served.model('b').complete({ messages: other, tools: [] }, { signal: never })).rejects.toThrow(
    'is not the recorded one',
  );
});

test('a reply that was cut off is served as cut off', async () => {
  const folder = await transcripts({
    a: [...HEAD, said('half'), { role: 'user', text: CUT_OFF }, said('whole')],
  });
  const recording = await recordingOf({ lines: [called('a'), called('a')], transcripts: folder }, cleaning);
  const finishes = recording
    .trimEnd()
    .split('\n')
    .map((line) => /"finish":"(\w+)"/.exec(line)?.[1]);
  expect(finishes).toEqual(['length', 'stop']);
});

test('a summary has its place, and what is sent after it is compared again', async () => {
  const folder = await transcripts({
    a: [
      ...HEAD,
      said('one'),
      { role: 'system', text: 'Context: a summary takes the place of what came before message 3' },
      said('It was one.'),
      { role: 'user', text: 'In sum: it was one.' },
      said('two'),
    ],
  });
  const lines = [called('a'), called('a'), called('a')];
  const served = replay(await recordingOf({ lines, transcripts: folder }, cleaning), cleaning.normalise);
  const model = served.model('a');
  const signal = new AbortController().signal;
  const texts: string[] = [];
  for (const messages of [
    HEAD,
    [...HEAD, said('one'), { role: 'user' as const, text: 'Sum up.' }],
    [...HEAD, { role: 'user' as const, text: 'In sum: it was one.' }],
  ]) {
    texts.push((await model.complete({ messages, tools: [] }, { signal })).message.text);
  }
  expect(texts).toEqual(['one', 'It was one.', 'two']);
});

test('what the journal knows and no transcript holds is left out', async () => {
  const recording = await recordingOf({ lines: [called('a')], transcripts: await transcripts({}) }, cleaning);
  expect(recording).toBe('');
});
