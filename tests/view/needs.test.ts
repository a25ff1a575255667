import { describe, expect, it } from 'vitest';
import type { Event } from '../../src/domain/event.ts';
import { needsOf, needWords } from '../../src/view/needs.ts';
import { watchAll } from '../../src/view/watch.ts';
import { asked, baseline, begin, checkpoint, planned, smooth, started, timed, sha } from './story.ts';

const needs = (...events: Event[]) => needsOf(watchAll(timed(events)).run);
const plan = ['c1', 'c2', 'c3', 'c4', 'c5'].map((id) => checkpoint(id, `Part ${id}`));

describe('what a run needs of its user', () => {
  it('is nothing while it is at work', () => {
    expect(needs(started(), baseline(), planned(plan), begin('c1.a1'))).toEqual([]);
  });

  it('is a yes to the plan', () => {
    const waiting = needs(started({ approve: 'plan' }), baseline(), planned(plan));
    expect(waiting).toEqual([{ need: 'plan' }]);
    expect(needWords(waiting)).toEqual(['the plan waits for your approval']);
  });

  it('is an answer to the planner', () => {
    const waiting = needs(started(), baseline(), { type: 'plan.asked', question: 'Which?' });
    expect(waiting).toEqual([{ need: 'answer', checkpoint: null, question: 'Which?' }]);
    expect(needWords(waiting)).toEqual(['the planner asks you']);
  });

  it('is an answer, and a yes to a change', () => {
    const waiting = needs(
      started({ approve: 'checkpoint' }),
      baseline(),
      planned(plan),
      ...smooth('c1.a1', sha('1'), 'Part c1').slice(0, -1),
      begin('c2.a1'),
      asked('c2.a1', 'Which?'),
    );
    expect(waiting).toEqual([
      { need: 'approval', checkpoint: 'c1', title: 'Part c1' },
      { need: 'answer', checkpoint: 'c2', question: 'Which?' },
    ]);
    expect(needWords(waiting)).toEqual(['c2 asks you', 'c1 waits for your approval']);
  });

  it('names four, and counts the others', () => {
    const ids = plan.map(({ id }) => id);
    const waiting = ids.map((id) => ({ need: 'answer', checkpoint: id, question: '?' }) as const);
    expect(needWords(waiting)).toEqual(['c1, c2, c3, c4 and 1 more ask you']);
  });
});
