import { describe, expect, it } from 'vitest';
import type { Event } from '../../../src/domain/event.ts';
import { lookOf, LOOKS, wordOf } from '../../../src/view/page/place.ts';
import { watchAll } from '../../../src/view/watch.ts';
import { atLimit, everyState } from '../states.ts';
import { timed } from '../story.ts';

const { run } = watchAll(timed(everyState));
const says = (events: readonly Event[]): Record<string, string> => {
  const { run: told } = watchAll(timed(events));
  return Object.fromEntries(told.progress.map((p) => [p.checkpoint.id, wordOf(p, told)]));
};

describe('where a checkpoint is', () => {
  it('is told with what the state alone does not say', () => {
    expect(says(everyState)).toEqual({
      c1: 'landed',
      c2: 'landing',
      c3: 'taken back by you',
      c4: 'coding',
      c5: 'blocked',
      c6: 'blocked',
      c7: 'asks you',
      c8: 'in review',
      c9: 'set aside by you',
      c10: 'accepted, lands after c2',
      c11: 'to do',
      c12: 'planned anew as c15',
      c13: 'to do',
      c14: 'coding remotely',
      c15: 'waits for your approval',
      c16: 'checking remotely',
    });
  });

  it('is in a paused run nothing that goes on', () => {
    const paused = says([...everyState, atLimit]);
    expect(paused).toMatchObject({
      c4: 'coding, paused',
      c8: 'in review, paused',
      c1: 'landed',
      c7: 'asks you',
    });
  });

  it('names what a person wants of it once it is left off, and that it is to be begun anew', () => {
    const wish = (type: 'checkpoint.skipped' | 'checkpoint.retried'): Event => ({ type, checkpoint: 'c4' });
    expect(says([...everyState, wish('checkpoint.skipped')])).toMatchObject({ c4: 'coding, then set aside' });
    const again = [...everyState, wish('checkpoint.retried')];
    expect(says(again)).toMatchObject({ c4: 'coding, then begun anew' });
    const left: Event = { type: 'attempt.stopped', attempt: 'c4.a2', commit: null };
    expect(says([...again, left])).toMatchObject({ c4: 'to do again' });
  });

  it('has a look, and what a person left out is not counted among what went wrong', () => {
    const counts = LOOKS.map(([look]) => [look, run.progress.filter((p) => lookOf(p) === look).length]);
    expect(Object.fromEntries(counts)).toEqual({
      landed: 1,
      work: 6,
      person: 2,
      blocked: 2,
      aside: 2,
      todo: 2,
      replaced: 1,
    });
  });
});
