import { expect, test } from 'vitest';
import { Plan } from '../../src/domain/plan.ts';
import { planRemarks } from '../../src/domain/plan-size.ts';

const planOf = (checkpoints: number, requirements = 1): Plan =>
  Plan.parse({
    requirements: Array.from({ length: requirements }, (_, i) => ({ id: `R${String(i + 1)}`, text: 'it' })),
    checkpoints: Array.from({ length: checkpoints }, (_, i) => ({
      id: `c${String(i + 1)}`,
      title: 't',
      goal: 'g',
      acceptance: ['a'],
    })),
  });
const SMALL = '# Change\n\n1. Change it.\n';

test.each([
  ['long', planOf(1), `# Change\n\n${'word '.repeat(700)}`],
  ['of many points', planOf(1), `# Change\n\n${'- one more thing\n'.repeat(8)}`],
  ['of many requirements', planOf(1, 6), SMALL],
])('one checkpoint for a spec that is %s is pointed out', (_, plan, spec) => {
  expect(planRemarks(plan, spec)).toEqual([expect.stringMatching(/^c1 is the whole of a large spec/)]);
});

test('a small spec is one checkpoint rightly, and a large one may be two', () => {
  expect(planRemarks(planOf(1), SMALL)).toEqual([]);
  expect(planRemarks(planOf(2, 9), `# Change\n\n${'word '.repeat(700)}`)).toEqual([]);
});
