import { describe, expect, it } from 'vitest';
import type { Event } from '../../src/domain/event.ts';
import { reportFacts, type Known } from '../../src/view/facts.ts';
import { Report } from '../../src/view/report.ts';
import {
  PARSE,
  WRITE,
  accept,
  asked,
  baseline,
  begin,
  called,
  guarded,
  opening,
  planned,
  ran,
  red,
  review,
  sha,
  smooth,
  started,
  submit,
  timed,
  whole,
} from './story.ts';

const KNOWN: Known = { records: '/state/runs/7f3a', userTree: [] };
const report = (events: readonly Event[], known = KNOWN): Report =>
  Report.parse(JSON.parse(JSON.stringify(reportFacts(timed(events), known))));
const attempts = (events: readonly Event[]) => report(events).checkpoints.flatMap((c) => c.attempts);

const coding = [...opening, begin('c1.a1'), called('coder', 'c1.a1', 'small')];
const submitted = [...coding, submit('c1.a1', sha('1'))];
const reviewing = [...submitted, ran('c1.a1', sha('1')), guarded('c1.a1', sha('1'))];
const failure = (change: Partial<Extract<Event, { type: 'attempt.failed' }>> = {}): Event => ({
  type: 'attempt.failed',
  attempt: 'c1.a1',
  failure: 'turns',
  detail: '40 turns',
  commit: null,
  ...change,
});

