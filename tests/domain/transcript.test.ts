import { describe, expect, it } from 'vitest';
import { answered, Message } from '../../src/domain/transcript.ts';

const reply = (...ids: string[]): Message => ({
  role: 'assistant',
  text: '',
  calls: ids.map((id) => ({ id, tool: `t-${id}`, input: {} })),
});
const result = (call: string, text: string): Message => ({ role: 'tool', call, ok: true, text });
const words: Message = { role: 'user', text: 'go on' };

const pairs = (...messages: Message[]) => answered(messages).map((a) => [a.call.tool, a.result.text]);

describe('calls with their answers', () => {
  it('come in the order of the answers, words in between do not matter', () => {
    expect(pairs(words, reply('a', 'b'), result('a', '1'), words, result('b', '2'))).toEqual([
      ['t-a', '1'],
      ['t-b', '2'],
    ]);
  });

  it('belong to the reply before them: an id may come again later', () => {
    expect(pairs(reply('a'), result('a', '1'), reply('a'), result('a', '2'))).toEqual([
      ['t-a', '1'],
      ['t-a', '2'],
    ]);
  });

  it('leave out what is open, and an answer to nothing', () => {
    expect(pairs(result('a', '0'), reply('a', 'b'), result('b', '2'), result('x', '3'))).toEqual([
      ['t-b', '2'],
    ]);
  });
});

describe('a message', () => {
  it.each<[string, unknown]>([
    ['whole', { ...reply('a'), reasoning: 'hm', vendor: [{ x: 1 }] }],
    [
      'with a call that was not understood',
      { ...reply(), calls: [{ id: 'a', tool: 't', input: '{"x', invalid: 'cut' }] },
    ],
    [
      'with its bill',
      {
        ...reply(),
        bill: { model: 'm', usage: { input: 1, cached: 0, output: 1, usd: null }, ms: 12 },
      },
    ],
  ])('survives the way to disk and back: %s', (_, message) => {
    expect(Message.parse(JSON.parse(JSON.stringify(message)))).toEqual(message);
  });

  it.each<[string, unknown]>([
    ['another role', { role: 'developer', text: '' }],
    ['a call without an id', { ...reply(), calls: [{ id: '', tool: 't', input: {} }] }],
    ['an answer without its outcome', { role: 'tool', call: 'a', text: '' }],
    ['a key of its own', { role: 'user', text: '', name: 'x' }],
  ])('is refused with %s', (_, message) => {
    expect(Message.safeParse(message).success).toBe(false);
  });
});
