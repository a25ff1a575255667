import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderOverlaps } from '../../src/domain/overlap.ts';
import { Plan, planProblems } from '../../src/domain/plan.ts';

const same = (a: string, b: string): boolean => a === b;

const planOf = (...checkpoints: readonly { after?: number[]; files: string[] }[]) =>
  Plan.parse({
    checkpoints: checkpoints.map(({ after = [], files }, i) => ({
      id: `c${String(i + 1)}`,
      title: 't',
      goal: 'g',
      acceptance: ['a'],
      after: after.map((n) => `c${String(n)}`),
      files,
    })),
  });

const afters = (plan: Plan) => plan.checkpoints.map((c) => c.after);

describe('checkpoints that may touch the same files', () => {
  it('follow each other, and the reason is told', () => {
    const { plan, edges } = orderOverlaps(planOf({ files: ['a', 'b'] }, { files: ['b'] }), same);
    expect(afters(plan)).toEqual([[], ['c1']]);
    expect(edges).toEqual([{ from: 'c1', to: 'c2', because: 'b' }]);
  });

  it('are left alone where an order exists already, directly or through others, either way round', () => {
    const given = planOf({ after: [3], files: ['a'] }, { files: ['x'] }, { after: [2], files: ['a', 'x'] });
    const { plan, edges } = orderOverlaps(given, same);
    expect(plan).toEqual(given);
    expect(edges).toEqual([]);
  });

  it('are ordered once, not all with all: an added edge counts for the next pair', () => {
    const { edges } = orderOverlaps(planOf({ files: ['a'] }, { files: ['a'] }, { files: ['a'] }), same);
    expect(edges.map((e) => `${e.from}${e.to}`)).toEqual(['c1c2', 'c2c3'].toSorted());
  });

  it('do not clash by an empty list of files', () => {
    expect(orderOverlaps(planOf({ files: [] }, { files: ['a'] }), same).edges).toEqual([]);
  });

  it('leave the given plan as it was', () => {
    const given = planOf({ files: ['a'] }, { files: ['a'] });
    const before = structuredClone(given);
    orderOverlaps(given, same);
    expect(given).toEqual(before);
  });

  it('never form a circle, and no two of them stay side by side', () => {
    const some = fc.array(
      fc.record({
        files: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 }),
        after: fc.uniqueArray(fc.nat(6), { maxLength: 2 }),
      }),
      { minLength: 2, maxLength: 7 },
    );
    fc.assert(
      fc.property(some, fc.boolean(), (sketch, backwards) => {
        const n = sketch.length;
        const later = sketch.map(({ files, after }, i) => ({
          files,
          after: after.map((a) => a + 1).filter((a) => (backwards ? a > i + 1 && a <= n : a < i + 1)),
        }));
        const { plan } = orderOverlaps(planOf(...later), same);
        expect(planProblems(plan, n)).toEqual([]);
        expect(orderOverlaps(plan, same).edges).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
