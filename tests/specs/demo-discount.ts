import { call, says } from '../../src/model/scripted.ts';
import { accepts, done, type Session } from './session.ts';

export const checkpoint = {
  id: 'c2',
  title: 'Take a discount off',
  goal: 'Add src/discount.js with a named export `discount(cents, percent)`: the amount that `percent` takes off `cents`, in whole cents, half a cent rounded up. Any `percent` that is not a number from 0 to 100 throws a RangeError. Put its tests into test/discount.test.js, in the style of test/cart.test.js (test from ./harness.js, node:assert/strict).',
  acceptance: [
    'discount(cents, percent) gives whole cents, with half a cent rounded up.',
    'Every percent that is not a number from 0 to 100 throws a RangeError.',
    'test/discount.test.js shows both, with the limits 0 and 100.',
  ],
  after: [],
  files: ['src/discount.js', 'test/discount.test.js'],
  covers: ['R2'],
  difficulty: 'easy' as const,
};

const first = `/** What \`percent\` takes off an amount, in whole cents; half a cent counts as a whole one. */
export function discount(cents, percent) {
  if (percent < 0 || percent > 100) {
    throw new RangeError(\`not a percentage from 0 to 100: \${percent}\`);
  }
  return Math.round((cents * percent) / 100);
}
`;

const tests = `import assert from 'node:assert/strict';
import { test } from './harness.js';
import { discount } from '../src/discount.js';

test('takes off whole cents, half a cent rounded up', () => {
  assert.equal(discount(1000, 10), 100);
  assert.equal(discount(1005, 10), 101);
  assert.equal(discount(1004, 10), 100);
  assert.equal(discount(1000, 12.5), 125);
});

test('takes off nothing at 0 and everything at 100', () => {
  assert.equal(discount(999, 0), 0);
  assert.equal(discount(999, 100), 999);
});

test('refuses a percent outside of 0 to 100', () => {
  for (const percent of [-1, 100.5]) {
    assert.throws(() => discount(1000, percent), RangeError);
  }
});
`;

const hole = {
  file: 'src/discount.js',
  line: 3,
  severity: 'blocking',
  problem:
    'NaN is not a number from 0 to 100, but both comparisons are false for it: discount(1000, NaN) returns NaN instead of throwing, and so does discount(1000, undefined). A receipt would print NaN as its total.',
  suggestion:
    'Ask for what is allowed instead of what is not, for instance with Number.isFinite first, and test NaN and undefined.',
};

export const session: Session = {
  'c2.a1.coder': [
    says(
      '',
      call('read', { path: 'src/money.js' }, 'read-1'),
      call('read', { path: 'test/cart.test.js' }, 'read-2'),
      call('glob', { pattern: '**/*discount*' }, 'glob-1'),
    ),
    says(
      'Nothing is there yet; both files are new.',
      call('write', { path: 'src/discount.js', content: first }, 'write-1'),
      call('write', { path: 'test/discount.test.js', content: tests }, 'write-2'),
    ),
    says('', call('bash', { command: 'node test/run.js discount' })),
    done(
      'discount rounds with Math.round, which takes half a cent up, and throws a RangeError below 0 and above 100. Three tests.',
    ),
  ],
  'c2.a1.reviewer': [
    says('', call('read', { path: 'src/discount.js' })),
    says(
      '',
      call('finish', {
        decision: 'revise',
        reason: 'NaN passes the range check, so the second criterion is not met.',
        criteria: [
          {
            criterion: checkpoint.acceptance[0],
            met: true,
            evidence:
              "Math.round takes .5 up for amounts from 0; the test 'takes off whole cents, half a cent rounded up' passed.",
          },
          {
            criterion: checkpoint.acceptance[1],
            met: false,
            evidence:
              'src/discount.js:3 compares with < and > only; for NaN both are false and NaN is returned.',
          },
          {
            criterion: checkpoint.acceptance[2],
            met: false,
            evidence:
              'The limits 0 and 100 are tested, and -1 and 100.5 are refused; no test gives a percent that is no number.',
          },
        ],
        findings: [hole],
      }),
    ),
  ],

  'c2.a2.coder': [
    says(
      '',
      call('read', { path: 'src/discount.js' }, 'read-1'),
      call('read', { path: 'test/discount.test.js' }, 'read-2'),
    ),
    says(
      'The test first, to see the hole.',
      call('edit', {
        path: 'test/discount.test.js',
        old: `test('refuses a percent outside of 0 to 100', () => {
  for (const percent of [-1, 100.5]) {`,
        new: `test('refuses a percent that is not a number from 0 to 100', () => {
  for (const percent of [-1, 100.5, NaN, Infinity, undefined, '10']) {`,
      }),
    ),
    says('', call('bash', { command: 'node test/run.js discount' })),
    says(
      'Red, as the review said. Now the mend.',
      call('edit', {
        path: 'src/discount.js',
        old: 'if (percent < 0 || percent > 100) {',
        new: 'if (!Number.isFinite(percent) || percent < 0 || percent > 100) {',
      }),
    ),
    says('', call('bash', { command: 'node test/run.js discount' })),
    done(
      'discount refuses everything that Number.isFinite does not call a number, so NaN, undefined and text throw a RangeError, too. The test on refusals covers them; it was red before the change.',
    ),
  ],
  'c2.a2.reviewer': [
    says('', call('read', { path: 'src/discount.js' })),
    accepts(checkpoint, {
      reason:
        'The finding of the first review is resolved: Number.isFinite comes first, and the test names NaN and undefined.',
      evidence: [
        "Math.round takes .5 up for amounts from 0; the test 'takes off whole cents, half a cent rounded up' passed.",
        "src/discount.js:3 refuses what Number.isFinite does not accept; the test 'refuses a percent that is not a number from 0 to 100' passed with NaN, Infinity, undefined and '10'.",
        "test/discount.test.js has rounding, refusals, and 'takes off nothing at 0 and everything at 100'; all three passed.",
      ],
    }),
  ],
};
