import { describe, expect, it } from 'vitest';
import { beat, lineOf, loud, overhear, tell, tellAll, untold } from '../../src/view/lines.ts';
import type { Said } from '../../src/view/said.ts';
import { plain } from '../../src/view/row.ts';
import type { Entry } from '../../src/view/watch.ts';
import {
  T0,
  baseline,
  begin,
  called,
  checkpoint,
  opening,
  planned,
  ran,
  red,
  sha,
  smooth,
  started,
  submit,
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

  it('comes sooner where a provider is waited for, and names it', () => {
    const live = { role: 'coder', attempt: 'c1.a1', kind: 'wait', text: 'retry of small, 8 s' } as const;
    expect(beat(overhear(coding, live), at(18))).toBeUndefined();
    expect(plain(lineOf(beat(overhear(coding, live), at(19))?.said ?? fail()))).toContain(
      'c1.a1 coding (retry of small, 8 s) for 15.0 s',
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
  const events = many.flatMap((c, i) => smooth(`${c.id}.a1`, sha('1'), c.title, sha(i === 0 ? '0' : '1')));
  const telling = tellAll(timed([started(), baseline(), planned(many), ...events]));
  expect(telling.lately.length).toBe(100);
  expect(plain(telling.lately.at(-1)?.row ?? [])).toContain('60 of 60 landed');
});
