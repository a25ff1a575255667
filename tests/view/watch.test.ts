import { describe, expect, it } from 'vitest';
import type { Event } from '../../src/domain/event.ts';
import {
  atRest,
  elapsed,
  handOf,
  hear,
  unwatched,
  watch,
  watchAll,
  WHOLE,
  type Watch,
} from '../../src/view/watch.ts';
import { atWork } from '../../src/view/workers.ts';
import {
  baseline,
  begin,
  called,
  guarded,
  opening,
  PARSE,
  planned,
  ran,
  red,
  sha,
  smooth,
  started,
  submit,
  T0,
  timed,
  whole,
  WRITE,
} from './story.ts';

const at = (second: number): number => T0 + second * 1000;
const watched = (...events: Parameters<typeof timed>[0]): Watch => watchAll(timed(events));
const coding = [...opening, begin('c1.a1')];
const busy = [...coding, called('coder', 'c1.a1', 'small'), called('coder', 'c1.a1', 'small-2', null)];

describe('time at work', () => {
  it('runs on while the run does', () => {
    expect(elapsed(watched(started()), at(90))).toBe(90_000);
  });

  it('stands still while the run is paused or over', () => {
    const paused = watched([0, started()], [10, { type: 'run.paused', reason: 'limit', detail: 'x' }]);
    expect(atRest(paused.run)).toBe(true);
    expect(elapsed(paused, at(5000))).toBe(10_000);
    expect(elapsed(watched(...whole), at(5000))).toBe(32_000);
  });

  it('leaves out the time between a crash and the resumption, however often', () => {
    const resumed: Event = { type: 'run.resumed', budget: null, minutes: null };
    const twice = watched(
      [0, started()],
      [10, baseline()],
      [100, resumed],
      [110, planned([PARSE])],
      [500, resumed],
    );
    expect(elapsed(twice, at(505))).toBe(25_000);
  });

  it('leaves out what a person says while the run rests', () => {
    const said = watched(
      [0, started()],
      [10, { type: 'run.paused', reason: 'person', detail: 'x' }],
      [100, { type: 'run.told', checkpoint: null, text: 'be brief' }],
      [200, { type: 'run.resumed', budget: null, minutes: null }],
    );
    expect(elapsed(said, at(205))).toBe(15_000);
  });

  it('is never less than nothing, whatever the clock does', () => {
    expect(elapsed(watched(started()), at(-100))).toBe(0);
    const back = watched([100, started()], [50, { type: 'run.resumed', budget: null, minutes: null }]);
    expect(back.idle).toBe(0);
  });
});

describe('hands', () => {
  it('know what an attempt has taken, and the model in force by role', () => {
    const hand = handOf(watched(...busy), 'c1.a1');
    expect(hand.spent).toMatchObject({ calls: 2, unpriced: 1 });
    expect(hand.models).toEqual({ coder: 'small-2' });
    expect(handOf(watched(...busy), WHOLE).models).toEqual({ planner: 'judge' });
  });

  it('know since when it is where it is', () => {
    expect(handOf(watched(...busy), 'c1.a1').since).toBe(at(4));
    expect(handOf(watched(...busy, [50, submit('c1.a1', sha('1'))]), 'c1.a1').since).toBe(at(50));
  });

  it('are let go of once their attempt is history', () => {
    expect(Object.keys(watched(...coding, submit('c1.a1', sha('1'))).hands)).toEqual([WHOLE, 'c1.a1']);
    expect(Object.keys(watched(...opening, ...smooth('c1.a1', sha('1'), PARSE.title)).hands)).toEqual([
      WHOLE,
    ]);
    const again = [...coding, submit('c1.a1', sha('1')), ran('c1.a1', sha('1'), red('x')), begin('c1.a2')];
    expect(Object.keys(watched(...again).hands)).toEqual([WHOLE, 'c1.a2']);
  });

  it('do not forget what the attempt of another checkpoint has taken', () => {
    const two = watched(
      started(),
      baseline(),
      planned([PARSE, { ...WRITE, after: [] }]),
      begin('c1.a1'),
      begin('c2.a1'),
    );
    expect(Object.keys(two.hands)).toEqual([WHOLE, 'c1.a1', 'c2.a1']);
  });

  it('hear the latest and forget it when the work moves on', () => {
    const live = { role: 'coder', attempt: 'c1.a1', kind: 'tool', text: 'bash make' } as const;
    const heard = hear(watched(...coding), live);
    expect(handOf(heard, 'c1.a1').live).toEqual(live);
    const [next] = timed([submit('c1.a1', sha('1'))]);
    expect(next && handOf(watch(heard, next), 'c1.a1').live).toBeNull();
    expect(handOf(hear(heard, { ...live, attempt: null }), WHOLE).live?.text).toBe('bash make');
  });

  it('are where they were after a tool has run, and what they said can still be read', () => {
    const live = {
      role: 'coder',
      attempt: 'c1.a1',
      kind: 'tool',
      text: '▸ bash make',
      now: 'bash make',
    } as const;
    const heard = hear(watched(...coding), live);
    const next = watch(heard, { seq: 9, at: new Date(T0 + 60_000).toISOString(), event: tool('c1.a1') });
    expect(handOf(next, 'c1.a1').since).toBe(handOf(heard, 'c1.a1').since);
    expect(handOf(next, 'c1.a1').live).toMatchObject({ text: '▸ bash make', now: '' });
    expect(atWork(next).map((worker) => worker.heard)).toEqual(['']);
  });
});

