import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/domain/finding.ts';
import { blocking, objections, Verdict } from '../../src/domain/verdict.ts';
import { accept } from './world.ts';

const criterion = (name: string, met = true, evidence = 'line 4') => ({ criterion: name, met, evidence });
const finding = (file: string, severity: Finding['severity'] = 'blocking'): Finding => ({
  file,
  severity,
  problem: 'it breaks',
});
const accepting = (more: Partial<Verdict>): Verdict => ({ ...accept, ...more });

describe('an acceptance', () => {
  it('counts when every criterion is met with evidence', () => {
    expect(objections(accept, { acceptance: ['a'], changed: ['x.ts'] })).toEqual([]);
    expect(
      objections(accepting({ findings: [finding('x.ts', 'note')] }), {
        acceptance: ['a'],
        changed: ['x.ts'],
      }),
    ).toEqual([]);
  });

  it.each<[string, Verdict, string[]]>([
    ['a criterion is not met', accepting({ criteria: [criterion('a', false)] }), ['not met: a']],
    ['its evidence is blank', accepting({ criteria: [criterion('a', true, ' \n')] }), ['no evidence: a']],
    ['a criterion is passed over', accepting({ criteria: [] }), ['the verdict speaks of 0 of 1 criteria']],
    ['a finding in the diff blocks', accepting({ findings: [finding('x.ts')] }), ['x.ts: it breaks']],
    [
      'a finding has a line',
      accepting({ findings: [{ ...finding('x.ts'), line: 7 }] }),
      ['x.ts:7: it breaks'],
    ],
  ])('does not count when %s', (_, verdict, words) => {
    expect(objections(verdict, { acceptance: ['a'], changed: ['x.ts'] })).toEqual(words);
  });

  it('is told every objection at once', () => {
    const verdict = accepting({ criteria: [criterion('a', false)], findings: [finding('x.ts')] });
    expect(objections(verdict, { acceptance: ['a', 'b'], changed: ['x.ts'] })).toHaveLength(3);
  });
});

describe('a refusal', () => {
  it.each([
    ['its reason', 'too slow', 'too slow'],
    ['its decision where there is no reason', '', 'the reviewer said revise'],
  ])('stands by %s, whatever its criteria say', (_, reason, words) => {
    expect(
      objections({ ...accept, decision: 'revise', reason }, { acceptance: ['a'], changed: ['x.ts'] }),
    ).toEqual([words]);
  });
});

describe('a finding', () => {
  it('blocks only within the diff, or where it names no file', () => {
    const all = [finding('x.ts'), finding('other.ts'), finding(''), finding('x.ts', 'note')];
    expect(blocking(all, ['x.ts'])).toEqual([all[0], all[2]]);
  });

  it.each([{ severity: 'minor' }, { problem: '' }, { line: 0 }, { line: 1.5 }, { rule: 'x' }])(
    'is refused with %o',
    (more) => {
      expect(Verdict.safeParse({ ...accept, findings: [{ ...finding('x.ts'), ...more }] }).success).toBe(
        false,
      );
    },
  );
});
