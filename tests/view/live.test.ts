import { describe, expect, it } from 'vitest';
import type { Event } from '../../src/domain/event.ts';
import { overhear, tell, tellAll, type Telling } from '../../src/view/lines.ts';
import { frame } from '../../src/view/live.ts';
import { plain, widthOf } from '../../src/view/row.ts';
import {
  accept,
  asked,
  baseline,
  begin,
  called,
  checkpoint,
  guarded,
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

const at = (second: number): number => T0 + second * 1000;
const text = (telling: Telling, width: number, height: number, now = at(75)): string =>
  frame(telling, { width, height, now }).map(plain).join('\n');

/** Six checkpoints in every state that there is. */
const busy = (): Telling => {
  const plan = [
    checkpoint('c1', 'Read comment lines'),
    checkpoint('c2', 'Write comments back', { after: ['c1'] }),
    checkpoint('c3', 'Describe the format in the manual, with an example for each kind of comment there is'),
    checkpoint('c4', 'Warn of comments in the middle of a value'),
    checkpoint('c5', 'コメントを日本語で書けるようにする', { after: ['c2', 'c3'] }),
    checkpoint('c6', 'Migrate the old files', { after: ['c4'] }),
  ];
  const events: Event[] = [
    started({ budget: 2, sandbox: 'off' }),
    baseline(),
    called('planner', null, 'judge', 0.05),
    planned(plan),
    ...smooth('c1.a1', sha('1'), 'Read comment lines'),
    begin('c2.a1', 'small', sha('1')),
    begin('c3.a1', 'small', sha('1')),
    begin('c4.a1', 'small', sha('1')),
    called('coder', 'c2.a1', 'small'),
    submit('c2.a1', sha('2')),
    called('coder', 'c3.a1', 'small', null),
    ran('c2.a1', sha('2'), red('writes a comment')),
    submit('c3.a1', sha('3')),
    ran('c3.a1', sha('3')),
    guarded('c3.a1', sha('3')),
    begin('c2.a2', 'large-with-quite-a-long-name', sha('1')),
    asked('c4.a1', 'Is a hash in quotes a comment?'),
  ];
  const telling = overhear(tellAll(timed(events)), {
    role: 'coder',
    attempt: 'c2.a2',
    kind: 'tool',
    text: 'bash npm test -- --reporter=dot',
  });
  return overhear(telling, {
    role: 'reviewer',
    attempt: 'c3.a1',
    kind: 'text',
    text: 'First line\nThe manual now says what',
  });
};

describe('a frame', () => {
  it('of a busy run at 80 by 24', () => {
    expect(text(busy(), 80, 24)).toMatchInlineSnapshot(`
      " Keep comments in the parser                                   orchestrate/7f3a
       ██░░░░░░░░ 1 of 6 landed · 01:15 · unsandboxed · $0.09 of $2.00 + 1 call of u…
       c4 asks you
       
       [x] c1 Read comment lines                                      landed 11111111
       [>] c2 Write comments back                                   coding, attempt 2
       [>] c3 Describe the format in the manual, with an example for each … in review
       [?] c4 Warn of comments in the middle… asks you: Is a hash in quotes a commen…
       [ ] c5 コメントを日本語で書けるようにする                         after c2, c3
       [ ] c6 Migrate the old files                                          after c4
       
       c2.a2   large-with-qui… coding: bash npm test -- --reporte…    00:53     $0.00
       c3.a1                   in review: The manual now says what    00:54        $?
       
       00:11  c1.a1   landed as 11111111: Read comment lines · 1 of 6 landed · $0.08…
       00:12  c2.a1   started on small: Write comments back
       00:13  c3.a1   started on small: Describe the format in the manual, with an e…
       00:14  c4.a1   started on small: Warn of comments in the middle of a value
       00:16  c2.a1   submitted 22222222, 1 file: Comments are kept now · small · 1 …
       00:18  c2.a1   check red: npm test: exit 1 · 1 of 41 tests failed · 3.1 s: wr…
       00:19  c3.a1   submitted 33333333, 1 file: Comments are kept now · small · 1 …
       00:20  c3.a1   check green: npm test: exit 0 · 41 tests passed · 3.1 s
       00:22  c2.a2   started on large-with-quite-a-long-name: Write comments back
       00:23  c4.a1   question: Is a hash in quotes a comment?"
    `);
  });

  it('of the same run at 200 by 50', () => {
    expect(text(busy(), 200, 50)).toMatchInlineSnapshot(`
      " Keep comments in the parser                                                                             orchestrate/7f3a
       ██░░░░░░░░ 1 of 6 landed · 01:15 · unsandboxed · $0.09 of $2.00 + 1 call of unknown price
       c4 asks you
       
       [x] c1 Read comment lines                                                                                landed 11111111
       [>] c2 Write comments back                                                                             coding, attempt 2
       [>] c3 Describe the format in the manual, with an example for each kind of comment there is                    in review
       [?] c4 Warn of comments in the middle of a value                                asks you: Is a hash in quotes a comment?
       [ ] c5 コメントを日本語で書けるようにする                                                                   after c2, c3
       [ ] c6 Migrate the old files                                                                                    after c4
       
       c2.a2   large-with-quite-a-long… coding: bash npm test -- --reporter=dot                                 00:53     $0.00
       c3.a1                            in review: The manual now says what                                     00:54        $?
       
       00:00  run     Keep comments in the parser · run 7f3a · branch orchestrate/7f3a · base 00000000
       00:00  run     unsandboxed: commands of the models run with your rights
       00:01  base    before any change: npm test: exit 0 · 41 tests passed · 3.1 s
       00:03  plan    6 checkpoints, by the planner · $0.05
       00:03  c1      Read comment lines (medium)
       00:03  c2      Write comments back (medium, after c1)
       00:03  c3      Describe the format in the manual, with an example for each kind of comment there is (medium)
       00:03  c4      Warn of comments in the middle of a value (medium)
       00:03  c5      コメントを日本語で書けるようにする (medium, after c2, c3)
       00:03  c6      Migrate the old files (medium, after c4)
       00:04  c1.a1   started on small: Read comment lines
       00:06  c1.a1   submitted 11111111, 1 file: Comments are kept now · small · 1 call · $0.01
       00:07  c1.a1   check green: npm test: exit 0 · 41 tests passed · 3.1 s
       00:10  c1.a1   accepted: does what it should · judge · $0.03
       00:11  c1.a1   landed as 11111111: Read comment lines · 1 of 6 landed · $0.08 of $2.00
       00:12  c2.a1   started on small: Write comments back
       00:13  c3.a1   started on small: Describe the format in the manual, with an example for each kind of comment there is
       00:14  c4.a1   started on small: Warn of comments in the middle of a value
       00:16  c2.a1   submitted 22222222, 1 file: Comments are kept now · small · 1 call · $0.01
       00:18  c2.a1   check red: npm test: exit 1 · 1 of 41 tests failed · 3.1 s: writes a comment
       00:19  c3.a1   submitted 33333333, 1 file: Comments are kept now · small · 1 call · cost unknown
       00:20  c3.a1   check green: npm test: exit 0 · 41 tests passed · 3.1 s
       00:22  c2.a2   started on large-with-quite-a-long-name: Write comments back
       00:23  c4.a1   question: Is a hash in quotes a comment?"
    `);
  });

  it('of a run that is over tells its end, and no more time passes', () => {
    const over = tellAll(timed(whole));
    expect(text(over, 80, 24, at(9999)).split('\n').slice(0, 6)).toMatchInlineSnapshot(`
      [
        " Keep comments in the parser                                   orchestrate/7f3a",
        " ██████████ 2 of 2 landed · 00:32 · $0.43 of $2.00 + 1 call of unknown price",
        " done: 2 landed",
        " ",
        " [x] c1 Read comment lines                                      landed 11111111",
        " [x] c2 Write comments back                                     landed 44444444",
      ]
    `);
  });

  it('of a paused run says what it waits for', () => {
    const paused = tellAll(
      timed([started(), baseline(), { type: 'run.paused', reason: 'person', detail: 'the plan waits' }]),
    );
    expect(text(paused, 80, 24)).toContain('paused: the plan waits');
  });

  it('before the first event is there already', () => {
    const first = tellAll(timed([started()]));
    expect(text(first, 80, 24)).toContain('base    ');
    expect(text(first, 80, 24)).toContain('being checked');
  });

  it.each([
    [80, 24],
    [200, 50],
    [60, 12],
    [40, 10],
    [20, 5],
    [10, 3],
    [1, 1],
  ])('fits into %i by %i', (width, height) => {
    const rows = frame(busy(), { width, height, now: at(75) });
    expect(rows.length).toBeLessThanOrEqual(height);
    expect(rows.filter((line) => widthOf(line) > width)).toEqual([]);
  });

  it('always holds the newest line where there is room for any', () => {
    expect(text(busy(), 80, 24).split('\n').at(-1)).toContain('question: Is a hash in quotes a comment?');
    expect(text(busy(), 80, 18).split('\n').at(-1)).toContain('question: Is a hash in quotes a comment?');
  });

  it('of a long plan keeps what moves and what waits for a person', () => {
    const plan = Array.from({ length: 40 }, (_, i) =>
      checkpoint(`c${String(i + 1)}`, `Part ${String(i + 1)}`),
    );
    const landed = plan
      .slice(0, 20)
      .flatMap((c, i) => smooth(`${c.id}.a1`, sha('1'), c.title, sha(i === 0 ? '0' : '1')));
    const events: Event[] = [
      started({ parallel: 30 }),
      baseline(),
      planned(plan),
      ...landed,
      begin('c30.a1'),
      { type: 'checkpoint.blocked', checkpoint: 'c40', reason: 'no attempt left' },
    ];
    const shown = text(tellAll(timed(events)), 80, 24);
    expect(shown).toContain('[>] c30 Part 30');
    expect(shown).toContain('[!] c40 Part 40');
    expect(shown).toMatch(/… and \d+ more, 20 of them landed/);
    expect(shown).toContain('20 of 40 landed');
  });

  it('of more workers than fit says how many there are', () => {
    const plan = Array.from({ length: 12 }, (_, i) => checkpoint(`c${String(i + 1)}`, 'Part'));
    const events = [
      started({ parallel: 12 }),
      baseline(),
      planned(plan),
      ...plan.map((c) => begin(`${c.id}.a1`)),
    ];
    expect(text(tellAll(timed(events)), 80, 24)).toContain('… and 7 more at work');
  });

  it('lets nothing that models say move the cursor', () => {
    const telling = overhear(busy(), {
      role: 'coder',
      attempt: 'c2.a2',
      kind: 'text',
      text: '\u001b[2Jx\u202e\u0007y',
    });
    expect(text(telling, 80, 24)).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u);
    expect(text(telling, 80, 24)).toContain('coding: xy');
  });

  it('forgets what was heard once the work has moved on', () => {
    const events = [started(), baseline(), planned([checkpoint('c1', 'One')]), begin('c1.a1')];
    const live = { role: 'coder', attempt: 'c1.a1', kind: 'tool', text: 'bash make' } as const;
    const heard = overhear(tellAll(timed(events)), live);
    expect(text(heard, 80, 24)).toContain('coding: bash make');
    const [next] = timed([submit('c1.a1', sha('1'))]);
    expect(next && text(tell(heard, next).telling, 80, 24)).not.toContain('bash make');
  });
});

it('shows a sent back checkpoint as to be done again', () => {
  const events: Event[] = [
    started(),
    baseline(),
    planned([checkpoint('c1', 'One')]),
    begin('c1.a1'),
    submit('c1.a1', sha('1')),
    ran('c1.a1', sha('1')),
    guarded('c1.a1', sha('1')),
    review('c1.a1', sha('1'), { ...accept('One holds'), decision: 'revise', reason: 'no' }),
  ];
  expect(text(tellAll(timed(events)), 80, 24)).toMatch(/\[ \] c1 One +to do again/);
});
