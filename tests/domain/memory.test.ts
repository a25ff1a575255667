import { describe, expect, it } from 'vitest';
import type { Event } from '../../src/domain/event.ts';
import { proposalsOf, withEntries } from '../../src/domain/memory.ts';

const sha = 'a'.repeat(40);
const submitted = (attempt: string, ...notes: string[]): Event => ({
  type: 'attempt.submitted',
  attempt,
  commit: sha,
  changed: ['a.txt'],
  summary: 'done',
  notes,
});
const landed = (attempt: string): Event => ({ type: 'checkpoint.landed', attempt, commit: sha });

describe('what a run proposes to remember', () => {
  it('are the notes of work that has landed, each once and on one line', () => {
    const events = [
      submitted('c1.a1', 'of work that was sent back'),
      submitted('c2.a1', 'The clock\n  is faked.', 'Ports are even.'),
      landed('c2.a1'),
      submitted('c1.a2', 'Ports are even.', ' '),
      landed('c1.a2'),
    ];
    expect(proposalsOf(events)).toEqual([
      { attempt: 'c2.a1', text: 'The clock is faked.' },
      { attempt: 'c2.a1', text: 'Ports are even.' },
    ]);
    expect(proposalsOf(events, '# Mine\n\n- Ports are even.\n')).toEqual([
      { attempt: 'c2.a1', text: 'The clock is faked.' },
    ]);
  });

  it('joins what is there, which stays as it is', () => {
    expect(withEntries('', ['a', 'b\nc'])).toBe('- a\n- b c\n');
    expect(withEntries('# Mine\n\nprose', ['a'])).toBe('# Mine\n\nprose\n- a\n');
  });
});
