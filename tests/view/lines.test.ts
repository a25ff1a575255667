import { describe, expect, it } from 'vitest';
import type { Event } from '../../src/domain/event.ts';
import { beat, lineOf, loud, overhear, tell, tellAll, untold } from '../../src/view/lines.ts';
import type { Said } from '../../src/view/narrate.ts';
import { plain } from '../../src/view/row.ts';
import type { Entry } from '../../src/view/watch.ts';
import {
  accept,
  asked,
  baseline,
  begin,
  called,
  check,
  checkpoint,
  guarded,
  opening,
  PARSE,
  planned,
  ran,
  red,
  review,
  sha,
  smooth,
  started,
  submit,
  T0,
  timed,
  whole,
} from './story.ts';

function said(entries: readonly Entry[], wanted: (s: Said) => boolean = () => true): string[] {
  let telling = untold;
  return entries.flatMap((entry) => {
    const next = tell(telling, entry);
    ({ telling } = next);
    return next.said.filter(wanted).map((s) => plain(lineOf(s)));
  });
}

/** What the last event of a run is told as, without the time. */
const last = (...events: Event[]): string[] => {
  const entries = timed(events);
  const clock = said(entries.slice(0, -1)).length;
  return said(entries)
    .slice(clock)
    .map((line) => line.slice(7));
};

describe('a whole run', () => {
  it('is told in one line for each thing that a person cares about', () => {
    expect(said(timed(whole))).toMatchInlineSnapshot(`
      [
        "00:00  run     Keep comments in the parser · run 7f3a · branch orchestrate/7f3a · base 00000000",
        "00:01  base    before any change: npm test: exit 0 · 41 tests passed · 3.1 s",
        "00:03  plan    2 checkpoints, by the planner · $0.05",
        "00:03  c1      Read comment lines (easy)",
        "00:03  c2      Write comments back (medium, after c1)",
        "00:04  c1.a1   started on small: Read comment lines",
        "00:06  c1.a1   submitted 11111111, 1 file: Comments are kept now · small · 1 call · $0.01",
        "00:07  c1.a1   check green: npm test: exit 0 · 41 tests passed · 3.1 s",
        "00:10  c1.a1   accepted: does what it should · judge · $0.03",
        "00:11  c1.a1   landed as 11111111: Read comment lines · 1 of 2 landed · $0.08 of $2.00",
        "00:12  c2.a1   started on small: Write comments back",
        "00:14  c2.a1   submitted 22222222, 1 file: Comments are kept now · small · 1 call · cost unknown",
        "00:15  c2.a1   check red: npm test: exit 1 · 2 of 41 tests failed · 3.1 s: writes a comment, keeps order",
        "00:16  c2.a2   started on small: Write comments back",
        "00:18  c2.a2   submitted 33333333, 1 file: Comments are kept now · small · 1 call · $0.01",
        "00:19  c2.a2   check green: npm test: exit 0 · 41 tests passed · 3.1 s",
        "00:20  c2.a2   guard points out test-changed: test/write.test.ts:4 an existing test changed",
        "00:22  c2.a2   sent back: the order is lost · judge · $0.03",
        "00:23  c2.a3   started on large: Write comments back",
        "00:25  c2.a3   submitted 44444444, 1 file: Comments are kept now · large · 1 call · $0.30",
        "00:26  c2.a3   check green: npm test: exit 0 · 43 tests passed · 3.1 s",
        "00:29  c2.a3   accepted: does what it should · judge · $0.32",
        "00:30  c2.a3   landed as 44444444: Write comments back · 2 of 2 landed · $0.43 of $2.00 + 1 call of unknown price",
        "00:31  final   check green: npm test: exit 0 · 43 tests passed · 3.1 s",
        "00:32  run     done: 2 landed · $0.43 of $2.00 + 1 call of unknown price · 32.0 s",
      ]
    `);
  });

  it('is told under --quiet as its trouble and its end', () => {
    expect(said(timed(whole), loud)).toMatchInlineSnapshot(`
      [
        "00:15  c2.a1   check red: npm test: exit 1 · 2 of 41 tests failed · 3.1 s: writes a comment, keeps order",
        "00:22  c2.a2   sent back: the order is lost · judge · $0.03",
        "00:32  run     done: 2 landed · $0.43 of $2.00 + 1 call of unknown price · 32.0 s",
      ]
    `);
  });

  it('moves no cursor and rings no bell, whatever the models say', () => {
    const nasty = '\u001b[2J\u001b]0;x\u0007\u202e\r\nfaked line';
    const lines = said(
      timed([
        started({}, nasty),
        baseline(),
        planned([checkpoint('c1', `title${nasty}`)]),
        begin('c1.a1', nasty),
        submit('c1.a1', sha('1')),
        ran('c1.a1', sha('1'), red(nasty)),
        { type: 'checkpoint.blocked', checkpoint: 'c1', reason: nasty },
      ]),
    );
    expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(lines.filter((line) => line.includes('faked line')).length).toBeGreaterThan(3);
    expect(lines.every((line) => /^\d\d:\d\d {2}/.test(line))).toBe(true);
  });
});

