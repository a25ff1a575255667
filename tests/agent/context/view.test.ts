import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isSummary,
  lastSummary,
  markMessage,
  openSummary,
  readMark,
} from '../../../src/agent/context/marks.ts';
import { masked, viewOf } from '../../../src/agent/context/view.ts';
import { Message } from '../../../src/domain/transcript.ts';

const head: Message[] = [
  { role: 'system', text: 'You dig.' },
  { role: 'user', text: 'Dig here.' },
];
const asks = (id: string): Message => ({
  role: 'assistant',
  text: '',
  calls: [{ id, tool: 'dig', input: {} }],
});
const gives = (id: string, text: string): Message => ({ role: 'tool', call: id, ok: true, text });
const long = (name: string): string => `${name}: exit 0 · 1.0 s\n${'x'.repeat(5000)}`;
const turns = (...ids: string[]): Message[] => ids.flatMap((id) => [asks(id), gives(id, long(id))]);
const texts = (messages: readonly Message[]): string[] => messages.map((m) => m.text.split('\n', 1)[0] ?? '');

const summary = (from: number): Message[] => [
  markMessage({ kind: 'summarised', from }),
  { role: 'assistant', text: 'the summary as it came', calls: [] },
  { role: 'user', text: 'going on from the summary' },
];

type Step = 'turn' | 'mask' | 'sum';
const added = (step: Step, at: number, name: string): Message[] =>
  ({
    turn: () => turns(name),
    mask: () => [markMessage({ kind: 'masked', before: Math.max(2, at - 2) })],
    sum: () => summary(at),
  })[step]();

describe('a mark', () => {
  it.each([
    { kind: 'masked', before: 0 } as const,
    { kind: 'masked', before: 57 } as const,
    { kind: 'summarised', from: 123 } as const,
  ])('survives the way into a transcript and back: %o', (mark) => {
    expect(readMark(Message.parse(JSON.parse(JSON.stringify(markMessage(mark)))))).toEqual(mark);
  });

  it('is nothing that a prompt, a person or a model could say by chance', () => {
    expect(readMark({ role: 'system', text: 'You dig up to message 5' })).toBeUndefined();
    expect(readMark({ role: 'user', text: markMessage({ kind: 'masked', before: 5 }).text })).toBeUndefined();
    expect(readMark(undefined)).toBeUndefined();
  });
});

describe('what goes out', () => {
  it('is everything, as long as there is no mark', () => {
    const messages = [...head, ...turns('a', 'b')];
    expect(viewOf(messages)).toEqual(messages);
  });

  it('has long results before a mask in short, with the line that says how it went', () => {
    const messages = [...head, ...turns('a', 'b'), markMessage({ kind: 'masked', before: 5 }), ...turns('c')];
    const view = viewOf(messages);
    expect(view.map((m) => m.text.length < 300)).toEqual([true, true, true, true, true, false, true, false]);
    expect(view[3]?.text).toBe(
      'a: exit 0 · 1.0 s\n[5,001 characters taken out later to save room; make the call again if you need them]',
    );
  });

  it('keeps short results, and every message that is no result, whole', () => {
    const all: Message[] = [
      { role: 'user', text: 'x'.repeat(9000) },
      { ...asks('a'), text: 'y'.repeat(9000) },
      gives('a', 'z'.repeat(400)),
    ];
    expect(all.map(masked)).toEqual(all);
  });

  it('goes on from the last summary with what was kept beside it', () => {
    const first = [...head, ...turns('a', 'b', 'c')];
    const messages = [...first, ...summary(6), ...turns('d')];
    expect(texts(viewOf(messages))).toEqual([
      'You dig.',
      'Dig here.',
      'going on from the summary',
      '',
      'c: exit 0 · 1.0 s',
      '',
      'd: exit 0 · 1.0 s',
    ]);
    const again = [...messages, ...summary(messages.length), ...turns('e')];
    expect(texts(viewOf(again))).toEqual([
      'You dig.',
      'Dig here.',
      'going on from the summary',
      '',
      'e: exit 0 · 1.0 s',
    ]);
  });

  it('does not change by a summary that is not complete', () => {
    const messages = [...head, ...turns('a')];
    for (const part of [1, 2]) {
      const view = viewOf([...messages, ...summary(2).slice(0, part)]);
      expect(view.slice(0, messages.length)).toEqual(messages);
      expect(openSummary([...messages, ...summary(2).slice(0, part)])).toEqual({ at: 4, from: 2 });
    }
    const whole = [...messages, ...summary(2)];
    expect(openSummary(whole)).toBeUndefined();
    expect(lastSummary(whole)).toEqual({ at: 4, from: 2 });
    expect(whole.map((_, i) => isSummary(whole, i)).indexOf(true)).toBe(5);
  });

  it('begins as before whenever something is added that is no mark', () => {
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.constant<Step>('turn') },
      fc.constant<Step>('mask'),
      fc.constant<Step>('sum'),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const messages: Message[] = [...head];
        for (const [i, kind] of steps.entries()) {
          const before = viewOf(messages);
          messages.push(...added(kind, messages.length, String(i)));
          const view = viewOf(messages);
          expect(kind !== 'turn' || isDeepStrictEqual(view.slice(0, before.length), before)).toBe(true);
          expect(view.slice(0, 2)).toEqual(head);
          const calls = view.flatMap((m) => (m.role === 'assistant' ? m.calls : []));
          expect(view.filter((m) => m.role === 'tool')).toHaveLength(calls.length);
        }
      }),
      { numRuns: 100 },
    );
  });
});
