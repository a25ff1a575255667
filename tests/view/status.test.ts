import { describe, expect, it } from 'vitest';
import type { Event } from '../../src/domain/event.ts';
import { reportFacts } from '../../src/view/facts.ts';
import { tellAll } from '../../src/view/lines.ts';
import { plain, type Row } from '../../src/view/row.ts';
import { renderLog, renderShow, renderStatus } from '../../src/view/status.ts';
import { begin, check, opening, PARSE, ran, sha, smooth, submit, T0, tests, timed, whole } from './story.ts';

const text = (rows: readonly Row[]): string => rows.map(plain).join('\n');
const half = [...opening, ...smooth('c1.a1', sha('1'), PARSE.title), begin('c2.a1', 'small', sha('1'))];
const status = (events: readonly Event[], running: boolean): string =>
  text(
    renderStatus(tellAll(timed(events)), { now: T0 + 60_000, width: 80, running, records: '/state/7f3a' }),
  );

describe('status', () => {
  it('of a run at work shows the list and the workers', () => {
    expect(status(half, true)).toMatchInlineSnapshot(`
      "Keep comments in the parser                                     orchestrate/7f3a
      █████░░░░░ 1 of 2 landed · 01:00 · $0.08 of $2.00

      [x] c1 Read comment lines                                        landed 11111111
      [>] c2 Write comments back                                                coding

      c2.a1   small            coding                                  00:48     $0.00

      00:06  c1.a1   submitted 11111111, 1 file: Comments are kept now · small · 1 call · $0.01
      00:07  c1.a1   check green: npm test: exit 0 · 41 tests passed · 3.1 s
      00:10  c1.a1   accepted: does what it should · judge · $0.03
      00:11  c1.a1   landed as 11111111: Read comment lines · 1 of 2 landed · $0.08 of $2.00
      00:12  c2.a1   started on small: Write comments back

      records: /state/7f3a"
    `);
  });

  it('of a run that nobody works on any more says so, and how to go on', () => {
    const shown = status(half, false);
    expect(shown).toContain('not running: it was cut off');
    expect(shown).toMatch(/orchestrate resume 7f3a +goes on where it stopped/);
    expect(shown).not.toContain('00:48');
  });

  it('of a run that is over does not ask to resume it', () => {
    const shown = status(whole, false);
    expect(shown).toContain('done: 2 landed');
    expect(shown).toContain('orchestrate apply 7f3a');
    expect(shown).not.toMatch(/resume|not running/);
  });
});

it('logs everything that was told, without a bound', () => {
  const lines = renderLog(timed(whole)).map(plain);
  expect(lines.length).toBe(25);
  expect(lines.at(-1)).toMatch(/^00:32 {2}run {5}done: 2 landed/);
});

const c2 = (events: readonly Event[]) => {
  const facts = reportFacts(timed(events), { records: null, userTree: null }).checkpoints[1];
  if (!facts) {
    throw new Error('there is no second checkpoint');
  }
  return facts;
};

describe('show', () => {
  const DIFF = 'diff --git a/p b/p\n--- a/p\n+++ b/p\n@@ -1 +1 @@\n-old\u001b[2J\n+new\n same\n';

  it('has the check, the verdict with its criteria, and the diff in colours', () => {
    const rows = renderShow(c2(whole), DIFF);
    expect(text(rows)).toContain('accepted by judge, criteria met: 1 of 1, on 44444444');
    expect(text(rows)).toContain('met Write comments back holds (parse.ts:12)');
    expect(rows.slice(-5).map((line) => line.map((span) => span.tone))).toEqual([
      ['strong'],
      ['accent'],
      ['bad'],
      ['good'],
      [undefined],
    ]);
    expect(text(rows)).not.toMatch(/[^\n\P{Cc}]/u);
  });

  it('has the output of a check that is not green', () => {
    const failed = check({
      status: 'failed',
      exitCode: 1,
      tests: tests(41, ['writes a comment']),
      tail: 'expected 1\n  got 2\n',
    });
    const shown = text(
      renderShow(c2([...half, submit('c2.a1', sha('2')), ran('c2.a1', sha('2'), failed)]), ''),
    );
    expect(shown).toContain('fails: writes a comment');
    expect(shown).toContain('Output of the check\n  expected 1\n    got 2');
    expect(shown).toContain('no change');
  });
});
