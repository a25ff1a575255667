import { expect, test } from 'vitest';
import { fold } from '../../../src/domain/apply.ts';
import type { Event } from '../../../src/domain/event.ts';
import { atWork, stretches, totals, type Phase, type Stretch } from '../../../src/view/page/phases.ts';
import { Story } from '../../../src/view/page/story.ts';
import { begin, opening, sha, submit, T0, timed, whole, asked } from '../story.ts';

const story = (...events: Parameters<typeof timed>[0]): Story => {
  const told = new Story();
  told.add(timed(events));
  return told;
};
const told = (phases: readonly Phase[]): string[] =>
  phases.map(({ kind, attempt, from, to }) =>
    [kind, attempt ?? '-', (from - T0) / 1000, to === null ? '…' : (to - T0) / 1000].join(' '),
  );

test('a checkpoint goes through its phases one after the other, without a gap', () => {
  const phases = story(...whole).phasesOf('c2');
  expect(told(phases).slice(0, 4)).toEqual([
    'todo - 3 12',
    'coding c2.a1 12 14',
    'checking c2.a1 14 15',
    'todo - 15 16',
  ]);
  phases.slice(1).forEach((phase, i) => expect(phase.from).toBe(phases[i]?.to));
  expect(phases.at(-1)).toMatchObject({ kind: 'landing', attempt: 'c2.a3' });
  expect(phases.every(({ to }) => to !== null)).toBe(true);
});

test('what still lasts has no end, and money goes to the phase that it was spent in', () => {
  const phases = story(...opening, begin('c1.a1'), calledFor(0.2), calledFor(0.3)).phasesOf('c1');
  expect(told(phases)).toEqual(['todo - 3 4', 'coding c1.a1 4 …']);
  expect(phases.at(-1)?.usd).toBeCloseTo(0.5);
});

const calledFor = (usd: number | null): Event => ({
  type: 'model.called',
  role: 'coder',
  conversation: 'c1.a1.coder',
  attempt: 'c1.a1',
  model: 'small',
  usage: { input: 1, cached: 0, output: 1, usd },
  ms: 1,
});

test('a question is waiting for a person', () => {
  expect(
    story(...opening, begin('c1.a1'), asked('c1.a1'))
      .phasesOf('c1')
      .at(-1)?.kind,
  ).toBe('person');
});

const todo: Phase = { kind: 'todo', attempt: null, from: 10, to: 50, usd: 0 };
const kinds = (all: readonly Stretch[]): unknown[] => all.map((s) => [s.kind, s.from, s.to, s.for]);

test('waiting is told apart: for the last of those that have to land first, then for a free worker', () => {
  const landings = new Map([
    ['c1', 20],
    ['c2', 35],
  ]);
  expect(kinds(stretches([todo], { after: ['c1', 'c2'], landings, now: 99 }))).toEqual([
    ['before', 10, 35, 'c2'],
    ['worker', 35, 50, null],
  ]);
  expect(kinds(stretches([todo], { after: [], landings, now: 99 }))).toEqual([['worker', 10, 50, null]]);
  expect(kinds(stretches([{ ...todo, to: null }], { after: ['c9'], landings, now: 99 }))).toEqual([
    ['before', 10, 99, 'c9'],
  ]);
});

test('a later wait is not for what landed long before', () => {
  const landings = new Map([['c1', 5]]);
  expect(kinds(stretches([todo], { after: ['c1'], landings, now: 99 }))).toEqual([['worker', 10, 50, null]]);
});

test('pauses are no work', () => {
  expect(
    atWork({ from: 0, to: 100 }, [
      { from: -5, to: 10 },
      { from: 40, to: 60 },
    ]),
  ).toBe(70);
  const all: Stretch[] = [
    { kind: 'coding', attempt: 'c1.a1', from: 0, to: 100, usd: 1, for: null },
    { kind: 'coding', attempt: 'c2.a1', from: 50, to: 60, usd: 2, for: null },
  ];
  expect(totals(all, [{ from: 55, to: 70 }]).get('coding')).toEqual({ ms: 90, usd: 3 });
});

test('a run that was paused lay still until it was resumed', () => {
  const events: Event[] = [
    ...opening,
    begin('c1.a1'),
    { type: 'run.paused', reason: 'limit', detail: 'spent' },
  ];
  const paused = story(...events);
  expect(paused.pausesUntil(T0 + 60_000)).toEqual([{ from: T0 + 5_000, to: T0 + 60_000 }]);
  const resumed = story(...events, [30, { type: 'run.resumed', budget: null, minutes: null }]);
  expect(resumed.pausesUntil(T0 + 60_000)).toEqual([{ from: T0 + 5_000, to: T0 + 30_000 }]);
});

test('the story is the fold of its events, however they come in', () => {
  const entries = timed([...whole]);
  const byOne = new Story();
  entries.forEach((entry) => byOne.add([entry]));
  byOne.add(entries);
  expect(byOne.run).toEqual(fold(whole));
  expect(byOne.entries).toHaveLength(entries.length);
  expect(byOne.told.length).toBeGreaterThan(10);
});

test('an event that could not have happened is not passed over', () => {
  expect(() => story(...opening, submit('c1.a1', sha('1')))).toThrow(/expected coding/);
});
