import { call, says } from '../../src/model/scripted.ts';
import { accepts, done, type Session } from './session.ts';

export const retrying = {
  id: 'c2',
  title: 'Try requests again',
  goal: "createClient in src/client.js takes `retries` (2 by default), `baseMs`, `maxMs`, `random` and `sleep(ms)` (all with defaults). A GET is tried again when the transport rejects or the status is 429, 502, 503 or 504; other methods and statuses never are. Before each retry it sleeps for backoff() of src/backoff.js, and at least as long as the answer's retry-after header says in seconds. When it gives up, the last error is thrown as before, with the number of requests made in `attempts`. Tests in test/retry.test.js with an injected sleep; test/client.test.js stays as it is.",
  acceptance: [
    'A GET is tried again after a rejection of the transport and after 429, 502, 503 and 504, at most `retries` times, 2 by default.',
    'A POST and other statuses are never tried again.',
    'A retry-after header in seconds makes it wait at least that long.',
    'The last error is thrown with the number of requests in `attempts`.',
    'Waiting goes through `sleep`, real by default; test/retry.test.js shows all of it, and test/client.test.js is unchanged.',
  ],
  after: ['c1'],
  files: ['src/client.js', 'test/retry.test.js', 'README.md'],
  covers: ['R2', 'R3', 'R4'],
  difficulty: 'medium' as const,
};

const oldRequest = `export function createClient({ base, transport }) {
  async function request(method, path, body) {
    const url = base + path;
    const answer = await transport({ method, url, body });
    if (answer.status >= 400) {
      throw new HttpError(method, url, answer.status);
    }
    return answer.body;
  }
`;

const newRequest = `export function createClient({
  base,
  transport,
  retries = 2,
  baseMs = 200,
  maxMs = 5_000,
  random = Math.random,
  sleep = (ms) => setTimeout(ms),
}) {
  async function once(request) {
    const { status, headers, body } = await transport(request);
    if (status >= 400) {
      throw new HttpError(request.method, request.url, status, headers);
    }
    return body;
  }

  async function request(method, path, body) {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await once({ method, url: base + path, body });
      } catch (error) {
        if (method !== 'GET' || attempts > retries || !mayPass(error)) {
          throw Object.assign(error, { attempts });
        }
        await sleep(Math.max(backoff(attempts, { baseMs, maxMs, random }), retryAfterMs(error)));
      }
    }
  }
`;

const helpers = `const PASSING = new Set([429, 502, 503, 504]);

/** What the transport rejects with may pass as well as an overloaded server. */
const mayPass = (error) => !(error instanceof HttpError) || PASSING.has(error.status);

function retryAfterMs(error) {
  const seconds = Number(error.headers?.['retry-after']);
  return seconds > 0 ? seconds * 1000 : 0;
}

`;

const retryTests = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '../src/client.js';

/** A client whose transport gives these answers one after the other, and what it waited. */
function clientOf(answers, options = {}) {
  const waits = [];
  let made = 0;
  const client = createClient({
    base: 'https://example.org',
    transport: async () => {
      const answer = answers[made++];
      if (answer instanceof Error) {
        throw answer;
      }
      return { status: 200, headers: {}, body: 'fine', ...answer };
    },
    random: () => 1,
    sleep: async (ms) => waits.push(ms),
    ...options,
  });
  return { client, waits, made: () => made };
}