describe('single events', () => {
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

describe('time', () => {
  it('leaves out what the run lay still, paused or after a crash', () => {
    const entries = timed([
      [0, started()],
      [10, { type: 'run.paused', reason: 'person', detail: 'x' }],
      [3610, { type: 'run.resumed', budget: null, minutes: null }],
      [3620, baseline()],
    ]);
    expect(said(entries).map((line) => line.slice(0, 5))).toEqual(['00:00', '00:10', '00:10', '00:20']);
  });
});

const at = (second: number): number => T0 + second * 1000;

describe('the heartbeat', () => {
  const coding = tellAll(timed([...opening, begin('c1.a1'), called('coder', 'c1.a1', 'small')]));

  it('comes once nothing was said for a minute, and not before', () => {
    expect(beat(coding, at(63))).toBeUndefined();
    const sign = beat(coding, at(64));
    expect(plain(lineOf(sign?.said ?? fail()))).toBe(
      '01:04  run     at work: c1.a1 coding for 1m 00s · 0 of 2 landed · $0.06 of $2.00',
    );
    expect(beat(sign?.telling ?? coding, at(100))).toBeUndefined();
    expect(beat(sign?.telling ?? coding, at(124))).toBeDefined();
  });

  it('tells what is running at this moment', () => {
    const live = { role: 'coder', attempt: 'c1.a1', kind: 'tool', text: 'bash npm test' } as const;
    expect(plain(lineOf(beat(overhear(coding, live), at(70))?.said ?? fail()))).toContain(
      'c1.a1 coding (bash npm test) for 1m 06s',
    );
  });

  it('does not beat for a run that has not begun, waits or is over', () => {
    expect(beat(untold, at(500))).toBeUndefined();
    expect(beat(tellAll(timed(whole)), at(500))).toBeUndefined();
    const paused = tellAll(timed([...opening, { type: 'run.paused', reason: 'person', detail: 'x' }]));
    expect(beat(paused, at(500))).toBeUndefined();
  });

  it('says what the run itself is at before there is a plan', () => {
    expect(plain(lineOf(beat(tellAll(timed([started()])), at(60))?.said ?? fail()))).toContain(
      'at work: base being checked for 1m 00s',
    );
  });
});

const fail = (): never => {
  throw new Error('nothing was said');
};

it('keeps the last lines only, however long the run', () => {
  const many = Array.from({ length: 60 }, (_, i) => checkpoint(`c${String(i + 1)}`, 'one'));
  const events = many.flatMap((c, i) => smooth(`c${String(i + 1)}.a1`, sha('1'), c.title));
  const telling = tellAll(timed([started(), baseline(), planned(many), ...events]));
  expect(telling.lately.length).toBe(100);
  expect(plain(telling.lately.at(-1)?.row ?? [])).toContain('60 of 60 landed');
});
