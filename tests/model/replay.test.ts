import { describe, expect, test } from 'vitest';
import type { Message } from '../../src/domain/transcript.ts';
import type { Request } from '../../src/model/model.ts';
import { skeletonOf } from '../../src/model/normalise.ts';
import { recorded, Tape } from '../../src/model/recording.ts';
import { replay, ReplayMismatch } from '../../src/model/replay.ts';
import { call, says, scripted } from '../../src/model/scripted.ts';
import { read } from './tools.ts';

const signal = new AbortController().signal;
const user = (text: string): Message => ({ role: 'user', text });
const ask = (...messages: Message[]): Request => ({ messages, tools: [read] });

/** Two turns of a conversation in the folder `root`, recorded. */
async function recording(root: string, key = 'c1.a1.coder', secrets: string[] = []): Promise<string[]> {
  const lines: string[] = [];
  const { model } = scripted(
    says('Looking.', call('read', { path: `${root}/a.ts` })),
    says(`Done at 1a2b3c4d in ${root}.`),
  );
  const taped = recorded(
    model,
    (line) => void lines.push(line),
    new Tape({
      key,
      normalise: [{ live: root, as: '<root>' }],
      secrets,
    }),
  );
  await converse(taped, root, { hash: '1a2b3c4d', time: '12.4 s' });
  return lines;
}

async function converse(
  model: ReturnType<typeof scripted>['model'],
  root: string,
  passing: { hash: string; time: string },
) {
  const first = user(`Work in ${root} on ${passing.hash}.`);
  const one = await model.complete(ask(first), { signal });
  const answers: Message[] = one.message.calls.map(({ id }) => ({
    role: 'tool',
    call: id,
    ok: true,
    text: `exit 0 · ${passing.time}`,
  }));
  const two = await model.complete(ask(first, one.message, ...answers), { signal });
  return [one, two];
}

test('a recording keeps each message once and names what is this run’s own', async () => {
  const lines = await recording('/work/here');
  expect(lines).toHaveLength(2);
  const [one, two] = lines.map((line): unknown => JSON.parse(line));
  expect(one).toMatchObject({
    v: 1,
    key: 'c1.a1.coder',
    turn: 0,
    same: 0,
    tools: ['read'],
    messages: [{ text: 'Work in <root> on 1a2b3c4d.' }],
  });
  expect(two).toMatchObject({ turn: 1, same: 1 });
  expect(lines.join('\n')).not.toContain('/work/here');
});

test('a replay serves the replies again, in another folder at another time', async () => {
  const tape = replay((await recording('/work/here')).join('\n'), [{ live: '/home/me', as: '<root>' }]);
  const [one, two] = await converse(tape.model('c1.a1.coder'), '/home/me', {
    hash: '9f8e7d6c',
    time: '340 ms',
  });
  expect(one?.message.calls[0]?.input).toEqual({ path: '/home/me/a.ts' });
  expect(two?.message.text).toBe('Done at 9f8e7d6c in /home/me.');
  expect(tape.left()).toEqual([]);
});

test('a request that differs ends the replay and shows where', async () => {
  const tape = replay((await recording('/work/here')).join('\n'));
  const run = tape
    .model('c1.a1.coder')
    .complete(ask(user('Work in <root> on 1a2b3c4d, quickly.')), { signal });
  await expect(run).rejects.toBeInstanceOf(ReplayMismatch);
  await expect(run).rejects.toThrow(
    /c1\.a1\.coder turn 0: message 0 of 1 \(user\) is not the recorded one\.\nrecorded: ".*<hash>\."\nnow: +".*<hash>, quickly\."/,
  );
  expect(tape.left()).toEqual(['c1.a1.coder 0', 'c1.a1.coder 1']);
});

test.each<[string, Request, RegExp]>([
  ['a message too many', ask(user('Work in <root> on 1a2b3c4d.'), user('Hurry.')), /message 1 of 2 \(user\)/],
  ['a message too few', ask(), /message 0 of 1 \(missing now\)/],
  [
    'other tools',
    { messages: [user('Work in <root> on 1a2b3c4d.')], tools: [] },
    /the tools are ; recorded were read/,
  ],
  ['another role', ask({ role: 'system', text: 'Work in <root> on 1a2b3c4d.' }), /message 0/],
])('%s is a difference', async (_, request, message) => {
  const tape = replay((await recording('/work/here')).join('\n'));
  await expect(tape.model('c1.a1.coder').complete(request, { signal })).rejects.toThrow(message);
});

test('a conversation or turn that was not recorded is an error', async () => {
  const tape = replay((await recording('/work/here')).join('\n'));
  await expect(tape.model('c2.a1.coder').complete(ask(user('x')), { signal })).rejects.toThrow(
    /no turn .* of c2\.a1\.coder/,
  );
});

