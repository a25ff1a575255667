import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPlan, writePlan } from '../../src/config/plan-file.ts';
import { tell } from '../../src/config/problem.ts';
import { Plan } from '../../src/domain/plan.ts';

const plan = Plan.parse({
  requirements: [
    { id: 'R1', text: 'Comments: # is one' },
    { id: 'R2', text: 'Says "no": yes' },
  ],
  checkpoints: [
    {
      id: 'c1',
      title: 'Skip comment lines',
      goal: 'In src/parse.ts:\n- skip lines that start with #\n\n  keep `$&` and {{x}} as they are\n',
      acceptance: ['a comment line is skipped'],
      files: ['src/**', '*.md'],
      covers: ['R1', 'R2'],
      difficulty: 'easy',
    },
    {
      id: 'c2',
      title: '- [x] odd: title',
      goal: 'x',
      acceptance: ['y', '007', 'no'],
      after: ['c1'],
      check: 'npm test -- --run',
      labels: ['gpu', 'node22'],
    },
  ],
});

const read = (text: string, cap = 40) => readPlan(text, { file: 'plan.yaml', cap });
const problems = (text: string, cap?: number): string[] => {
  const reading = read(text, cap);
  return reading.ok ? [] : reading.problems.map(tell);
};
const text = writePlan(plan);
const edited = (from: string, to: string): string => {
  expect(text).toContain(from);
  return text.split(from).join(to);
};

const lineOf = (part: string): number => text.split('\n').findIndex((line) => line.includes(part)) + 1;

describe('plan.yaml', () => {
  it('comes back as it was written', () => {
    expect(read(text)).toEqual({ ok: true, plan });
  });

  it('comes back whatever its texts hold', () => {
    const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
    const blocks = fc
      .array(fc.oneof(words, fc.constantFrom('', ' ', '\t', '# x', '- y', 'a: b', '\r')))
      .map((l) => l.join('\n'));
    fc.assert(
      fc.property(words, blocks, words, (title, goal, check) => {
        const odd = Plan.parse({
          checkpoints: [{ id: 'c1', title, goal: `${goal}.`, acceptance: [check, goal + title], check }],
        });
        expect(read(writePlan(odd))).toEqual({ ok: true, plan: odd });
      }),
      { numRuns: 300 },
    );
  });

  it('is for people: block style, how to edit it at the top', () => {
    expect(text).toMatch(/^# The plan of this run\. Change what you like/);
    expect(text).toContain('    goal: |\n      In src/parse.ts:\n      - skip lines that start with #\n');
    expect(text).toContain('\n\ncheckpoints:\n  - id: c1\n    title: Skip comment lines\n');
    expect(text.split('\n').filter((line) => line.length > 125)).toEqual([]);
  });

  it('may be edited, with what was left out filled in', () => {
    const reading = read('checkpoints:\n  - { id: c1, title: t, goal: g, acceptance: [a] }\n');
    expect(reading.ok && reading.plan).toEqual({
      requirements: [],
      checkpoints: [
        {
          id: 'c1',
          title: 't',
          goal: 'g',
          acceptance: ['a'],
          after: [],
          files: [],
          covers: [],
          difficulty: 'medium',
        },
      ],
    });
  });
});

describe('an edited plan that is wrong', () => {
  it.each([
    [
      'a key that does not exist',
      'goal: x',
      'gaol: x',
      'goal: x',
      'checkpoints[1].gaol is not a setting (its value is "x"); did you mean checkpoints[1].goal?',
    ],
    [
      'a wrong type',
      'goal: x',
      'goal: [x]',
      'goal: x',
      'checkpoints[1].goal: expected a text, received a list of 1',
    ],
    [
      'nothing where something belongs',
      'goal: x',
      'goal:',
      'goal: x',
      'checkpoints[1].goal: expected a text, received nothing',
    ],
    [
      'a difficulty of its own',
      'difficulty: easy',
      'difficulty: trivial',
      'difficulty: easy',
      'expected easy or medium or hard, received "trivial"',
    ],
    [
      'an id of another kind',
      'id: c2',
      'id: second',
      'id: c2',
      'expected an id such as c1, received "second"',
    ],
    [
      'a checkpoint that does not exist',
      '- c1\n',
      '- c9\n',
      'id: c2',
      'c2 comes after c9, which does not exist',
    ],
    ['a requirement that nothing covers', '      - R2\n', '', 'id: R2', 'no checkpoint covers R2'],
    [
      'a path outside',
      'src/**',
      '../**',
      'id: c1',
      'c1: files has ../**, which is not a path inside the repository',
    ],
    ['an id twice', 'id: c2', 'id: c1', 'id: c2', 'checkpoint c1 is listed twice'],
  ])('%s is told by its line', (_, from, to, at, message) => {
    expect(problems(edited(from, to)).join('\n')).toMatch(
      new RegExp(
        `plan\\.yaml:${String(lineOf(at))}:\\d+: .*${message.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`,
      ),
    );
  });

  it('tells a circle and a plan that is too long', () => {
    const circle = edited('difficulty: easy', 'after: [c2]').replace('    after: []\n', '');
    expect(problems(circle)[0]).toMatch(/plan\.yaml:\d+:\d+: the order goes round in a circle: c1 → c2 → c1/);
    expect(problems(text, 1)[0]).toMatch(/plan\.yaml:\d+:\d+: 2 checkpoints are too many/);
  });

  it.each([
    [''],
    ['# comments only'],
    ['checkpoints: []'],
    ['checkpoints: [c1]'],
    ['not a plan'],
    ['checkpoints: ['],
  ])('never becomes a plan of its own: %j', (broken) => {
    expect(problems(broken)[0]).toMatch(/^plan\.yaml:\d+:\d+: /);
  });
});