describe('the facts', () => {
  it('of a whole run fit the schema and add up', () => {
    const facts = report(whole);
    expect(facts).toMatchObject({ outcome: 'done', paused: null, exit: 0, head: sha('4'), ms: 32_000 });
    const own = facts.checkpoints.map((c) => c.spent.calls).reduce((a, b) => a + b, 0);
    expect(own + 1).toBe(facts.spent.calls);
    expect(facts.spentBy.reduce((sum, s) => sum + s.spent.calls, 0)).toBe(facts.spent.calls);
  });

  it('name the check on the very commit that landed, and the verdict that accepted it', () => {
    const c2 = report(whole).checkpoints[1];
    expect(c2).toMatchObject({
      status: 'landed',
      commit: sha('4'),
      claimed: 'Comments are kept now',
      kept: null,
    });
    expect(c2?.checked.check).toMatchObject({
      commit: sha('4'),
      weight: 'green',
      result: { tests: { run: 43 } },
    });
    expect(c2?.checked.review).toMatchObject({ commit: sha('4'), decision: 'accept', objections: [] });
  });

  it('hold every attempt with its models, its end and why', () => {
    expect(
      attempts(whole).map(({ id, fate, why, models }) => ({
        id,
        fate,
        why,
        models: models.map((m) => m.model),
      })),
    ).toEqual([
      { id: 'c1.a1', fate: 'landed', why: '', models: ['small', 'judge'] },
      { id: 'c2.a1', fate: 'red', why: 'npm test: exit 1 · 2 of 41 tests failed · 3.1 s', models: ['small'] },
      { id: 'c2.a2', fate: 'sent_back', why: 'the order is lost', models: ['small', 'judge'] },
      { id: 'c2.a3', fate: 'landed', why: '', models: ['large', 'judge'] },
    ]);
  });

  it('weigh a check by how the commit below fared: what another checkpoint has mended is red again', () => {
    const mended = [
      started(),
      baseline(red('old')),
      planned([PARSE, WRITE]),
      ...smooth('c1.a1', sha('1'), PARSE.title),
    ];
    const broken = [...mended, begin('c2.a1', 'small', sha('1')), submit('c2.a1', sha('2'))];
    const facts = report([...broken, ran('c2.a1', sha('2'), red('old'))]);
    expect(facts.checkpoints.map((c) => c.checked.check?.weight)).toEqual(['green', 'red']);
    expect(facts.checkpoints[1]?.attempts[0]).toMatchObject({ fate: 'red' });
    const untouched = [started(), baseline(red('old')), planned([PARSE]), begin('c1.a1')];
    const known = [...untouched, submit('c1.a1', sha('1')), ran('c1.a1', sha('1'), red('old'))];
    expect(report(known).checkpoints[0]?.checked.check?.weight).toBe('green');
  });

  it('keep the price of an unknown model unknown', () => {
    expect(attempts(whole)[1]?.spent).toMatchObject({ calls: 1, usd: null, unpriced: 1 });
    expect(report(whole).spent).toMatchObject({ unpriced: 1 });
    expect(report(whole).spent.usd).toBeCloseTo(0.43);
  });

  it('name the model that answered, not only the one that was asked for', () => {
    const other = [
      ...opening,
      begin('c1.a1', 'small'),
      called('coder', 'c1.a1', 'small-2026'),
      called('coder', 'c1.a1', 'spare'),
    ];
    expect(attempts(other)[0]).toMatchObject({
      asked: 'small',
      models: [
        { role: 'coder', model: 'small-2026', spent: { calls: 1, usd: 0.01 } },
        { role: 'coder', model: 'spare', spent: { calls: 1, usd: 0.01 } },
      ],
    });
  });

  it.each<[string, readonly Event[], object]>([
    ['under way', coding, { fate: 'under_way', commit: null }],
    [
      'failed',
      [...coding, failure({ commit: sha('5') })],
      { fate: 'failed', failure: 'turns', why: '40 turns', commit: sha('5') },
    ],
    ['asked', [...coding, asked('c1.a1')], { fate: 'asked', why: 'Which?' }],
    [
      'stopped by the guard',
      [
        ...submitted,
        ran('c1.a1', sha('1')),
        guarded('c1.a1', sha('1'), [
          { rule: 'protected', level: 'forbidden', file: 'ci', line: 2, detail: 'is protected' },
        ]),
      ],
      { fate: 'guarded', why: 'ci:2 is protected' },
    ],
    [
      'rejected',
      [...reviewing, review('c1.a1', sha('1'), { ...accept('x'), decision: 'reject' })],
      { fate: 'rejected' },
    ],
    [
      'without a verdict',
      [...reviewing, { type: 'review.unavailable', attempt: 'c1.a1', commit: sha('1'), reason: 'prose' }],
      { fate: 'under_way', why: 'no verdict: prose' },
    ],
    [
      'accepted',
      [...reviewing, review('c1.a1', sha('1'), accept(`${PARSE.title} holds`))],
      { fate: 'accepted', why: 'does what it should' },
    ],
    [
      'rebased with another change',
      [
        ...reviewing,
        review('c1.a1', sha('1'), accept(`${PARSE.title} holds`)),
        { type: 'attempt.rebased', attempt: 'c1.a1', commit: sha('8'), base: sha('7'), samePatch: false },
      ],
      { fate: 'under_way', commit: sha('8'), base: sha('7') },
    ],
  ])('of an attempt that is %s say so', (_, events, expected) => {
    expect(attempts(events)[0]).toMatchObject(expected);
  });

  it('of a conflict after acceptance are those of a failure', () => {
    const conflict = [
      ...reviewing,
      review('c1.a1', sha('1'), accept(`${PARSE.title} holds`)),
      failure({ failure: 'conflict', detail: 'src/parse.ts', commit: sha('1') }),
    ];
    expect(attempts(conflict)[0]).toMatchObject({ fate: 'failed', failure: 'conflict' });
    expect(report(conflict).checkpoints[0]).toMatchObject({ status: 'open', commit: null, kept: sha('1') });
  });

  it('of a blocked or asking checkpoint give the reason', () => {
    const events: Event[] = [
      ...coding,
      failure({ failure: 'impossible', detail: 'the tests contradict the spec' }),
      { type: 'checkpoint.blocked', checkpoint: 'c2', reason: 'blocked by c1' },
    ];
    expect(report(events).checkpoints.map(({ status, reason }) => ({ status, reason }))).toEqual([
      { status: 'blocked', reason: 'impossible: the tests contradict the spec' },
      { status: 'blocked', reason: 'blocked by c1' },
    ]);
    const asking = [...coding, asked('c1.a1')];
    expect(report(asking).checkpoints[0]).toMatchObject({ status: 'asking', reason: 'Which?' });
  });

  it('of an unfinished run are those of a pause', () => {
    expect(report(coding)).toMatchObject({
      outcome: 'paused',
      paused: 'interrupted',
      exit: 130,
      final: null,
    });
    expect(report(coding, { ...KNOWN, signal: 'SIGTERM' }).exit).toBe(143);
    const limit: Event = { type: 'run.paused', reason: 'limit', detail: 'the budget is spent' };
    expect(report([...coding, limit])).toMatchObject({
      paused: 'limit',
      exit: 5,
      detail: 'the budget is spent',
    });
  });

  it('need a run that has started', () => {
    expect(() => reportFacts([], KNOWN)).toThrow('from its start');
  });
});