for (const status of [429, 502, 503, 504]) {
  test(\`a GET is tried again after \${status}\`, async () => {
    const { client, waits } = clientOf([{ status }, { status }, {}], { baseMs: 10 });
    assert.equal(await client.get('/'), 'fine');
    assert.deepEqual(waits, [10, 20]);
  });
}

test('a GET is tried again when the transport rejects', async () => {
  const { client, made } = clientOf([new Error('connection refused'), {}]);
  assert.equal(await client.get('/'), 'fine');
  assert.equal(made(), 2);
});

test('other statuses and other methods are not tried again', async () => {
  for (const status of [400, 404, 500]) {
    const { client, made } = clientOf([{ status }]);
    await assert.rejects(client.get('/'), { status, attempts: 1 });
    assert.equal(made(), 1);
  }
  const { client, made } = clientOf([{ status: 503 }]);
  await assert.rejects(client.post('/', {}), { status: 503, attempts: 1 });
  assert.equal(made(), 1);
});

test('waits at least as long as retry-after says', async () => {
  const busy = (value) => ({ status: 503, headers: { 'retry-after': value } });
  const { client, waits } = clientOf([busy('3'), busy('0'), busy('soon'), {}], { retries: 3, baseMs: 10 });
  await client.get('/');
  assert.deepEqual(waits, [3000, 20, 40]);
});

test('gives up after the retries with the last error and the number of requests', async () => {
  const { client } = clientOf([{ status: 503 }, { status: 503 }, { status: 502 }]);
  await assert.rejects(client.get('/'), { name: 'HttpError', status: 502, attempts: 3 });
  const never = clientOf([new Error('connection refused')], { retries: 0 });
  await assert.rejects(never.client.get('/'), { message: 'connection refused', attempts: 1 });
});
`;

export const retryingSession: Session = {
  'c2.a1.coder': [
    says(
      '',
      call('read', { path: 'src/client.js' }, 'read-1'),
      call('read', { path: 'src/backoff.js' }, 'read-2'),
      call('read', { path: 'test/client.test.js' }, 'read-3'),
    ),
    says('Tests first.', call('write', { path: 'test/retry.test.js', content: retryTests })),
    says('', call('bash', { command: 'node --test test/retry.test.js' })),
    says(
      'Red, as it should be. Now the client.',
      call(
        'edit',
        {
          path: 'src/client.js',
          edits: [
            { old: oldRequest, new: newRequest },
            {
              old: '  constructor(method, url, status) {',
              new: '  constructor(method, url, status, headers = {}) {',
            },
            {
              old: '    this.status = status;\n',
              new: '    this.status = status;\n    this.headers = headers;\n',
            },
            {
              old: '/** An answer with a status',
              new: "import { setTimeout } from 'node:timers/promises';\nimport { backoff } from './backoff.js';\n\n/** An answer with a status",
            },
            {
              old: "/** Requests resolve with the answer's body. They reject with HttpError, or with what the transport rejects with. */\n",
              new: `${helpers}/**\n * Requests resolve with the answer's body. They reject with HttpError, or with what the transport rejects with; the\n * error's \`attempts\` is the number of requests made. A GET that may pass later is tried again \`retries\` times.\n */\n`,
            },
          ],
        },
        'edit-1',
      ),
      call(
        'edit',
        {
          path: 'README.md',
          old: '`transport({ method',
          new: 'A `GET` is tried again when the server is overloaded or cannot be reached, twice unless `retries` says otherwise.\n\n`transport({ method',
        },
        'edit-2',
      ),
    ),
    says('', call('bash', { command: 'node --test' })),
    done(
      'createClient tries a GET again on rejections and on 429, 502, 503 and 504, waits by backoff() and retry-after through an injected sleep, and sets attempts on the error that it gives up with. test/retry.test.js was red before and covers each part; README has a line on it.',
    ),
  ],
  'c2.a1.reviewer': [
    says('', call('read', { path: 'src/client.js' })),
    accepts(retrying, {
      reason: 'One loop with one condition decides about retries, and the tests cover both of its sides.',
      evidence: [
        "The condition in request() of src/client.js; 'a GET is tried again after …' passed for all four statuses with two retries by default, and 'a GET is tried again when the transport rejects' passed.",
        "'other statuses and other methods are not tried again' passed with 400, 404, 500 and a POST answered by 503.",
        "'waits at least as long as retry-after says' passed: 3000 ms for 3, the backoff for 0 and for a text.",
        "'gives up after the retries with the last error and the number of requests' passed with attempts 3 and 1.",
        'sleep defaults to setTimeout of node:timers/promises; test/client.test.js is not in the diff and passed.',
      ],
    }),
  ],
};