test('conversations are kept apart, and left ones are told', async () => {
  const lines = [...(await recording('/a', 'c1.a1.coder')), ...(await recording('/b', 'c2.a1.coder'))];
  const shuffled = [lines[0], lines[2], lines[1], lines[3]].join('\n');
  const tape = replay(shuffled, [{ live: '/x', as: '<root>' }]);
  await converse(tape.model('c2.a1.coder'), '/x', { hash: 'aaaa1111', time: '1 s' });
  expect(tape.left()).toEqual(['c1.a1.coder 0', 'c1.a1.coder 1']);
});

test('a recording that goes on begins at its turn', async () => {
  const lines: string[] = [];
  const taped = recorded(
    scripted(says('x')).model,
    (line) => void lines.push(line),
    new Tape({ key: 'k', turn: 7 }),
  );
  await taped.complete(ask(user('x')), { signal });
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ turn: 7 });
  const reply = await replay(lines.join('\n'))
    .model('k')
    .complete(ask(user('x')), { signal });
  expect(reply.message.text).toBe('x');
});

test('where nobody knows what was sent, any request is served, and the turn after is compared again', async () => {
  const tape = new Tape({ key: 'k' });
  const lines = [
    tape.line({ messages: [user('first')] }, says('one')),
    tape.line({}, says('a summary')),
    tape.line({ messages: [user('third')] }, says('three')),
  ];
  const model = replay(lines.join('\n')).model('k');
  const texts: string[] = [];
  for (const text of ['first', 'anything', 'third']) {
    texts.push((await model.complete(ask(user(text)), { signal })).message.text);
  }
  expect(texts).toEqual(['one', 'a summary', 'three']);
  const other = replay(lines.join('\n')).model('k');
  await expect(other.complete(ask(user('third')), { signal })).rejects.toThrow('is not the recorded one');
});

test('no key is ever recorded', async () => {
  const lines: string[] = [];
  const model = recorded(
    scripted(says('Bearer abcdefgh12345678 and hunter22')).model,
    (line) => void lines.push(line),
    new Tape({ key: 'k', secrets: ['hunter22', ''] }),
  );
  await model.complete(ask(user('use sk-live-abcdefghijklmn and hunter22')), { signal });
  expect(lines.join('')).not.toMatch(/hunter22|sk-live-abc|abcdefgh12345678/);
  expect(lines.join('')).toContain('<secret>');
});

test('a turn is recorded before its reply is handed on', async () => {
  const order: string[] = [];
  const sink = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    order.push('recorded');
  };
  await recorded(scripted(says('x')).model, sink, new Tape({ key: 'k' })).complete(ask(user('x')), {
    signal,
  });
  order.push('handed on');
  expect(order).toEqual(['recorded', 'handed on']);
});

test.each([
  ['{"v":1', /line 2 of the recording cannot be read: not JSON/],
  ['{"v":2}', /line 2 of the recording cannot be read: /],
])('a damaged line is named: %s', async (line, message) => {
  const [first] = await recording('/a');
  expect(() => replay(`${first ?? ''}\n${line}\n`)).toThrow(message);
});

describe('what passes', () => {
  test.each([
    ['at 2026-01-02T03:04:05.678Z', 'at <time>'],
    ['on 2026-01-02', 'on <time>'],
    ['took 12.4 s, 340 ms', 'took <duration>, <duration>'],
    ['exit 0 · 3 min 5 s', 'exit 0 · <duration>'],
    ['1m 26s', '<duration>'],
    ['# duration_ms 51.25', '# <duration>'],
    ['  duration_ms: 0.9', '  <duration>'],
    ['commit 0123456789abcdef0123456789abcdef01234567', 'commit <hash>'],
    ['<diff-3f9a2c>', '<diff-<hash>>'],
    ['id 123e4567-e89b-12d3-a456-426614174000', 'id <uuid>'],
    ['in /tmp/run-x7/a.ts now', 'in <path> now'],
  ])('%s', (text, skeleton) => {
    expect(skeletonOf(text, []).text).toBe(skeleton);
  });

  test.each(['decade 1234567 c3.a2', 'exit 1', '2 m', 'src/a.ts:12', '3 of 41 tests failed'])(
    '"%s" does not',
    (text) => {
      expect(skeletonOf(text, []).text).toBe(text);
    },
  );

  test('longer live values are named first', () => {
    const pairs = [
      { live: '/a', as: '<root>' },
      { live: '/a/b', as: '<slot>' },
    ];
    expect(skeletonOf('/a/b/c and /a/c', pairs).text).toBe('<slot>/c and <root>/c');
  });
});
