import { describe, expect, it } from 'vitest';
import { markMessage } from '../../../src/agent/context/marks.ts';
import { count, sizeOf } from '../../../src/agent/context/size.ts';
import type { Message } from '../../../src/domain/transcript.ts';

const head: Message[] = [
  { role: 'system', text: 'You dig.' },
  { role: 'user', text: 'Dig here, and then dig there. '.repeat(40) },
];
const reply = (input: number, estimated = false): Message => ({
  role: 'assistant',
  text: 'I dig.',
  calls: [],
  bill: {
    model: 'm',
    usage: { input, cached: 0, output: 3, usd: null, ...(estimated ? { estimated } : {}) },
    ms: 1,
  },
});
const tools = 100;
const estimate = tools + count(head);

const wild = (input: number): number => sizeOf(head, { transcript: [...head, reply(input)], tools });

describe('the size of a request', () => {
  it('is an estimate, tools included, as long as no server has counted', () => {
    expect(sizeOf(head, { transcript: head, tools })).toBe(estimate);
  });

  it('is corrected by what the server counted for the request before', () => {
    const transcript = [...head, reply(Math.round(estimate * 1.5))];
    const size = sizeOf(transcript, { transcript, tools });
    expect(size / (tools + count(transcript))).toBeCloseTo(1.5, 1);
  });

  it('is corrected by the last count, not by an earlier one', () => {
    const first = [...head, reply(Math.round(estimate * 1.5))];
    const transcript = [...first, reply(tools + count(first))];
    expect(sizeOf(head, { transcript, tools })).toBe(estimate);
  });

  it.each([
    ['a count that is itself an estimate', [reply(estimate * 2, true)]],
    ['a count of nothing, as servers without usage report', [reply(0)]],
    [
      'the count of a summary, whose request was another',
      [
        markMessage({ kind: 'summarised', from: 2 }),
        reply(estimate * 2),
        { role: 'user' as const, text: 'go on' },
      ],
    ],
  ])('is not corrected by %s', (_, more) => {
    expect(sizeOf(head, { transcript: [...head, ...more], tools })).toBe(estimate);
  });

  it('is never corrected beyond reason', () => {
    expect(wild(estimate * 50)).toBe(estimate * 2);
    expect(wild(1)).toBe(Math.ceil(estimate / 2));
  });
});
