import { expect, test } from 'vitest';
import { conclude } from '../../../src/model/inbound/conclude.ts';
import { toolNamed } from '../../../src/model/inbound/names.ts';
import type { RawTurn } from '../../../src/model/inbound/turn.ts';
import { vendorFor } from '../../../src/model/inbound/vendor.ts';
import { tools } from '../tools.ts';

const origin = { vendor: 'v', model: 'm' };
const request = { messages: [{ role: 'user' as const, text: 'Go.' }], tools };
const plain: RawTurn = {
  text: '',
  reasoning: '',
  calls: [],
  end: 'stop',
  endWord: 'stop',
  refusal: '',
  counts: {},
  model: undefined,
  details: {},
};
const slot = (id: string, name: string, args: string, extra?: unknown) => ({
  id,
  name,
  pieces: [args],
  extra,
});
const of = (turn: Partial<RawTurn>) => conclude({ ...plain, ...turn }, request, origin);

test.each([
  ['read', 'read'],
  [' read ', 'read'],
  ['read<|channel|>commentary', 'read'],
  ['functions.read', 'read'],
  ['default_api.read', 'read'],
  ['functions.read:0', 'read'],
  ['read:1', 'read'],
  ['read()', 'read'],
  ['Read', 'read'],
  ['mcp/read', 'read'],
  ['delete', 'delete'],
  ['functions.delete', 'functions.delete'],
  ['', ''],
])('"%s" means "%s"', (name, tool) => {
  expect(toolNamed(name, tools)).toBe(tool);
});

test('calls glued together are calls of their own, each with an id', () => {
  const { message } = of({ calls: [slot('a', 'read', '{"path":"x"}{"path":"y"}')] });
  expect(message.calls.map(({ input }) => input)).toEqual([{ path: 'x' }, { path: 'y' }]);
  expect(new Set(message.calls.map(({ id }) => id)).size).toBe(2);
});

test('a call without a name is told to the model, one without anything is none', () => {
  const { message } = of({
    text: 'x',
    calls: [slot('a', '', '{"path":"x"}'), { ...slot('b', '', ''), pieces: [] }],
  });
  expect(message.calls).toEqual([
    { id: 'a', tool: '', input: '{"path":"x"}', invalid: 'the call names no tool' },
  ]);
});

test('a tool that was not offered is left to the caller', () => {
  expect(of({ calls: [slot('a', 'delete', '{"x":1}')] }).message.calls).toEqual([
    { id: 'a', tool: 'delete', input: { x: 1 } },
  ]);
});

test('thoughts are parted from the answer, wherever they stand', () => {
  const { message } = of({ text: '<think>two</think>Done.', reasoning: 'one' });
  expect(message).toEqual({ role: 'assistant', text: 'Done.', reasoning: 'one\ntwo', calls: [] });
});

test('printed calls count only where none was made, and never in a cut reply', () => {
  const text = '<tool_call>{"name":"read","arguments":{"path":"a"}}</tool_call>';
  expect(of({ text }).message).toMatchObject({ text: '', calls: [{ tool: 'read', input: { path: 'a' } }] });
  expect(of({ text, calls: [slot('a', 'status', '')] }).message).toMatchObject({
    text,
    calls: [{ tool: 'status' }],
  });
  expect(of({ text, end: 'length' })).toMatchObject({ finish: 'length', message: { text, calls: [] } });
});

test('signatures stay with their calls', () => {
  const { message } = of({ calls: [slot('a', 'read', '{"path":"x"}', { sig: 1 }), slot('b', 'status', '')] });
  expect(message.vendor).toEqual({ origin, signatures: [{ sig: 1 }, null] });
  expect(vendorFor(message, origin)?.signatures).toEqual([{ sig: 1 }, null]);
  expect(vendorFor(message, { ...origin, vendor: 'w' })).toBeUndefined();
  expect(vendorFor({ ...message, vendor: { odd: true } }, origin)).toBeUndefined();
});

test.each<[string, Partial<RawTurn>, Record<string, unknown>]>([
  ['nothing', {}, { kind: 'protocol', repeat: 'once', empty: true }],
  ['only blanks', { text: ' \n' }, { kind: 'protocol', repeat: 'once', empty: true }],
  [
    'only reasoning',
    { reasoning: 'hm' },
    {
      kind: 'protocol',
      repeat: 'once',
      message: 'the reply was empty: it held only reasoning, no text and no tool call',
    },
  ],
  ['a filter', { text: 'x', end: 'filtered', endWord: 'SAFETY' }, { kind: 'content_filter' }],
  ['a failure', { text: 'x', end: 'failed', endWord: 'error' }, { kind: 'server' }],
  [
    'a garbled call',
    { end: 'garbled', endWord: 'MALFORMED_FUNCTION_CALL' },
    { kind: 'bad_arguments', repeat: 'once' },
  ],
  ['a refusal', { refusal: 'No.' }, { kind: 'content_filter' }],
])('%s is no turn', (_, turn, error) => {
  expect(() => of(turn)).toThrow(expect.objectContaining(error));
});

test('a cut reply may be empty', () => {
  expect(of({ end: 'length' })).toEqual({
    finish: 'length',
    message: { role: 'assistant', text: '', calls: [] },
  });
});
