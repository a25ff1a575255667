import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Checkpoint, Plan, planProblems } from '../../src/domain/plan.ts';

type Sketch = Partial<Checkpoint> & { readonly id: string };

const planOf = (checkpoints: readonly Sketch[], requirements: readonly string[] = []) =>
  Plan.parse({
    requirements: requirements.map((id) => ({ id, text: `text of ${id}` })),
    checkpoints: checkpoints.map((c) => ({ title: c.id, goal: 'g', acceptance: ['a'], ...c })),
  });

describe('the shape of a plan', () => {
  it('fills in what a planner may leave out', () => {
    expect(planOf([{ id: 'c1' }]).checkpoints[0]).toEqual({
      id: 'c1',
      title: 'c1',
      goal: 'g',
      acceptance: ['a'],
      after: [],
      files: [],
      covers: [],
      difficulty: 'medium',
    });
  });

  it.each([
    ['an id of another form', { id: 'step-1' }],
    ['an id with a leading zero', { id: 'c01' }],
    ['no acceptance', { id: 'c1', acceptance: [] }],
    ['an empty goal', { id: 'c1', goal: '' }],
    ['a difficulty that nobody knows', { id: 'c1', difficulty: 'trivial' }],
    ['an empty check', { id: 'c1', check: '' }],
    ['a key that nobody knows', { id: 'c1', priority: 1 }],
  ])('is refused for %s', (_, more) => {
    expect(Checkpoint.safeParse({ title: 't', goal: 'g', acceptance: ['a'], ...more }).success).toBe(false);
  });

  it('is refused without a checkpoint', () => {
    expect(Plan.safeParse({ checkpoints: [] }).success).toBe(false);
  });
});

describe('what is wrong with a plan', () => {
  it('is nothing for one that can be worked on', () => {
    const plan = planOf(
      [
        { id: 'c1', covers: ['R1'], files: ['src/**', '.github/**', 'a..b/*.ts'] },
        { id: 'c2', covers: ['R1', 'R2'], after: ['c1'] },
      ],
      ['R1', 'R2'],
    );
    expect(planProblems(plan, 2)).toEqual([]);
  });

  it.each<[string, Plan, string]>([
    [
      'too many checkpoints',
      planOf(['c1', 'c2', 'c3'].map((id) => ({ id }))),
      '3 checkpoints are too many, at most 2: make them coarser',
    ],
    ['an id twice', planOf([{ id: 'c1' }, { id: 'c1' }]), 'checkpoint c1 is listed twice'],
    [
      'a requirement twice',
      planOf([{ id: 'c1', covers: ['R1'] }], ['R1', 'R1']),
      'requirement R1 is listed twice',
    ],
    [
      'a dependency on nothing',
      planOf([{ id: 'c1', after: ['c9'] }]),
      'c1 comes after c9, which does not exist',
    ],
    [
      'a checkpoint after itself',
      planOf([{ id: 'c1', after: ['c1'] }]),
      'the order goes round in a circle: c1 → c1',
    ],
    [
      'a circle, without those who only lead into it',
      planOf([
        { id: 'c4', after: ['c1'] },
        { id: 'c1', after: ['c2'] },
        { id: 'c2', after: ['c1'] },
      ]),
      'the order goes round in a circle: c1 → c2 → c1',
    ],
    [
      'a requirement that nobody covers',
      planOf([{ id: 'c1' }], ['R1']),
      'no checkpoint covers R1 (text of R1)',
    ],
    [
      'a requirement that does not exist',
      planOf([{ id: 'c1', covers: ['R7'] }]),
      'c1 covers R7, which is not a requirement',
    ],
    ...['/etc/**', 'C:/x/**', '../other/**', 'src/../../x'].map((glob): [string, Plan, string] => [
      `the path ${glob}`,
      planOf([{ id: 'c1', files: [glob] }]),
      `c1: files has ${glob}, which is not a path inside the repository`,
    ]),
  ])('names %s', (_, plan, problem) => {
    const cap = 2;
    expect(planProblems(plan, cap)).toContain(problem);
  });

  it('is told all at once', () => {
    const plan = planOf([{ id: 'c1', after: ['c9'], files: ['/x'], covers: ['R2'] }, { id: 'c1' }], ['R1']);
    expect(planProblems(plan, 1)).toHaveLength(6);
  });

  it('finds a circle exactly where there is one', () => {
    const graph = fc.integer({ min: 1, max: 7 }).chain((n) =>
      fc.tuple(
        fc.constant(n),
        fc.array(fc.tuple(fc.integer({ min: 1, max: n }), fc.integer({ min: 1, max: n })), {
          maxLength: 12,
        }),
      ),
    );
    fc.assert(
      fc.property(graph, ([n, edges]) => {
        const plan = planOf(
          Array.from({ length: n }, (_, i) => ({
            id: `c${String(i + 1)}`,
            after: edges.filter(([from]) => from === i + 1).map(([, to]) => `c${String(to)}`),
          })),
        );
        const circle = planProblems(plan, n).find((p) => p.includes('circle'));
        expect(circle === undefined || isCircle(plan, circle.replace(/^.*: /, '').split(' → '))).toBe(true);
        expect(circle === undefined).toBe(canBeSorted(plan));
      }),
      { numRuns: 200 },
    );
  });
});

/** By taking away what waits for nothing, again and again. */
function canBeSorted(plan: Plan): boolean {
  let left = [...plan.checkpoints];
  for (;;) {
    const waiting = left.filter((c) => c.after.some((dep) => left.some((other) => other.id === dep)));
    if (waiting.length === left.length) {
      return left.length === 0;
    }
    left = waiting;
  }
}

function isCircle(plan: Plan, path: readonly string[]): boolean {
  const steps = path
    .slice(1)
    .map((dep, i) => plan.checkpoints.find((c) => c.id === path[i])?.after.includes(dep));
  return steps.length > 0 && steps.every(Boolean) && path.at(0) === path.at(-1);
}
