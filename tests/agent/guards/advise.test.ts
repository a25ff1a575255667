import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advise } from '../../../src/agent/guards/advise.ts';
import type { Message } from '../../../src/domain/transcript.ts';
import { told, tools, turn, when } from './world.ts';

const acts = fc.constantFrom(
  ['echo', { path: 'a' }, 'text', true] as const,
  ['echo', { path: 'b' }, 'no such file', false] as const,
  ['pen', { old: 'x' }, 'old text not found', false] as const,
  ['bash', { command: 'npm test' }, 'exit 1 · 3 of 4 tests failed · 1.0 s', true] as const,
  ['bash', { job: '1' }, 'job 1: running', true] as const,
);
const conversations = fc
  .array(fc.array(acts, { minLength: 1, maxLength: 3 }), { maxLength: 40 })
  .map((turns) => turns.map((t) => turn(...t)));

const same = () => turn(['pen', { old: 'x' }, 'old text not found', false]);

describe('advice', () => {
  it('is nothing at the beginning', () => {
    expect(advise([], tools)).toBeUndefined();
    expect(told([turn(['echo', {}, 'text'])])).toEqual([undefined]);
  });

  it('tells of all that is wrong at once', () => {
    const [hint] = when([same(), same(), same()]).hints;
    expect(hint).toContain('the same calls with the same results 3 times');
    expect(hint).toContain('3 changes in a row did not go through');
  });

  it('is the same after a restart, from messages that were read from disk', () => {
    fc.assert(
      fc.property(conversations, (turns) => {
        const messages: Message[] = turns.flat();
        const again: Message[] = structuredClone(messages);
        expect(advise(again, tools)).toEqual(advise(messages, tools));
      }),
      { numRuns: 60 },
    );
  });

  it('never ends an attempt that was not warned', () => {
    fc.assert(
      fc.property(conversations, (turns) => {
        const { hint, end } = when(turns);
        expect(end === 0 || (hint > 0 && hint < end)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});
