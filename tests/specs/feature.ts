import { call, says } from '../../src/model/scripted.ts';
import { retrying, retryingSession } from './feature-retry.ts';
import { accepts, done, lacksNothing, plans, type Session } from './session.ts';

const waiting = {
  id: 'c1',
  title: 'Compute waiting times',
  goal: 'Add src/backoff.js with a named export `backoff(retry, { baseMs, maxMs, random })`: whole milliseconds to wait before retry number `retry`, 1 being the first. The time doubles from baseMs, never exceeds maxMs, and `random()` (0 to 1) spreads it over its upper half: from half of it to all of it. Tests in test/backoff.test.js with a fixed random.',
  acceptance: [
    'With random() = 1 the times for retries 1, 2, 3 are baseMs, 2 × baseMs and 4 × baseMs, and never more than maxMs.',
    'With random() = 0 each is half of that, and in between it is spread evenly.',
    'The result is a whole number.',
    'test/backoff.test.js shows all of it.',
  ],
  after: [],
  files: ['src/backoff.js', 'test/backoff.test.js'],
  covers: ['R1'],
  difficulty: 'easy' as const,
};

const backoff = `/**
 * Milliseconds to wait before a retry, 1 being the first: doubled each time from \`baseMs\` up to \`maxMs\`, and spread by
 * \`random()\` over the upper half, so that many clients do not come back at once.
 */
export function backoff(retry, { baseMs, maxMs, random }) {
  const full = Math.min(maxMs, baseMs * 2 ** (retry - 1));
  return Math.round(full / 2 + (full / 2) * random());
}
`;

const backoffTests = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backoff } from '../src/backoff.js';

const times = (random, retries = [1, 2, 3, 4, 50]) =>
  retries.map((retry) => backoff(retry, { baseMs: 100, maxMs: 700, random: () => random }));

test('doubles up to the most', () => {
  assert.deepEqual(times(1), [100, 200, 400, 700, 700]);
});

test('spreads over the upper half', () => {
  assert.deepEqual(times(0), [50, 100, 200, 350, 350]);
  assert.deepEqual(times(0.5), [75, 150, 300, 525, 525]);
});

test('gives whole milliseconds', () => {
  assert.equal(backoff(1, { baseMs: 25, maxMs: 700, random: () => 0.3 }), 16);
});
`;

/** A part without callers first, then what uses it. */
export const feature: Session = {
  planner: [
    says(
      '',
      call('read', { path: 'src/client.js' }, 'read-1'),
      call('read', { path: 'test/client.test.js' }, 'read-2'),
      call('read', { path: 'README.md' }, 'read-3'),
    ),
    plans(
      [
        'backoff() in src/backoff.js computes waiting times',
        'GETs are tried again on rejections and 429, 502, 503, 504',
        'retry-after is respected',
        'The last error tells the number of requests',
      ],
      waiting,
      retrying,
    ),
  ],

  'c1.a1.coder': [
    says('', call('read', { path: 'test/client.test.js' })),
    says(
      '',
      call('write', { path: 'src/backoff.js', content: backoff }, 'write-1'),
      call('write', { path: 'test/backoff.test.js', content: backoffTests }, 'write-2'),
    ),
    says('', call('bash', { command: 'node --test' })),
    done('backoff(retry, { baseMs, maxMs, random }) is a pure function in src/backoff.js, with three tests.'),
  ],
  'c1.a1.reviewer': [
    accepts(waiting, {
      reason: 'Two lines of arithmetic that the tests pin down at both ends and in the middle.',
      evidence: [
        "'doubles up to the most' passed: 100, 200, 400, then 700 and 700.",
        "'spreads over the upper half' passed for 0 and for 0.5.",
        "Math.round in src/backoff.js; 'gives whole milliseconds' passed with 16 for 16.25.",
        'The three tests named above; all passed.',
      ],
    }),
  ],

  ...retryingSession,

  'final.reviewer': [
    lacksNothing(
      'The client waits by backoff(), and the spec asks for nothing that no test shows.',
      ['backoff() in src/backoff.js computes waiting times', 'test/backoff.test.js, all passed.'],
      ['GETs are tried again on rejections and 429, 502, 503, 504', 'test/client.test.js, all passed.'],
      ['retry-after is respected', 'test/client.test.js, all passed.'],
      ['The last error tells the number of requests', 'test/client.test.js, all passed.'],
    ),
  ],
};
