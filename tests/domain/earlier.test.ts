import { describe, expect, it } from 'vitest';
import { identified, openFindings, unanswered, type Review } from '../../src/domain/earlier.ts';
import type { Finding } from '../../src/domain/finding.ts';
import type { Verdict } from '../../src/domain/verdict.ts';
import { base, revise, sha } from './world.ts';

const finding = (problem: string, id?: string): Finding => ({
  file: 'a.ts',
  severity: 'blocking',
  problem,
  ...(id === undefined ? {} : { id }),
});
const verdict = (findings: Finding[], resolved: string[] = []): Verdict => ({
  ...revise,
  findings,
  resolved,
});
const review = (attempt: string, said: Verdict, earlier: Review[] = []): Review => ({
  attempt,
  commit: sha(5),
  base,
  model: 'm',
  verdict: identified(said, attempt, earlier),
});
const ids = (said: Verdict): (string | undefined)[] => said.findings.map(({ id }) => id);

describe('ids of findings', () => {
  it('are given where there is none, or one was given twice', () => {
    const said = verdict([finding('x'), finding('y', 'F1'), finding('z', 'F1'), finding('w', ' ')]);
    expect(ids(identified(said, 'c1.a1', []))).toEqual(['c1.a1.f1', 'F1', 'c1.a1.f2', 'c1.a1.f3']);
  });

  it('are the same when given again, and never those of an earlier round', () => {
    const first = review('c1.a1', verdict([finding('x')]));
    expect(identified(first.verdict, 'c1.a1', [])).toEqual(first.verdict);
    expect(ids(identified(verdict([finding('y')]), 'c1.a1', [first]))).toEqual(['c1.a1.f2']);
  });
});

describe('earlier findings', () => {
  const first = review('c1.a1', verdict([finding('x'), finding('y'), { ...finding('n'), severity: 'note' }]));

  it('stay open until a later round calls them resolved, in their last wording', () => {
    expect(openFindings([first]).map(({ problem }) => problem)).toEqual(['x', 'y']);
    const second = review('c1.a2', verdict([finding('y still', 'c1.a1.f2')], ['c1.a1.f1']), [first]);
    expect(openFindings([first, second]).map(({ problem }) => problem)).toEqual(['y still']);
  });

  it('are answered by being called resolved, or by being found again', () => {
    const open = openFindings([first]);
    expect(unanswered(verdict([]), open)).toEqual(open);
    expect(unanswered(verdict([], [' c1.a1.f1 ']), open).map(({ id }) => id)).toEqual(['c1.a1.f2']);
    expect(unanswered(verdict([finding('x', 'c1.a1.f1')], ['c1.a1.f2']), open)).toEqual([]);
  });
});
