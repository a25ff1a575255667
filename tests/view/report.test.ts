import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../../src/domain/check.ts';
import type { Event } from '../../src/domain/event.ts';
import { reportFacts, type Known } from '../../src/view/facts.ts';
import { Report } from '../../src/view/report.ts';
import { renderReport } from '../../src/view/report-text.ts';
import { plain } from '../../src/view/row.ts';
import {
  accept,
  asked,
  baseline,
  begin,
  called,
  check,
  guarded,
  landed,
  opening,
  PARSE,
  planned,
  ran,
  red,
  REQUIREMENTS,
  review,
  sha,
  smooth,
  started,
  submit,
  timed,
  whole,
  WRITE,
} from './story.ts';

const KNOWN: Known = { records: '/state/runs/7f3a', userTree: [] };
const report = (events: readonly Event[], known = KNOWN): Report =>
  Report.parse(JSON.parse(JSON.stringify(reportFacts(timed(events), known))));
const text = (events: readonly Event[], known = KNOWN): string =>
  renderReport(report(events, known)).map(plain).join('\n');
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
    expect(attempts(other)[0]?.models).toEqual([
      { role: 'coder', model: 'small-2026' },
      { role: 'coder', model: 'spare' },
    ]);
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

describe('coverage', () => {
  it('maps each requirement to its checkpoints and what speaks for it', () => {
    const [r1, r2] = report(whole).requirements;
    expect(r1).toMatchObject({ id: 'R1', status: 'met', by: [{ checkpoint: 'c1' }, { checkpoint: 'c2' }] });
    expect(r2?.by[0]?.evidence).toEqual([
      'npm test: exit 0 · 43 tests passed · 3.1 s, on 44444444',
      'Write comments back holds: parse.ts:12',
    ]);
  });

  it('is open while any of its checkpoints is', () => {
    const half = [...opening, ...smooth('c1.a1', sha('1'), PARSE.title)];
    expect(report(half).requirements.map((r) => r.status)).toEqual(['open', 'open']);
  });

  it('is not met by checkpoints whose checks say nothing', () => {
    const silent = withCheck(check({ status: 'none', command: '' }));
    expect(report(silent).requirements.map((r) => r.status)).toEqual(['unproved', 'open']);
  });
});

/** c1 alone has landed, by a check with this result. */
const withCheck = (result: CheckResult, coder = 'small'): Event[] => [
  started(),
  baseline(result),
  planned([PARSE], { requirements: REQUIREMENTS }),
  begin('c1.a1', coder),
  submit('c1.a1', sha('1')),
  ran('c1.a1', sha('1'), result),
  guarded('c1.a1', sha('1')),
  review('c1.a1', sha('1'), accept(`${PARSE.title} holds`)),
  landed('c1.a1', sha('1')),
  { type: 'run.checked', commit: sha('1'), result },
];

const why = (events: readonly Event[], known = KNOWN): string[] =>
  report(events, known).unverified.map((u) => `${u.what}: ${u.why}`);

describe('what nobody verified', () => {
  it('is nothing in a run with a check that ran, in a sandbox', () => {
    expect(why(whole)).toEqual([]);
  });

  it('is everything where no check is configured', () => {
    expect(why(withCheck(check({ status: 'none', command: '' })))).toEqual([
      'c1: no check is configured',
      'the branch as a whole: no check is configured',
    ]);
  });

  it('is what a silent check says nothing about', () => {
    expect(why(withCheck(check({ status: 'no_evidence' })))).toEqual([
      'c1: its check ended with 0 without a word',
      'the branch as a whole: its check ended with 0 without a word',
    ]);
  });

  it('is what failed before, what ran unconfined, what did not run, what was not compared', () => {
    const events = [started({ sandbox: 'off' }), baseline(red('old')), planned([WRITE, PARSE])];
    expect(why(events, { ...KNOWN, userTree: null })).toEqual([
      'the branch as a whole: the final check has not run',
      '1 test that failed before any change: known failures are not held against the work',
      'what commands of the models did outside their worktree: they ran unsandboxed',
      'that your checkout is untouched: it was not compared',
    ]);
  });

  it('is the work of a model that reviewed itself', () => {
    const self = withCheck(check(), 'judge');
    expect(why(self)).toEqual(['c1 by a second model: its reviewer is the model that wrote it']);
  });
});

