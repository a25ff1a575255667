import { describe, expect, it } from 'vitest';
import type { Event } from '../../src/domain/event.ts';
import { lineOf, tell, tellAll } from '../../src/view/lines.ts';
import { plain } from '../../src/view/row.ts';
import {
  PARSE,
  WRITE,
  accept,
  asked,
  baseline,
  begin,
  called,
  check,
  checkpoint,
  guarded,
  planned,
  ran,
  rebased,
  red,
  review,
  sha,
  smooth,
  started,
  submit,
  tests,
  timed,
} from './story.ts';

/** What the last event of a run is told as, without the time. */
function last(...events: Event[]): string[] {
  const entries = timed(events);
  const [event] = entries.slice(-1);
  const { said } = event ? tell(tellAll(entries.slice(0, -1)), event) : { said: [] };
  return said.map((s) => plain(lineOf(s)).slice(7));
}

describe('what an event is told as', () => {
  const working = [started(), baseline(), planned([PARSE])];
  const checked = [...working, begin('c1.a1'), submit('c1.a1', sha('1')), ran('c1.a1', sha('1'))];

  it('says aloud what is not verified or confined', () => {
    expect(last(started({ sandbox: 'off' }))).toEqual([
      'run     Keep comments in the parser · run 7f3a · branch orchestrate/7f3a · base 00000000',
      'run     unsandboxed: commands of the models run with your rights',
    ]);
    expect(last(started(), baseline(check({ status: 'none', command: '' })))).toEqual([
      'base    no check is configured: nothing will be verified by running it',
    ]);
    expect(last(started(), baseline(red('old')))).toEqual([
      'base    red before any change: npm test: exit 1 · 1 of 41 tests failed · 3.1 s',
    ]);
  });

  it('tells what a person says, and what comes of it', () => {
    const coding = [...working, begin('c1.a1')];
    const told = (whom: string | null): Event => ({ type: 'run.told', checkpoint: whom, text: 'be brief' });
    expect(last(...coding, told('c1'))).toEqual(['c1      you say: be brief']);
    expect(last(...coding, told(null))).toEqual(['run     you say to all: be brief']);
    const skipped: Event = { type: 'checkpoint.skipped', checkpoint: 'c1' };
    expect(last(...coding, skipped)).toEqual(['c1      set aside by you']);
    const stopped = (commit: string | null): Event => ({ type: 'attempt.stopped', attempt: 'c1.a1', commit });
    expect(last(...coding, skipped, stopped(sha('5')))).toEqual([
      'c1.a1   left off; its work is kept as 55555555',
    ]);
    expect(last(...coding, skipped, stopped(null))).toEqual(['c1.a1   left off']);
    expect(last(...coding, { type: 'checkpoint.retried', checkpoint: 'c1' })).toEqual([
      'c1      begins anew, as you wanted',
    ]);
    const over: Event = { type: 'run.ended', outcome: 'blocked', detail: 'c1 blocked' };
    expect(last(...working, over, { type: 'run.reopened' })).toEqual([
      'run     taken up again after its end',
    ]);
  });

  it('measures a check by the commit below it', () => {
    const mended = [
      started(),
      baseline(red('old')),
      planned([PARSE, WRITE]),
      ...smooth('c1.a1', sha('1'), PARSE.title),
    ];
    const broken = [...mended, begin('c2.a1', 'small', sha('1')), submit('c2.a1', sha('2'))];
    expect(last(...broken, ran('c2.a1', sha('2'), red('old')))[0]).toContain('check red');
  });

  it('tells of uncommitted changes', () => {
    const first = started();
    const dirty = first.type === 'run.started' ? { ...first, dirty: 'left' as const } : first;
    expect(last(dirty)[1]).toBe('run     your uncommitted changes are not part of the base');
  });

  it.each([
    [check({ status: 'no_tests' }), 'check red: npm test: exit 0, but no test ran · 3.1 s'],
    [
      check({ status: 'timeout', exitCode: null }),
      'check red: npm test: did not end in time · 41 tests passed · 3.1 s',
    ],
    [
      check({ status: 'killed', exitCode: null, signal: 'SIGKILL' }),
      'check red: npm test: killed by SIGKILL · 41 tests passed · 3.1 s',
    ],
  ])('tells kinds of red apart', (result, line) => {
    expect(
      last(...working, begin('c1.a1'), submit('c1.a1', sha('1')), ran('c1.a1', sha('1'), result)),
    ).toEqual([`c1.a1   ${line}`]);
  });

  it('calls a check without evidence what it is', () => {
    const silent = check({ status: 'no_evidence' });
    const { tests: _, ...bare } = silent;
    expect(last(...working, begin('c1.a1'), submit('c1.a1', sha('1')), ran('c1.a1', sha('1'), bare))).toEqual(
      ['c1.a1   not verified: npm test: exit 0 without a word: no evidence · 3.1 s'],
    );
  });

  it('tells known failures from new ones', () => {
    const known = [
      started(),
      baseline(red('old')),
      planned([PARSE]),
      begin('c1.a1'),
      submit('c1.a1', sha('1')),
    ];
    expect(last(...known, ran('c1.a1', sha('1'), red('old')))[0]).toMatch(
      /^c1\.a1 {3}check: only known failures: /,
    );
    expect(last(...known, ran('c1.a1', sha('1'), red('new')))[0]).toMatch(/^c1\.a1 {3}check red: .*: new$/);
  });

  it('says nothing of an ordinary call, but of another model in its place and of remarks', () => {
    const calls = [...working, begin('c1.a1'), called('coder', 'c1.a1', 'small')];
    expect(last(...calls)).toEqual([]);
    expect(last(...calls, called('coder', 'c1.a1', 'small-2'))).toEqual([
      'c1.a1   another model answers as coder: small-2 instead of small',
    ]);
    expect(last(...calls, called('reviewer', 'c1.a1', 'judge'))).toEqual([]);
    const remarked = { ...called('coder', 'c1.a1', 'small'), remarks: ['temperature refused, sent without'] };
    expect(last(...calls, remarked as Event)).toEqual(['c1.a1   small: temperature refused, sent without']);
  });

  it('tells a refusal with every objection to the verdict', () => {
    const reviewing = [...checked, guarded('c1.a1', sha('1'))];
    const unproved = {
      ...accept('x'),
      criteria: [{ criterion: 'Read comment lines holds', met: true, evidence: ' ' }],
    };
    expect(last(...reviewing, review('c1.a1', sha('1'), unproved))[0]).toMatch(
      /^c1\.a1 {3}sent back: no evidence: Read comment lines holds · judge/,
    );
    const rejected = { ...accept('x'), decision: 'reject' as const, reason: 'wrong way' };
    expect(last(...reviewing, review('c1.a1', sha('1'), rejected))[0]).toMatch(
      /^c1\.a1 {3}rejected: wrong way/,
    );
    expect(
      last(...reviewing, { type: 'review.unavailable', attempt: 'c1.a1', commit: sha('1'), reason: 'prose' }),
    ).toEqual(['c1.a1   no verdict: prose']);
  });

  it('tells what the guard forbids apart from what it points out', () => {
    const finding = { rule: 'protected', file: '.ci/run', detail: 'is protected' };
    const lines = last(
      ...checked,
      guarded('c1.a1', sha('1'), [
        { ...finding, level: 'forbidden' },
        { ...finding, level: 'shown', line: 3 },
      ]),
    );
    expect(lines).toEqual([
      'c1.a1   guard forbids protected: .ci/run is protected',
      'c1.a1   guard points out protected: .ci/run:3 is protected',
    ]);
  });

  it('tells edges that were added to a plan, and why', () => {
    const plan = planned([PARSE, checkpoint('c2', 'Write comments back', { after: ['c1'] })]);
    const edges = [{ from: 'c1', to: 'c2', because: 'both change src/parse.ts' }];
    const lines = last(
      started(),
      baseline(),
      plan.type === 'plan.made' ? { ...plan, by: 'person', edges } : plan,
    );
    expect(lines[0]).toBe('plan    2 checkpoints, edited by you');
    expect(lines.at(-1)).toBe('c2      waits for c1: both change src/parse.ts');
  });

  it('tells what is remarkable of a plan, also where only trouble is asked for', () => {
    const plan = planned([PARSE]);
    const remarks = ['c1 is the whole of a large spec'];
    const made = plan.type === 'plan.made' ? { ...plan, remarks } : plan;
    expect(last(started(), baseline(), made).at(-1)).toMatch(
      /a large step: c1 is the whole of a large spec$/,
    );
  });

  it('tells a check that could not run from one that failed', () => {
    const broken = check({ status: 'environment', exitCode: 127, tests: tests(0, []) });
    expect(last(started(), baseline(broken))[0]).toMatch(
      /^base {4}cannot be checked: npm test: could not run/,
    );
  });

  it('tells approvals and what a rebase means', () => {
    const waiting = [
      started({ approve: 'checkpoint' }),
      baseline(),
      planned([PARSE]),
      begin('c1.a1'),
      submit('c1.a1', sha('1')),
      ran('c1.a1', sha('1')),
      guarded('c1.a1', sha('1')),
      review('c1.a1', sha('1'), accept('Read comment lines holds')),
    ];
    const approved: Event = { type: 'checkpoint.approved', checkpoint: 'c1' };
    expect(last(...waiting, approved)).toEqual(['c1      approved by you']);
    expect(last(...waiting, approved, rebased('c1.a1', 'same'))).toEqual([
      'c1.a1   rebased onto 77777777 as 88888888',
    ]);
    expect(last(...waiting, approved, rebased('c1.a1', 'other'))).toEqual([
      'c1.a1   rebased onto 77777777 as 88888888; its change differs now, so it is reviewed again',
    ]);
    expect(
      last(started({ approve: 'plan' }), baseline(), planned([PARSE]), { type: 'plan.approved' }),
    ).toEqual(['run     the plan is approved']);
  });

  it('tells questions, failures, answers and pauses', () => {
    const coding = [...working, begin('c1.a1'), called('coder', 'c1.a1', 'small')];
    const question = asked('c1.a1', 'Which format?');
    expect(last(...coding, question)).toEqual(['c1.a1   question: Which format? · small · 1 call · $0.01']);
    expect(last(...coding, question, { type: 'question.answered', checkpoint: 'c1', text: 'INI' })).toEqual([
      'c1      answered: INI',
    ]);
    expect(
      last(...coding, {
        type: 'attempt.failed',
        attempt: 'c1.a1',
        failure: 'no_change',
        detail: 'it said done',
        commit: null,
      }),
    ).toEqual(['c1.a1   changed nothing: it said done · small · 1 call · $0.01']);
    expect(
      last(...coding, { type: 'run.paused', reason: 'limit', detail: 'the budget of $1 is spent' }),
    ).toEqual(['run     paused (limit): the budget of $1 is spent · 0 of 1 landed · $0.01 · 5.0 s']);
  });
});
