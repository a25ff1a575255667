import { expect, it } from 'vitest';
import { routed } from '../../src/view/routed.ts';

const before = { id: 'c1.a1', asked: 'cheap', fate: 'red', failure: null } as const;

it.each([
  ['the first attempt goes by difficulty', 'cheap', undefined, 'for hard work'],
  ['a red check', 'strong', before, 'in place of cheap, because c1.a1 failed its check'],
  ['the same model', 'cheap', before, 'again, after c1.a1 failed its check'],
  [
    'a failure of the coder',
    'strong',
    { ...before, fate: 'failed', failure: 'no_change' } as const,
    'in place of cheap, because c1.a1 changed nothing',
  ],
  [
    'a conflict',
    'cheap',
    { ...before, fate: 'failed', failure: 'conflict' } as const,
    'again, after c1.a1 conflicts with what landed',
  ],
  [
    'a failure by a word of a later version',
    'cheap',
    { ...before, fate: 'failed', failure: 'x' } as const,
    'again, after c1.a1 failed',
  ],
])('%s', (_, asked, earlier, expected) => {
  expect(routed(asked, 'hard', earlier)).toBe(expected);
});
