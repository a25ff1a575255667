import { expect, test } from 'vitest';
import { holding } from '../holding.ts';
import { z } from 'zod';
import type { Message } from '../../../src/domain/transcript.ts';
import type { Compat } from '../../../src/model/entry.ts';
import { createLessonBook } from '../../../src/model/lessons.ts';
import { chatBody } from '../../../src/model/outbound/chat.ts';
import { setupOf } from '../../../src/model/outbound/setup.ts';
import { entryFor } from '../server.ts';

const system: Message = { role: 'system', text: 'S' };
const user = (text: string): Message => ({ role: 'user', text });
const says = (text: string, ...ids: string[]): Message => ({
  role: 'assistant',
  text,
  calls: ids.map((id) => ({ id, tool: 'read', input: { path: id } })),
});
const result = (call: string, text = `result of ${call}`): Message => ({
  role: 'tool',
  call,
  ok: true,
  text,
});

const Sent = z.strictObject({
  role: z.string(),
  content: z.string().nullable(),
  tool_calls: z.array(z.looseObject({ id: z.string() })).optional(),
  tool_call_id: z.string().optional(),
  name: z.string().optional(),
});
type Sent = z.infer<typeof Sent>;

function sent(messages: Message[], compat: Partial<Compat> = {}): Sent[] {
  const before = structuredClone(messages);
  const setup = setupOf(entryFor('http://x', { compat }), createLessonBook().of('x'));
  const body = chatBody({ messages, tools: [] }, setup);
  expect(messages).toEqual(before);
  return z.array(Sent).parse(body['messages']);
}

const short = (messages: Sent[]): string[] =>
  messages.map(({ role, content, tool_calls: calls, tool_call_id: id }) =>
    [
      role,
      ...(calls?.map((call) => `+${call.id}`) ?? []),
      ...(id === undefined ? [] : [`=${id}`]),
      content ?? 'null',
    ].join(' '),
  );

test('an ordinary conversation goes as it is', () => {
  expect(
    short(
      sent([system, user('U'), says('', 'a', 'b'), result('a'), result('b'), says('done'), user('more')]),
    ),
  ).toEqual([
    'system S',
    'user U',
    'assistant +a +b null',
    'tool =a result of a',
    'tool =b result of b',
    'assistant done',
    'user more',
  ]);
});

test('results stand right behind their turn, in the order of the calls', () => {
  expect(
    short(
      sent([user('U'), says('', 'a', 'b'), user('there?'), result('b'), says('hm'), result('a'), user('go')]),
    ),
  ).toEqual([
    'user U',
    'assistant +a +b null',
    'tool =a result of a',
    'tool =b result of b',
    'user there?',
    'assistant hm',
    'user go',
  ]);
});

test('a call without a result gets one that says so', () => {
  const [, , first, second] = sent([user('U'), says('', 'a', 'b'), result('b'), user('go')]);
  expect(first).toMatchObject({
    role: 'tool',
    tool_call_id: 'a',
    content: holding('interrupted'),
  });
  expect(second).toMatchObject({ tool_call_id: 'b', content: 'result of b' });
});

test('a result without a call, and a second one to a call, are left out', () => {
  expect(
    short(sent([user('U'), result('gone'), says('', 'a'), result('a'), result('a', 'again'), user('go')])),
  ).toEqual(['user U', 'assistant +a null', 'tool =a result of a', 'user go']);
});

test('one id in two turns is answered turn by turn', () => {
  expect(
    short(sent([user('U'), says('', 'a'), result('a', 'one'), says('', 'a'), result('a', 'two')])),
  ).toEqual(['user U', 'assistant +a null', 'tool =a one', 'assistant +a null', 'tool =a two']);
});

test('one id twice in a turn becomes two ids', () => {
  const messages = sent([user('U'), says('', 'a', 'a'), result('a', 'one'), result('a', 'two')]);
  const ids = messages[1]?.tool_calls?.map(({ id }) => id) ?? [];
  expect(new Set(ids).size).toBe(2);
  expect(messages.slice(2).map((m) => [m.tool_call_id, m.content])).toEqual([
    [ids[0], 'one'],
    [ids[1], 'two'],
  ]);
});

test('nothing empty is sent', () => {
  expect(
    short(sent([system, user(' '), user('U'), says('', 'a'), result('a', '\n'), says(' '), user('go')])),
  ).toEqual(['system S', 'user U', 'assistant +a null', 'tool =a (no output)', 'user go']);
});

test('neighbours of one role are joined', () => {
  expect(
    short(
      sent([system, { role: 'system', text: 'T' }, user('U'), user('V'), says('x'), says('y'), user('go')]),
    ),
  ).toEqual(['system S\n\nT', 'user U\n\nV', 'assistant x\n\ny', 'user go']);
});

test('the assistant speaks neither first nor last', () => {
  expect(short(sent([system, says('x'), user('U'), says('I was about to')]))).toEqual([
    'system S',
    'user Begin.',
    'assistant x',
    'user U',
    'assistant I was about to',
    'user Go on.',
  ]);
  expect(short(sent([system]))).toEqual(['system S', 'user Begin.']);
});

test('a late system message becomes the user’s, or stays where it may', () => {
  const messages = [system, user('U'), says('x'), { role: 'system', text: 'Hurry' } as const, user('go')];
  expect(short(sent(messages)).slice(3)).toEqual(['user Hurry\n\ngo']);
  expect(short(sent(messages, { lateSystem: true })).slice(3)).toEqual(['system Hurry', 'user go']);
});

test('a bridge stands between a result and a user where it is asked for', () => {
  expect(short(sent([user('U'), says('', 'a'), result('a'), user('go')], { bridgeAfterTool: true }))).toEqual(
    ['user U', 'assistant +a null', 'tool =a result of a', 'assistant Understood.', 'user go'],
  );
});

test('ids are made to fit, the same at each request', () => {
  const messages = [
    user('U'),
    says('', 'call_PTLP8xhu3uwZk4l3'),
    result('call_PTLP8xhu3uwZk4l3'),
    says('', 'abcDEF123'),
    result('abcDEF123'),
  ];
  const once = sent(messages, { callIds: 'nine' });
  expect(once).toEqual(sent(messages, { callIds: 'nine' }));
  expect(once[1]?.tool_calls?.[0]?.id).toMatch(/^[A-Za-z0-9]{9}$/);
  expect(once[2]?.tool_call_id).toBe(once[1]?.tool_calls?.[0]?.id);
  expect(once[3]?.tool_calls?.[0]?.id).toBe('abcDEF123');
});

test('ids that are too long or hold what may not be are made to fit', () => {
  const long = 'x'.repeat(90);
  expect(sent([user('U'), says('', long), result(long)])[1]?.tool_calls?.[0]?.id.length).toBeLessThanOrEqual(
    64,
  );
  expect(
    sent([user('U'), says('', 'functions.read:0'), result('functions.read:0')])[1]?.tool_calls?.[0]?.id,
  ).toBe('functions.read:0');
  expect(
    sent([user('U'), says('', 'functions.read:0'), result('functions.read:0')], { callIds: 'plain' })[1]
      ?.tool_calls?.[0]?.id,
  ).toMatch(/^[\w-]+$/);
});

test('results bear the tool’s name where it is asked for', () => {
  expect(sent([user('U'), says('', 'a'), result('a')], { toolResultName: true })[2]?.name).toBe('read');
  expect(sent([user('U'), says('', 'a'), result('a')])[2]).not.toHaveProperty('name');
});
