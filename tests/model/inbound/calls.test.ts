import { expect, test } from 'vitest';
import { callsIn, createCallCollector } from '../../../src/model/inbound/calls.ts';

type Piece = Record<string, unknown>;

const fn = (name?: string, args?: unknown): Piece => ({
  ...(name !== undefined && { name }),
  ...(args !== undefined && { arguments: args }),
});

/** Each list is the `tool_calls` of one delta. */
function collected(...deltas: unknown[]): string[] {
  const calls = createCallCollector();
  for (const delta of deltas) {
    calls.take(delta);
  }
  return calls.slots.map(({ id, name, pieces }) => `${id} ${name} ${pieces.join('')}`);
}

test.each<[string, unknown[], string[]]>([
  [
    'an ordinary call',
    [[{ index: 0, id: 'a', function: fn('read', '') }], [{ index: 0, function: fn(undefined, '{"p":1}') }]],
    ['a read {"p":1}'],
  ],
  [
    'no index, two deltas with an id each',
    [[{ id: 'a', function: fn('read', '{"p":1}') }], [{ id: 'b', function: fn('bash', '{"c":2}') }]],
    ['a read {"p":1}', 'b bash {"c":2}'],
  ],
  [
    'no index, pieces without names',
    [[{ id: 'a', function: fn('read', '{') }], [{ function: fn(undefined, '"p":1}') }]],
    ['a read {"p":1}'],
  ],
  [
    'no index and no id, whole calls',
    [[{ function: fn('read', '{"p":1}') }], [{ function: fn('read', '{"p":2}') }]],
    [' read {"p":1}', ' read {"p":2}'],
  ],
  [
    'two calls of one tool in one delta',
    [[{ function: fn('read', '{"p":1}') }, { function: fn('read', '{"p":1}') }]],
    [' read {"p":1}', ' read {"p":1}'],
  ],
  [
    'index always 0, whole calls with ids',
    [
      [{ index: 0, id: 'a', function: fn('read', '{"p":1}') }],
      [{ index: 0, id: 'b', function: fn('bash', '{"c":2}') }],
    ],
    ['a read {"p":1}', 'b bash {"c":2}'],
  ],
  [
    'index always 0, the same tool twice in pieces',
    [
      [{ index: 0, id: 'a', function: fn('read', '') }],
      [{ index: 0, function: fn(undefined, '{"p":1}') }],
      [{ index: 0, id: 'b', function: fn('read', '') }],
      [{ index: 0, function: fn(undefined, '{"p":2}') }],
    ],
    ['a read {"p":1}', 'b read {"p":2}'],
  ],
  [
    'an index as text',
    [[{ index: '1', id: 'a', function: fn('read', '{') }], [{ index: '1', function: fn(undefined, '}') }]],
    ['a read {}'],
  ],
  [
    'indexes from 1',
    [
      [{ index: 1, id: 'a', function: fn('read', '{}') }],
      [{ index: 2, id: 'b', function: fn('bash', '{}') }],
    ],
    ['a read {}', 'b bash {}'],
  ],
  [
    'an id that changes from piece to piece',
    [
      [{ index: 0, id: 'a', function: fn('read', '') }],
      [{ index: 0, id: 'b', function: fn('read', '{"p"') }],
      [{ index: 0, id: 'c', function: fn(undefined, ':1}') }],
    ],
    ['a read {"p":1}'],
  ],
  [
    'an id that comes late',
    [[{ index: 0, function: fn('read', '{}') }], [{ index: 0, id: 'a', function: fn() }]],
    ['a read {}'],
  ],
  [
    'a name in pieces',
    [
      [{ index: 0, id: 'a', function: fn('read_') }],
      [{ index: 0, function: fn('file') }],
      [{ index: 0, function: fn(undefined, '{}') }],
    ],
    ['a read_file {}'],
  ],
  [
    'a name that grows',
    [[{ index: 0, id: 'a', function: fn('read_') }], [{ index: 0, function: fn('read_file', '{}') }]],
    ['a read_file {}'],
  ],
  [
    'a name repeated with each piece',
    [
      [{ index: 0, id: 'a', function: fn('read', '{"p"') }],
      [{ index: 0, id: 'a', function: fn('read', ':1}') }],
    ],
    ['a read {"p":1}'],
  ],
  [
    'one id for two indexes',
    [
      [{ index: 0, id: 'x', function: fn('read', '{"p":1}') }],
      [{ index: 1, id: 'x', function: fn('read', '{"p":2}') }],
    ],
    ['x read {"p":1}', 'x read {"p":2}'],
  ],
  ['a numeric id', [[{ index: 0, id: 7, function: fn('read', '{}') }]], ['7 read {}']],
  ['arguments as an object', [[{ index: 0, id: 'a', function: fn('read', { p: 1 }) }]], ['a read {"p":1}']],
  [
    'null where nothing is',
    [
      null,
      [{ index: null, id: null, function: fn('status', null) }],
      [{ index: 0, id: '', function: { name: '', arguments: '' } }],
    ],
    [' status '],
  ],
  ['a single call in place of a list', [{ id: 'a', function: fn('read', '{}') }], ['a read {}']],
  ['fields without a function around them', [[{ id: 'a', name: 'read', arguments: '{}' }]], ['a read {}']],
  [
    'calls without arguments and ids of their own',
    [[{ index: 0, id: 'a', function: fn('status', '') }], [{ index: 0, id: 'b', function: fn('list', '') }]],
    ['a status ', 'b list '],
  ],
])('%s', (_, deltas, expected) => {
  expect(collected(...deltas)).toEqual(expected);
});

test('interleaved pieces find their calls', () => {
  expect(
    collected(
      [{ index: 0, id: 'a', function: fn('read', '') }],
      [{ index: 1, id: 'b', function: fn('bash', '') }],
      [{ index: 1, function: fn(undefined, '{"c"') }],
      [{ index: 0, function: fn(undefined, '{"p"') }],
      [{ index: 1, function: fn(undefined, ':2}') }],
      [{ index: 0, function: fn(undefined, ':1}') }],
    ),
  ).toEqual(['a read {"p":1}', 'b bash {"c":2}']);
});

test('the text of the arguments is told for live views', () => {
  const calls = createCallCollector();
  expect(calls.take([{ index: 0, id: 'a', function: fn('read', '{"p') }])).toBe('{"p');
  expect(calls.take(undefined)).toBe('');
});

test('fields beside a call are kept', () => {
  const calls = createCallCollector();
  calls.take([
    { index: 0, id: 'a', function: fn('read', '{}'), extra_content: { google: { thought_signature: 'S' } } },
  ]);
  expect(calls.slots[0]?.extra).toEqual({ google: { thought_signature: 'S' } });
});

test('the single call of old is a call', () => {
  expect(callsIn({ function_call: { name: 'read', arguments: '{}' } })).toEqual([
    { function: { name: 'read', arguments: '{}' } },
  ]);
  expect(callsIn({ tool_calls: null, function_call: null })).toEqual([]);
});
