import { describe, expect, it } from 'vitest';
import type { Event } from '../../src/domain/event.ts';
import { reportFacts, type Known } from '../../src/view/facts.ts';
import { Report } from '../../src/view/report.ts';
import { renderReport } from '../../src/view/report-text.ts';
import { plain } from '../../src/view/row.ts';
import { begin, called, check, opening, ran, red, sha, submit, timed, whole, withCheck } from './story.ts';

const KNOWN: Known = { records: '/state/runs/7f3a', userTree: [] };
const report = (events: readonly Event[], known = KNOWN): Report =>
  Report.parse(JSON.parse(JSON.stringify(reportFacts(timed(events), known))));
const text = (events: readonly Event[], known = KNOWN): string =>
  renderReport(report(events, known)).map(plain).join('\n');

const coding = [...opening, begin('c1.a1'), called('coder', 'c1.a1', 'small')];
const submitted = [...coding, submit('c1.a1', sha('1'))];
const failure = (change: Partial<Extract<Event, { type: 'attempt.failed' }>> = {}): Event => ({
  type: 'attempt.failed',
  attempt: 'c1.a1',
  failure: 'turns',
  detail: '40 turns',
  commit: null,
  ...change,
});

describe('the text', () => {
  it('keeps what was checked apart from what is claimed', () => {
    expect(text(whole)).toMatchInlineSnapshot(`
      "Keep comments in the parser: done: 2 landed
      run 7f3a · orchestrate/7f3a · 00000000..44444444 · 32.0 s · $0.43 + 1 call of unknown price
      checked: run by this program on exactly these files; claimed: the words of the coder

      Checkpoints
      [x] c1 Read comment lines · landed 11111111
          checked   green: npm test: exit 0 · 41 tests passed · 3.1 s, on 11111111
          reviewed  accepted by judge, criteria met: 1 of 1, on 11111111
                    does what it should
          claimed   Comments are kept now
          attempts  a1 landed · small, judge · 7.0 s · $0.03
                       small for easy work
      [x] c2 Write comments back · landed 44444444
          checked   green: npm test: exit 0 · 43 tests passed · 3.1 s, on 44444444
          reviewed  accepted by judge, criteria met: 1 of 1, on 44444444
                    does what it should
          claimed   Comments are kept now
          attempts  a1 refused: npm test: exit 1 · 2 of 41 tests failed · 3.1 s · small · 3.0 s · cost unknown
                       small for medium work
                    a2 sent back: the order is lost · small, judge · 6.0 s · $0.03
                       small again, after c2.a1 failed its check
                       noticed test-changed: test/write.test.ts:4 an existing test changed
                       blocking src/parse.ts:30 sorts the comments → keep their order
                       note README.md says nothing of comments
                    a3 landed · large, judge · 7.0 s · $0.32
                       large in place of small, because c2.a2 was sent back by its review

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
        for each of 2 accepted checkpoints: 16.0k tokens in, 2.0k out · at least $0.21
          planning, reviews and failed attempts included

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
        checked: run by this program on exactly these files; claimed: the words of the coder

        Checkpoints
        [ ] c1 Read comment lines · open
            checked   red: npm test: exit 1 · 1 of 41 tests failed · 3.1 s, on 11111111
                      fails: reads a comment
            reviewed  no verdict
            claimed   Comments are kept now
            attempts  a1 refused: npm test: exit 1 · 1 of 41 tests failed · 3.1 s · small · 3.0 s · $0.01
                         small for easy work
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

  it('never calls a check green that proves nothing', () => {
    expect(text(withCheck(check({ status: 'no_evidence' })))).toContain(
      'checked   not verified: npm test: exit 0 without a word',
    );
    const known = withCheck(red('old'));
    expect(text(known)).toContain('checked   only known failures: npm test: exit 1 · 1 of 41 tests failed');
    expect(text(known)).toContain('fails: old');
  });

  it('says of a requirement without evidence that there is none', () => {
    expect(text(withCheck(check()))).toMatch(/R2 open · The format is written down/);
    expect(text(opening)).toContain('no evidence yet');
  });

  it('says where the work is that did not land, and that nobody compared the checkout', () => {
    const kept = text([...coding, failure({ commit: sha('5') })], { records: null, userTree: null });
    expect(kept).toContain('kept      the work so far, as commit 55555555');
    expect(kept).toContain('turns: 40 turns');
    expect(kept).toContain('was not compared');
    expect(kept).toContain('no commit was made');
  });

  it('lets nothing of what models wrote act on a terminal', () => {
    const nasty = '\u001b]0;x\u0007\u202eevil\u001b[2J';
    const events = [...coding, failure({ detail: nasty }), submit('c1.a2', sha('2'))].slice(0, -1);
    expect(text(events, { records: nasty, userTree: [nasty] })).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u);
    expect(text(events)).toContain('evil');
  });
});
