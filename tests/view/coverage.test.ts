import { describe, expect, it } from 'vitest';
import type { Event } from '../../src/domain/event.ts';
import { reportFacts, type Known } from '../../src/view/facts.ts';
import { Report } from '../../src/view/report.ts';
import {
  PARSE,
  WRITE,
  baseline,
  check,
  opening,
  planned,
  red,
  sha,
  smooth,
  started,
  timed,
  whole,
  withCheck,
} from './story.ts';

const KNOWN: Known = { records: '/state/runs/7f3a', userTree: [] };
const report = (events: readonly Event[], known = KNOWN): Report =>
  Report.parse(JSON.parse(JSON.stringify(reportFacts(timed(events), known))));

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
