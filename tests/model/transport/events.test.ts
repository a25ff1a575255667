import { expect, test } from 'vitest';
import { createEventReader } from '../../../src/model/transport/events.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function read(...chunks: (string | Uint8Array)[]): unknown[] {
  const reader = createEventReader();
  const events = chunks.flatMap((chunk) => reader.push(typeof chunk === 'string' ? bytes(chunk) : chunk));
  return [...events, ...reader.end()].map((event) => (event === 'done' ? 'done' : event.data));
}

const one = { n: 1 };
const two = { n: 2 };

test.each<[string, string[]]>([
  ['LF', ['data: {"n":1}\n\ndata: {"n":2}\n\ndata: [DONE]\n\n']],
  ['CRLF', ['data: {"n":1}\r\n\r\ndata: {"n":2}\r\n\r\ndata: [DONE]\r\n\r\n']],
  ['CR', ['data: {"n":1}\r\rdata: {"n":2}\r\rdata: [DONE]\r\r']],
  ['a cut between CR and LF', ['data: {"n":1}\r', '\n\r', '\ndata: {"n":2}\r', '\n\r\ndata: [DONE]\r', '\n']],
  ['no space', ['data:{"n":1}\n\ndata:{"n":2}\n\ndata:[DONE]\n\n']],
  ['no blank lines', ['data: {"n":1}\ndata: {"n":2}\ndata: [DONE]\n']],
  ['a byte order mark', ['\uFEFFdata: {"n":1}\n\n\uFEFFdata: {"n":2}\n\ndata: [DONE]\n\n']],
  [
    'comments and keep-alives',
    [
      ': hello\n\ndata: : PROCESSING\n\ndata:\n\ndata: {"n":1}\n\n:\n\ndata: ping\n\ndata: {"n":2}\n\ndata: [DONE]\n\n',
    ],
  ],
  [
    'other fields',
    [
      'retry: 3\n\nid: 0\nevent: message\ndata: {"n":1}\n\nid: 1\nevent: message\ndata: {"n":2}\n\nevent: done\ndata: [DONE]\n\n',
    ],
  ],
  [
    'an event over many lines',
    ['data: {\ndata:  "n":\ndata: 1\ndata: }\n\ndata: {"n":2}\n\ndata: [DONE]\n\n'],
  ],
  ['blanks before', [' data: {"n":1}\n\n\tdata: {"n":2}\n\n data: [DONE]\n\n']],
  ['line ends lost', ['data: {"n":1}data: {"n":2}\n\ndata: [DONE]\n\n']],
  ['a field name twice', ['data: data: {"n":1}\n\ndata: data: {"n":2}\n\ndata: data: [DONE]\n\n']],
  ['the last blank line missing', ['data: {"n":1}\n\ndata: {"n":2}\n\ndata: [DONE]']],
])('%s', (_, chunks) => {
  expect(read(...chunks)).toEqual([one, two, 'done']);
});

test('characters may be cut anywhere', () => {
  const all = bytes('data: {"n":"Größe 完了 ✅"}\n\n');
  expect(read(...Array.from(all, (byte) => Uint8Array.of(byte)))).toEqual([{ n: 'Größe 完了 ✅' }]);
});

test('the end is told as soon as it was sent', () => {
  expect(createEventReader().push(bytes('data: [DONE]\n'))).toEqual(['done']);
});

test('names of events are kept', () => {
  const reader = createEventReader();
  expect(reader.push(bytes('event: error\ndata: {"n":1}\n\n'))).toEqual([{ name: 'error', data: one }]);
  expect(reader.push(bytes('event: error\ndata: out of order\n\n'))).toEqual([
    { name: 'error', data: { error: { message: 'out of order' } } },
  ]);
});

test('plain JSON in place of a stream is one event, a list of objects is one each', () => {
  expect(read(' {"n"', ':1}\n')).toEqual([one]);
  expect(read('[{"n":1},', '{"n":2}]')).toEqual([one, two]);
  expect(read('{"n":1}\n{"n":2}\n')).toEqual([one, two]);
});

test('JSON that is collected counts as progress', () => {
  const reader = createEventReader();
  reader.push(bytes('{"n"'));
  expect(reader.collecting()).toBe(true);
  const stream = createEventReader();
  stream.push(bytes('data: '));
  expect(stream.collecting()).toBe(false);
});

test.each([
  ['a stream cut inside an event', ['data: {"n":1}\n\ndata: {"n":'], /incomplete or not JSON/],
  [
    'an event that is broken in the middle',
    ['data: {"n":1,,}\n\ndata: {"n":2}\n\n'],
    /incomplete or not JSON/,
  ],
  ['JSON cut off', ['{"n":'], /incomplete/],
  ['a page', ['<!DOCTYPE html><title>Sign in</title>'], /web page \("Sign in"\)/],
])('%s is no reply', (_, chunks, message) => {
  expect(() => read(...chunks)).toThrow(message);
});

test('nothing at all is nothing', () => {
  expect(read('')).toEqual([]);
  expect(read('\n\n')).toEqual([]);
});

test('a line that comes in many pieces is put together in a moment', () => {
  const reader = createEventReader();
  reader.push(bytes('data: {"n":"'));
  for (let n = 0; n < 20_000; n++) {
    reader.push(bytes('x'.repeat(50)));
  }
  expect(reader.push(bytes('"}\n\n'))).toEqual([{ name: '', data: { n: 'x'.repeat(1_000_000) } }]);
});
