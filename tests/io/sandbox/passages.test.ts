import { expect, test } from 'vitest';
import { Passages } from '../../../src/io/sandbox/passages.ts';
import type { Passage } from '../../../src/io/sandbox/proxy.ts';

const refused = (target: string): Passage => ({
  target,
  verdict: 'refused',
  because: 'not on the list',
  sent: 0,
  received: 0,
});

test('ways out are told by verdict and target, with what they took until they are told', () => {
  const passages = new Passages();
  const first: Passage = { target: 'a.example:443', verdict: 'allowed', sent: 0, received: 0 };
  passages.note(first);
  passages.note({ ...first });
  passages.note(refused('b.example:443'));
  first.sent = 12;
  first.received = 3_400;
  expect(passages.told()).toEqual([
    'allowed a.example:443 2 times, 12 bytes out and 3400 in',
    'refused b.example:443 (not on the list)',
  ]);
});

test('a flood of them has an end', () => {
  const passages = new Passages();
  for (let i = 0; i < 5_000; i += 1) {
    passages.note(refused(`x${String(i)}.example:443`));
  }
  const told = passages.told();
  expect(told).toHaveLength(21);
  expect(told.at(-1)).toBe('and 4980 more');
});
