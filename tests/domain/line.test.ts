import { describe, expect, it } from 'vitest';
import type { Event } from '../../src/domain/event.ts';
import { landings } from '../../src/domain/line.ts';
import type { Run } from '../../src/domain/run.ts';
import { accepted, held, landed, ran, rebased, red } from './events.ts';
import { after, base, plan, sha, start, state, check } from './world.ts';

/** Three that were accepted one after the other, none of which waits for another. */
const line = (settings = {}): Run =>
  state(
    start({ parallel: 4, ...settings }),
    { type: 'baseline.ran', commit: base, check: check() },
    {
      type: 'plan.made',
      plan: { ...plan, checkpoints: plan.checkpoints.map((c) => ({ ...c, after: [] })) },
      by: 'planner',
      edges: [],
    },
    ...accepted('c1.a1', sha(11)),
    ...accepted('c2.a1', sha(12)),
    ...accepted('c3.a1', sha(13)),
  );
const told = (run: Run): string[] =>
  landings(run).map((c) =>
    c.do === 'land' ? `land ${c.attempt}` : `${c.attempt} onto ${Number(`0x${c.onto}`)}`,
  );
const onto = (attempt: string, commit: number, on: number): Event =>
  rebased(attempt, { commit: sha(commit), base: sha(on) });
const green = (attempt: string, commit: number): Event => ran(attempt, { commit: sha(commit) });

describe('the line of accepted changes', () => {
  it('lets the first one land, and puts each other on the one before it, one at a time', () => {
    expect(told(line())).toEqual(['land c1.a1', 'c2.a1 onto 11']);
    const two = after(line(), onto('c2.a1', 22, 11));
    expect(told(two)).toEqual(['land c1.a1', 'c3.a1 onto 22']);
    expect(told(after(two, onto('c3.a1', 23, 22)))).toEqual(['land c1.a1']);
  });

  it('lands nobody before the one that it stands on', () => {
    const stacked = after(
      line(),
      onto('c2.a1', 22, 11),
      onto('c3.a1', 23, 22),
      green('c2.a1', 22),
      green('c3.a1', 23),
    );
    expect(told(stacked)).toEqual(['land c1.a1']);
    const first = after(stacked, landed('c1.a1', sha(11)));
    expect(told(first)).toEqual(['land c2.a1']);
    expect(told(after(first, landed('c2.a1', sha(22))))).toEqual(['land c3.a1']);
  });

  it('stands on the same tree when that lands under another message', () => {
    const stacked = after(line(), onto('c2.a1', 22, 11), green('c2.a1', 22), held('c3.a1', sha(22)));
    const sealed = after(stacked, { ...landed('c1.a1', sha(91)), accepted: sha(11) });
    expect(sealed).toMatchObject({ head: sha(91) });
    expect(told(sealed)).toEqual(['land c2.a1']);
    const both = after(sealed, { ...landed('c2.a1', sha(92)), accepted: sha(22) });
    expect(told(both)).toEqual(['c3.a1 onto 92']);
    // One that was put there while it landed stands there as well.
    expect(after(both, onto('c3.a1', 33, 22)).progress[2]).toMatchObject({ base: sha(92) });
    expect(() => after(stacked, { ...landed('c1.a1', sha(91)), accepted: sha(12) })).toThrow(
      /expected commit/,
    );
  });

  it('goes no higher than the run allows, and one by one where it says so', () => {
    expect(told(line({ stack: 1 }))).toEqual(['land c1.a1']);
    expect(told(after(line({ stack: 2 }), onto('c2.a1', 22, 11)))).toEqual(['land c1.a1']);
  });

  it('is closed up where one has fallen: those above it are put onto what is left', () => {
    const stacked = after(line(), onto('c2.a1', 22, 11), onto('c3.a1', 23, 22), green('c3.a1', 23));
    const fallen = after(stacked, red('c2.a1', sha(22)));
    expect(fallen.progress[1]).toMatchObject({ at: 'todo', charged: 1 });
    expect(told(fallen)).toEqual(['land c1.a1', 'c3.a1 onto 11']);
  });
});

describe('a change that does not stand on those before it', () => {
  const waiting = after(line(), held('c2.a1', sha(11)));

  it('is passed by until they have landed, and only then put onto the branch', () => {
    expect(told(waiting)).toEqual(['land c1.a1', 'c3.a1 onto 11']);
    expect(told(after(waiting, landed('c1.a1', sha(11))))).toEqual(['c2.a1 onto 11']);
  });

  it('is tried again when they have fallen', () => {
    const first = after(
      line(),
      landed('c1.a1', sha(11)),
      onto('c2.a1', 22, 11),
      held('c3.a1', sha(22)),
      red('c2.a1', sha(22)),
    );
    expect(told(first)).toEqual(['c3.a1 onto 11']);
  });
});

describe('a red check on a commit that is not sound itself', () => {
  const doubted = after(line(), onto('c2.a1', 22, 11), onto('c3.a1', 23, 22), red('c3.a1', sha(23)));

  it('blames nobody, and is made again once the commit has landed', () => {
    expect(doubted.progress[2]).toMatchObject({ at: 'landing', charged: 0, held: sha(22) });
    expect(told(doubted)).toEqual(['land c1.a1']);
    const sound = after(doubted, landed('c1.a1', sha(11)), green('c2.a1', 22), landed('c2.a1', sha(22)));
    expect(told(sound)).toEqual(['c3.a1 onto 22']);
    const again = after(sound, onto('c3.a1', 23, 22), red('c3.a1', sha(23)));
    expect(again.progress[2]).toMatchObject({ at: 'todo', charged: 1 });
  });

  it('is forgotten when the commit falls', () => {
    const gone = after(doubted, red('c2.a1', sha(22)));
    expect(told(gone)).toEqual(['land c1.a1', 'c3.a1 onto 11']);
  });

  it('cannot land as it is, whatever a log says', () => {
    const stands = after(doubted, landed('c1.a1', sha(11)), green('c2.a1', 22), landed('c2.a1', sha(22)));
    expect(() => after(stands, landed('c3.a1', sha(23)))).toThrow('c3.a1');
  });
});

it('lands nothing that stands on another commit than the head', () => {
  expect(() => after(line(), landed('c1.a1', sha(11)), landed('c2.a1', sha(12)))).toThrow(/expected commit/);
});
