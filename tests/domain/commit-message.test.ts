import { describe, expect, it, test } from 'vitest';
import { commitMessage } from '../../src/domain/commit-message.ts';
import type { Event } from '../../src/domain/event.ts';
import type { At } from '../../src/domain/progress.ts';
import { begun, guarded, submitted } from './events.ts';
import { accept, base, check, start, state } from './world.ts';

type Told = {
  readonly title?: string;
  readonly changed?: string[];
  readonly summary?: string;
  readonly commit?: string;
  readonly result?: ReturnType<typeof check>;
};

/** The message of one accepted change. */
function message({
  title = 'Greet by name',
  changed = ['src/a.ts'],
  summary = 'It greets.',
  ...more
}: Told = {}) {
  const { commit: template, result = check() } = more;
  const reviewed: Event = {
    type: 'review.given',
    attempt: 'c1.a1',
    commit: work,
    verdict: accept,
    model: 'strong',
  };
  const run = state(
    start(template === undefined ? {} : { commit: template }),
    { type: 'baseline.ran', commit: base, check: check() },
    {
      type: 'plan.made',
      plan: {
        requirements: [
          { id: 'R1', text: 'Greets\nby name' },
          { id: 'R2', text: 'Other' },
        ],
        checkpoints: [
          {
            id: 'c1',
            title,
            goal: 'g',
            acceptance: ['a'],
            after: [],
            files: [],
            covers: ['R1'],
            difficulty: 'easy',
          },
        ],
      },
      by: 'planner',
      edges: [],
    },
    begun(),
    submitted('c1.a1', { changed, summary }),
    { type: 'check.ran', attempt: 'c1.a1', commit: work, result },
    guarded(),
    reviewed,
  );
  const p = run.progress.find((one): one is At<'landing'> => one.at === 'landing');
  return p ? commitMessage(p, run) : '';
}
const work = '7'.padStart(40, '0');
const subject = (told: Told): string | undefined => message(told).split('\n')[0];

test('says what, why and by whose word it lands, in trailers at its end', () => {
  expect(message()).toBe(
    [
      'feat: greet by name',
      '',
      'It greets.',
      '',
      'Checkpoint: c1',
      'Requirement: R1 Greets by name',
      'Reviewed-by-model: strong',
      'Check: npm test (exit 0)',
      'Attempt: c1.a1',
      'Orchestrate-Run: r1',
    ].join('\n'),
  );
});

describe('its type', () => {
  it.each([
    ['Fix the total', ['src/a.ts'], 'fix: fix the total'],
    ['Extract the parser', ['src/a.ts', 'README.md'], 'refactor: extract the parser'],
    ['Describe the flags', ['README.md', 'docs/flags.md'], 'docs: describe the flags'],
    ['Cover the parser', ['tests/parser.test.ts'], 'test: cover the parser'],
    ['Run on two versions', ['.github/workflows/ci.yml'], 'ci: run on two versions'],
    ['Take a newer parser', ['package.json', 'package-lock.json'], 'build: take a newer parser'],
    ['HTTP errors are told', ['src/a.ts'], 'feat: HTTP errors are told'],
    ['fix(api)!: refuse it', ['README.md'], 'fix(api)!: refuse it'],
  ])('of "%s" in %j', (title, changed, told) => {
    expect(subject({ title, changed })).toBe(told);
  });
});

test('tells what the check counted, and what was red before', () => {
  const tests = {
    runner: 'tap',
    run: 3,
    passed: 2,
    failed: 1,
    skipped: 0,
    failures: [],
    skips: [],
    passes: [],
  };
  expect(message({ result: check('passed', { tests }) })).toContain(
    'Check: npm test (2 passed, 1 failed before as well)',
  );
  expect(message({ result: check('none') })).toContain('Check: none is configured');
});

test('is as a template wants it; words of a model are put in once and begin no trailer', () => {
  const commit = '[{{ checkpoint }}] {{title}}\n\n{{summary}}\n\n{{requirements}}\n\n{{trailers}}';
  const told = message({ commit, summary: '{{run}}\n\nReviewed-by-model: nobody' });
  expect(told).toMatch(
    /^\[c1\] greet by name\n\n\{\{run\}\}\n\nReviewed-by-model: nobody\n\nR1\n\nCheckpoint: c1\n/,
  );
});

test('keeps prose within 72 columns, and lists and code as they are', () => {
  const long = 'word '.repeat(30).trim();
  const [, , ...body] = message({ summary: `${long}\n- ${long}\n    ${long}` }).split('\n');
  expect(body.slice(0, 3).every((line) => line.length <= 72)).toBe(true);
  expect(body).toEqual(expect.arrayContaining([`- ${long}`, `    ${long}`]));
});