const tool = (attempt: string): Event => ({
  type: 'tool.called',
  conversation: `${attempt}.coder`,
  attempt,
  call: 'call_1',
  tool: 'bash',
  input: '{"command":"make"}',
  sha256: 'e'.repeat(64),
  decision: 'allow',
  rule: 'auto',
  ok: true,
  ms: 5,
  bytes: 9,
});

/** c1 is accepted, and lands only once a person says so. */
const waiting: Event[] = [
  started({ approve: 'checkpoint' }),
  baseline(),
  planned([PARSE]),
  ...smooth('c1.a1', sha('1'), PARSE.title).slice(0, -1),
];

const work = (...events: Parameters<typeof timed>[0]): string[] =>
  atWork(watched(...events)).map(({ who, doing, model }) => `${who} ${doing} ${model}`.trim());

describe('who is at work', () => {
  it.each<[string, Event[], string[]]>([
    ['the base', [started()], ['base being checked']],
    ['the plan', [started(), baseline()], ['plan being made']],
    [
      'the plan, by a model that has answered',
      [started(), baseline(), called('planner', null, 'judge')],
      ['plan being made judge'],
    ],
    ['a coder', coding, ['c1.a1 coding small']],
    ['a coder whose model is another now', busy, ['c1.a1 coding small-2']],
    ['a check', [...busy, submit('c1.a1', sha('1'))], ['c1.a1 checking small-2']],
    [
      'a reviewer',
      [
        ...busy,
        submit('c1.a1', sha('1')),
        ran('c1.a1', sha('1')),
        guarded('c1.a1', sha('1')),
        called('reviewer', 'c1.a1', 'judge'),
      ],
      ['c1.a1 in review judge'],
    ],
    ['nobody, where the work waits for approval', waiting, []],
    ['the final check', whole.slice(0, -2), ['final being checked']],
    ['nobody, when the run is over', whole, []],
    [
      'nobody, when it is paused before there is a plan',
      [started(), baseline(), { type: 'run.paused', reason: 'person', detail: 'x' }],
      [],
    ],
  ])('is told for %s', (_, events, expected) => {
    expect(work(...events)).toEqual(expected);
  });

  it('is nobody before anything has begun', () => {
    expect(atWork(unwatched)).toEqual([]);
  });

  it('keeps of a long reply only the end of its last line', () => {
    const text = `${'x'.repeat(100_000)}\n  the last line \n\n`;
    const heard = hear(watched(...coding), { role: 'coder', attempt: 'c1.a1', kind: 'text', text });
    expect(atWork(heard)[0]?.heard).toBe('the last line');
  });
});
