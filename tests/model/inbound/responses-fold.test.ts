import { expect, test } from 'vitest';
import type { ReportedFailure } from '../../../src/model/failure/reported.ts';
import { responsesFold } from '../../../src/model/inbound/responses-fold.ts';
import type { RawTurn } from '../../../src/model/inbound/turn.ts';
import type { Delta } from '../../../src/model/model.ts';

class Told extends Error {
  readonly failure: ReportedFailure;

  constructor(failure: ReportedFailure) {
    super('told');
    this.failure = failure;
  }
}

function fold(...events: unknown[]): { turn: RawTurn; whole: boolean; deltas: Delta[] } {
  const deltas: Delta[] = [];
  const folding = responsesFold(
    (failure) => new Told(failure),
    (delta) => deltas.push(delta),
  );
  for (const data of events) {
    if (folding.take(data === 'done' ? 'done' : { name: '', data }) === 'end') {
      break;
    }
  }
  return { turn: folding.turn(), whole: folding.whole(), deltas };
}

const calls = ({ turn }: { turn: RawTurn }): string[] =>
  turn.calls.map(({ id, name, pieces }) => `${id} ${name} ${pieces.join('')}`);

const call = (id: string, name: string, args: string, more = {}) => ({
  type: 'function_call',
  call_id: id,
  name,
  arguments: args,
  ...more,
});
const added = (item: unknown, place?: number) => ({
  type: 'response.output_item.added',
  item,
  ...(place !== undefined && { output_index: place }),
});
const closed = (output: unknown[] = [], more = {}) => ({
  type: 'response.completed',
  response: { status: 'completed', output, ...more },
});
const args = (delta: string, more = {}) => ({
  type: 'response.function_call_arguments.delta',
  delta,
  ...more,
});
const text = (delta: string, more = {}) => ({ type: 'response.output_text.delta', delta, ...more });
const message = (content: string) => ({ type: 'message', content: [{ type: 'output_text', text: content }] });

test.each<[string, unknown[], string[]]>([
  [
    'in pieces',
    [
      added(call('a', 'read', ''), 0),
      args('{"p"', { output_index: 0 }),
      args(':1}', { output_index: 0 }),
      closed(),
    ],
    ['a read {"p":1}'],
  ],
  [
    'told whole and again in pieces',
    [added(call('a', 'read', '{"p":1}'), 0), args('{"p":1}', { output_index: 0 }), closed()],
    ['a read {"p":1}'],
  ],
  [
    'begun in the item, gone on in pieces',
    [added(call('a', 'read', '{"p"'), 0), args(':1}', { output_index: 0 }), closed()],
    ['a read {"p":1}'],
  ],
  [
    'only at the end of its arguments',
    [
      added(call('a', 'read', ''), 0),
      { type: 'response.function_call_arguments.done', output_index: 0, arguments: '{"p":1}' },
      closed(),
    ],
    ['a read {"p":1}'],
  ],
  ['only in the last event', [closed([call('a', 'read', '{}')])], ['a read {}']],
  [
    'with an item id that changes',
    [added(call('a', 'read', '', { id: 'x' }), 0), args('{}', { output_index: 0, item_id: 'y' }), closed()],
    ['a read {}'],
  ],
  [
    'without places, by item id',
    [
      added(call('a', 'read', '', { id: 'x' })),
      added(call('b', 'bash', '', { id: 'y' })),
      args('{"p":1}', { item_id: 'x' }),
      args('{"c":2}', { item_id: 'y' }),
      closed(),
    ],
    ['a read {"p":1}', 'b bash {"c":2}'],
  ],
  [
    'at one place for two calls',
    [added(call('a', 'read', '{"p":1}'), 0), added(call('b', 'bash', '{"c":2}'), 0), closed()],
    ['a read {"p":1}', 'b bash {"c":2}'],
  ],
  [
    'out of order',
    [added(call('b', 'bash', '{}'), 1), added(call('a', 'read', '{}'), 0), closed()],
    ['a read {}', 'b bash {}'],
  ],
  ['missing from the last event', [added(call('a', 'read', '{}'), 0), closed([message('x')])], ['a read {}']],
  [
    'without a call id',
    [closed([{ type: 'function_call', id: 'fc', name: 'read', arguments: '{}' }])],
    ['fc read {}'],
  ],
  [
    'with arguments as an object',
    [closed([{ type: 'function_call', call_id: 'a', name: 'read', arguments: { p: 1 } }])],
    ['a read {"p":1}'],
  ],
])('a call %s', (_, events, expected) => {
  expect(calls(fold(...events))).toEqual(expected);
});