describe('the text', () => {
  it('keeps what was checked apart from what is claimed', () => {
    expect(text(whole)).toMatchInlineSnapshot(`
      "Keep comments in the parser: done: 2 landed
      run 7f3a · orchestrate/7f3a · 00000000..44444444 · 32.0 s · $0.43 + 1 call of unknown price
      checked: run by this program on that very commit; claimed: the words of the coder

      Checkpoints
      [x] c1 Read comment lines · landed 11111111
          checked   green: npm test: exit 0 · 41 tests passed · 3.1 s, on 11111111
          reviewed  accepted by judge, criteria met: 1 of 1, on 11111111
                    does what it should
          claimed   Comments are kept now
          attempts  a1 landed · small, judge · 7.0 s · $0.03
      [x] c2 Write comments back · landed 44444444
          checked   green: npm test: exit 0 · 43 tests passed · 3.1 s, on 44444444
          reviewed  accepted by judge, criteria met: 1 of 1, on 44444444
                    does what it should
          claimed   Comments are kept now
          attempts  a1 refused: npm test: exit 1 · 2 of 41 tests failed · 3.1 s · small · 3.0 s · cost unknown
                    a2 sent back: the order is lost · small, judge · 6.0 s · $0.03
                       noticed test-changed: test/write.test.ts:4 an existing test changed
                       blocking src/parse.ts:30 sorts the comments → keep their order
                       note README.md says nothing of comments
                    a3 landed · large, judge · 7.0 s · $0.32

      The whole
          before    green: npm test: exit 0 · 41 tests passed · 3.1 s, on 00000000
          final     green: npm test: exit 0 · 43 tests passed · 3.1 s, on 44444444

      Requirements
        R1 met · Comments survive a round trip
          c1        npm test: exit 0 · 41 tests passed · 3.1 s, on 11111111
                    Read comment lines holds: parse.ts:12
          c2        npm test: exit 0 · 43 tests passed · 3.1 s, on 44444444
                    Write comments back holds: parse.ts:12
        R2 met · The format is written down
          c2        npm test: exit 0 · 43 tests passed · 3.1 s, on 44444444
                    Write comments back holds: parse.ts:12

      Spent
        planner judge   1 call · 4.0k tokens in (1.0k cached), 500 out · $0.05
        coder small     3 calls · 12.0k tokens in (3.0k cached), 1.5k out · $0.02 + 1 call of unknown price
        reviewer judge  3 calls · 12.0k tokens in (3.0k cached), 1.5k out · $0.06
        coder large     1 call · 4.0k tokens in (1.0k cached), 500 out · $0.30
        total           8 calls · 32.0k tokens in (8.0k cached), 4.0k out · $0.43 + 1 call of unknown price

      Your checkout
        unchanged: files, index, stash, branches and config are as they were

      Going on
        the commits are on orchestrate/7f3a only: nothing was merged or pushed
        git log --oneline 00000000..orchestrate/7f3a  lists the new commits
        orchestrate show c1                           shows its diff, check and verdict
        orchestrate apply 7f3a                        merges the branch into the one you are on
        records: /state/runs/7f3a"
    `);
  });

  it('of a run that needs a person says what, and how to go on', () => {
    const events: Event[] = [
      ...submitted,
      ran('c1.a1', sha('1'), red('reads a comment')),
      { type: 'run.paused', reason: 'limit', detail: 'the budget of $2 is spent' },
    ];
    expect(text(events, { records: null, userTree: ['index: src/a.ts', 'branch: main'] }))
      .toMatchInlineSnapshot(`
      "Keep comments in the parser: paused (limit): the budget of $2 is spent
      run 7f3a · orchestrate/7f3a · 00000000..00000000 · 8.0 s · $0.06
      checked: run by this program on that very commit; claimed: the words of the coder

      Checkpoints
      [ ] c1 Read comment lines · open
          checked   red: npm test: exit 1 · 1 of 41 tests failed · 3.1 s, on 11111111
                    fails: reads a comment
          reviewed  no verdict
          claimed   Comments are kept now
          attempts  a1 refused: npm test: exit 1 · 1 of 41 tests failed · 3.1 s · small · 3.0 s · $0.01
          kept      the work so far, as commit 11111111
      [ ] c2 Write comments back · open
          checked   no check ran
          reviewed  no verdict

      The whole
          before    green: npm test: exit 0 · 41 tests passed · 3.1 s, on 00000000
          final     did not run

      Requirements
        R1 open · Comments survive a round trip
          c1        no evidence yet
          c2        no evidence yet
        R2 open · The format is written down
          c2        no evidence yet

      Not verified
        - the branch as a whole: the final check has not run

      Spent
        planner judge  1 call · 4.0k tokens in (1.0k cached), 500 out · $0.05
        coder small    1 call · 4.0k tokens in (1.0k cached), 500 out · $0.01
        total          2 calls · 8.0k tokens in (2.0k cached), 1.0k out · $0.06

      Your checkout
        differs from the start:
        - index: src/a.ts
        - branch: main

      Going on
        no commit was made
        orchestrate resume 7f3a  goes on"
    `);
  });

  it('lets nothing of what models wrote act on a terminal', () => {
    const nasty = '\u001b]0;x\u0007\u202eevil\u001b[2J';
    const events = [...coding, failure({ detail: nasty }), submit('c1.a2', sha('2'))].slice(0, -1);
    expect(text(events, { records: nasty, userTree: [nasty] })).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u);
    expect(text(events)).toContain('evil');
  });
});
