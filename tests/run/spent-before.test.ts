import { expect, test } from 'vitest';
import { Event, type Line } from '../../src/domain/event.ts';
import { spentBefore } from '../../src/run/spent-before.ts';
import { begun } from '../domain/events.ts';
import { start } from '../domain/world.ts';

const called = (attempt: string | null, usd: number | null): Event => ({
  type: 'model.called',
  role: 'coder',
  conversation: 'c',
  attempt,
  model: 'm',
  usage: { input: 100, cached: 20, output: 5, usd },
  ms: 1,
});
const resumed: Event = { type: 'run.resumed', budget: null, minutes: null };

/** Lines at these minutes. */
const lines = (...told: [minute: number, event: Event][]): Line[] =>
  told.map(([minute, event], seq) => ({
    v: 1,
    seq,
    prev: '',
    at: new Date(minute * 60_000).toISOString(),
    event: Event.parse(event),
  }));

test('money goes to the run, the checkpoint and the attempt that it was for', () => {
  const spent = spentBefore(
    lines(
      [0, start()],
      [1, called(null, 1)],
      [2, called('c1.a1', 2)],
      [3, called('c1.a2', 4)],
      [4, called('c2.a1', null)],
    ),
  );
  const usd = Object.fromEntries(Object.entries(spent).map(([key, { spend }]) => [key, spend.usd]));
  expect(usd).toEqual({ run: 7, c1: 6, 'c1.a1': 2, 'c1.a2': 4, c2: 0, 'c2.a1': 0 });
  expect(spent['run']?.spend).toMatchObject({ calls: 4, input: 400, cached: 80, output: 20, unpriced: 1 });
});

test('minutes stand still from the last event of one process to the first of the next', () => {
  const spent = spentBefore(
    lines(
      [0, start()],
      [10, begun('c1.a1')],
      [13, called('c1.a1', 0)],
      [500, resumed],
      [501, called('c1.a1', 0)],
      [503, called('c1.a1', 0)],
    ),
  );
  const minutes = Object.fromEntries(Object.entries(spent).map(([key, account]) => [key, account.minutes]));
  expect(minutes).toEqual({ run: 16, c1: 5, 'c1.a1': 5 });
});

test('what a person says while the run rests takes no time, and a retry begins a new account of its checkpoint', () => {
  const said: Event = { type: 'question.answered', checkpoint: null, text: 'that' };
  const retried: Event = { type: 'checkpoint.retried', checkpoint: 'c1' };
  const spent = spentBefore(
    lines(
      [0, start()],
      [10, begun('c1.a1')],
      [13, called('c1.a1', 2)],
      [400, said],
      [401, retried],
      [500, resumed],
      [501, begun('c1.a2')],
      [503, called('c1.a2', 1)],
    ),
  );
  const minutes = Object.fromEntries(Object.entries(spent).map(([key, account]) => [key, account.minutes]));
  expect(minutes).toEqual({ run: 16, 'c1.a1': 3, c1: 3, 'c1 after a1': 2, 'c1.a2': 2 });
  expect(spent['c1 after a1']?.spend.usd).toBe(1);
});

test('before anything happened nothing is spent', () => {
  expect(spentBefore([])).toEqual({});
});