test.each<[string, unknown[], string]>([
  ['in pieces', [text('Do', { output_index: 0 }), text('ne.', { output_index: 0 }), closed()], 'Done.'],
  ['in pieces without an item', [text('Do'), text('ne.'), closed()], 'Done.'],
  [
    'in pieces without a place, then whole with one',
    [text('Do'), text('ne.'), { ...added(message('Done.'), 0), type: 'response.output_item.done' }, closed()],
    'Done.',
  ],
  [
    'at the end of its part',
    [{ type: 'response.output_text.done', output_index: 0, text: 'Done.' }, closed()],
    'Done.',
  ],
  ['in the last event', [closed([message('Done.')])], 'Done.'],
  ['in two parts', [closed([{ type: 'message', content: [{ text: 'Do' }, { text: 'ne.' }] }])], 'Done.'],
  [
    'among events of other kinds',
    [{ type: 'keepalive' }, text('Done.'), { type: 'response.web_search_call.searching' }, closed()],
    'Done.',
  ],
  ['of a whole reply', [{ object: 'response', status: 'completed', output: [message('Done.')] }], 'Done.'],
])('text %s', (_, events, expected) => {
  const folded = fold(...events);
  expect([folded.turn.text, folded.whole]).toEqual([expected, true]);
});

test('reasoning is kept as it came but for its stored id', () => {
  const thought = {
    type: 'reasoning',
    id: 'rs',
    status: 'completed',
    summary: [{ text: 'look' }],
    encrypted_content: 'ENC',
  };
  const { turn, deltas } = fold(
    { type: 'response.reasoning_text.delta', output_index: 0, delta: 'lo' },
    added(thought, 0),
    closed(),
  );
  expect(turn.reasoning).toBe('look');
  expect(turn.details.items).toEqual([
    { type: 'reasoning', item: { type: 'reasoning', summary: [{ text: 'look' }], encrypted_content: 'ENC' } },
  ]);
  expect(deltas).toEqual([{ kind: 'reasoning', text: 'lo' }]);
});

const incomplete = (reason?: string) =>
  fold(text('Half'), {
    type: 'response.incomplete',
    response: {
      status: 'incomplete',
      output: [],
      ...(reason !== undefined && { incomplete_details: { reason } }),
    },
  }).turn.end;

test('an incomplete response is cut, or filtered', () => {
  expect([incomplete('max_output_tokens'), incomplete(), incomplete('content_filter')]).toEqual([
    'length',
    'length',
    'filtered',
  ]);
});

test('a refusal is told apart from text', () => {
  const { turn } = fold(
    { type: 'response.refusal.delta', delta: 'I can' },
    { type: 'response.refusal.delta', delta: 'not.' },
    closed(),
  );
  expect([turn.text, turn.refusal]).toEqual(['', 'I cannot.']);
});

test('a stream without its last event is not whole', () => {
  expect(fold(text('Half')).whole).toBe(false);
  expect(fold(text('Whole.'), 'done').whole).toBe(true);
  expect(fold('done').whole).toBe(false);
});

test.each<[string, unknown]>([
  ['an error event', { type: 'error', code: 'server_error', message: 'x' }],
  ['a nested error', { type: 'error', error: { code: 'server_error', message: 'x' } }],
  [
    'a failed response',
    { type: 'response.failed', response: { status: 'failed', error: { code: 'server_error' } } },
  ],
  ['a cancelled one', { type: 'response.cancelled', response: { status: 'cancelled' } }],
  [
    'a whole reply that failed',
    { object: 'response', status: 'failed', output: [], error: { code: 'server_error' } },
  ],
])('%s is a failure', (_, event) => {
  expect(() => fold(event)).toThrow(Told);
});

test('what is null in ordinary events is no failure', () => {
  expect(
    fold(
      { type: 'response.created', response: { status: 'in_progress', error: null } },
      closed([message('x')], { error: null }),
    ).turn.text,
  ).toBe('x');
});
