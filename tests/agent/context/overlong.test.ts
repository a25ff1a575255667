import { expect, test } from 'vitest';
import { viewOf } from '../../../src/agent/context/view.ts';
import type { Message } from '../../../src/domain/transcript.ts';

const head: Message[] = [
  { role: 'system', text: 'You plan.' },
  { role: 'user', text: 'Plan this.' },
];
const HUGE = 500_000;
const told = (messages: readonly Message[]): string => JSON.stringify(viewOf([...head, ...messages]));
const finishing = (input: unknown): Message => ({
  role: 'assistant',
  text: '',
  calls: [{ id: '1', tool: 'finish', input }],
});
const answered = (ok: boolean): Message => ({ role: 'tool', call: '1', ok, text: 'the reason' });

test.each([
  [
    'words without a call',
    [
      { role: 'assistant', text: 'x'.repeat(HUGE), calls: [] },
      { role: 'user', text: 'call finish' },
    ],
  ],
  ['a call that was refused', [finishing({ plan: 'x'.repeat(HUGE) }), answered(false)]],
  ['arguments that could not be read', [finishing('x'.repeat(HUGE)), answered(false)]],
] as const satisfies readonly [string, readonly Message[]][])(
  '%s, far too long, are sent back in short',
  (_, messages) => {
    const sent = told(messages);
    expect(sent.length).toBeLessThan(5_000);
    expect(sent).toContain('characters left out');
  },
);

test('a result that was taken, and a refused one of a usual length, stay whole', () => {
  expect(told([finishing({ plan: 'x'.repeat(HUGE) }), answered(true)]).length).toBeGreaterThan(HUGE);
  const usual = 'y'.repeat(30_000);
  expect(told([finishing({ plan: usual }), answered(false)])).toContain(usual);
});

test('what was sent once is sent alike for ever', () => {
  const first = [finishing({ plan: 'x'.repeat(HUGE) }), answered(false)];
  const longer = viewOf([...head, ...first, finishing({}), answered(true)]);
  expect(longer.slice(0, 4)).toEqual(viewOf([...head, ...first]));
});
