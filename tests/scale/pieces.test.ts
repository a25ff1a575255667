import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Event } from '../../src/domain/event.ts';
import { permitOf } from '../../src/scale/attempt.ts';
import { Coalescer } from '../../src/scale/coalesce.ts';
import { deliveryOf, Job, jobId, jobOf, queueName, refsOf, repositoryName } from '../../src/scale/job.ts';
import { Lease } from '../../src/scale/lease.ts';
import { Ledger } from '../../src/scale/ledger.ts';
import { outcomeFile, readOutcome } from '../../src/scale/result.ts';
import type { Said } from '../../src/scale/said.ts';
import { Sheet } from '../../src/scale/task.ts';

const piece = { run: '20261129-1947-k3f', attempt: 'c3.a2', work: 'code', generation: 2 } as const;
const sha = 'a'.repeat(40);

test('names of a piece of work', () => {
  expect(jobId(piece)).toBe('20261129-1947-k3f-c3.a2-code-g2');
  expect(refsOf(piece)).toBe('refs/orchestrate/20261129-1947-k3f/c3.a2/code.g2/');
  expect(deliveryOf(`${refsOf(piece)}claim/12`, 'claim')).toBe(12);
  expect(deliveryOf(`${refsOf(piece)}claim/12`, 'result')).toBeNull();
  expect(queueName('shop', [])).toBe('orchestrate-shop');
  expect(queueName('shop', ['gpu', 'node22'])).toBe('orchestrate-shop@gpu+node22');
  expect(Job.parse(jobOf(piece, { version: '1', base: sha, task: sha }))).toMatchObject({ role: 'coder' });
});

const SHEET = {
  prompt: '',
  turns: 1,
  tools: {},
  models: {},
  summarizer: { prompt: '', alias: '' },
  spent: {},
  memory: '',
  author: { name: 'Ada', email: 'ada@example.org' },
};
const none = { allow: [], deny: [] };

test.each([
  ['ask', 'auto', 'deny'],
  ['auto', 'plan', 'deny'],
  ['auto', 'auto', 'allow'],
  [undefined, 'auto', 'allow'],
  [undefined, 'ask', 'deny'],
] as const)(
  'a coordinator in mode %s and a worker in mode %s: a change is met with %s',
  async (theirs, mine, is) => {
    const sent = theirs === undefined ? SHEET : { ...SHEET, permit: { mode: theirs, rules: none } };
    const permit = permitOf(Sheet.parse(sent), { permit: { mode: mine, rules: none } });
    const said = await permit({ tool: 'write', wish: { kind: 'write', paths: ['a'] } });
    expect(said.decision).toBe(is);
  },
);

test.each([
  ['git@host:team/shop.git', 'shop'],
  ['https://host/team/shop', 'shop'],
  ['/srv/git/shop.git/', 'shop'],
  ['host:shop.git', 'shop'],
  ['', 'repository'],
])('the address %s names the repository %s', (url, name) => {
  expect(repositoryName(url)).toBe(name);
});

const called = (input: number, delivery?: string): Event => ({
  type: 'model.called',
  role: 'coder',
  conversation: 'c1.a1.coder',
  attempt: 'c1.a1',
  model: 'm',
  usage: { input, cached: 0, output: 1, usd: null },
  ms: 1,
  ...(delivery === undefined ? {} : { delivery }),
});
const of = { attempt: 'c1.a1', delivery: '1.1' };

test('a call that was told while it happened is not told again with the result', () => {
  const ledger = new Ledger([]);
  expect(ledger.take(of, 0, [called(1)])).toEqual([called(1, '1.1')]);
  expect(ledger.take(of, 0, [called(1)])).toEqual([]);
  expect(ledger.take(of, 0, [called(1), called(2), called(3)])).toEqual([called(2, '1.1'), called(3, '1.1')]);
  expect(ledger.take(of, 0, [called(1), called(2), called(3)])).toEqual([]);
});

test('where a message was lost the rest waits for the result', () => {
  const ledger = new Ledger([called(1, '1.1')]);
  expect(ledger.take(of, 2, [called(3)])).toEqual([]);
  expect(ledger.take(of, 0, [called(1), called(2), called(3)])).toHaveLength(2);
});

test('what another delivery took counts as well', () => {
  const ledger = new Ledger([called(1, '1.1')]);
  expect(ledger.take({ ...of, delivery: '1.2' }, 0, [called(1)])).toEqual([called(1, '1.2')]);
});

test('paths of logs are those of the machine that reads them', () => {
  const event: Event = {
    type: 'check.ran',
    attempt: 'c1.a1',
    commit: sha,
    result: {
      status: 'passed',
      command: 'c',
      exitCode: 0,
      signal: null,
      ms: 1,
      tail: 'see /there/logs for more',
      log: '/there/logs/c1.log',
    },
  };
  const [, bytes] = outcomeFile({ event, calls: [] }, '/there/logs');
  expect(readOutcome(Buffer.from(bytes), '/here/logs').event).toMatchObject({
    result: { log: '/here/logs/c1.log', tail: 'see /there/logs for more' },
  });
});

test('pieces of a reply go out together, and only their end where there are many', async () => {
  const said: Said[] = [];
  const pieces = new Coalescer((delta) => said.push(delta));
  const add = (text: string): void =>
    pieces.add({
      say: 'delta',
      role: 'coder',
      conversation: 'c',
      attempt: null,
      alias: 'm',
      kind: 'text',
      text,
    });
  for (let i = 0; i < 10_000; i++) {
    add('x');
  }
  add('end');
  expect(said).toHaveLength(0);
  pieces.flush();
  expect(said).toHaveLength(1);
  const [first] = said;
  expect(first?.say === 'delta' ? first.text : '').toMatch(/^x{3997}end$/);
  add('more');
  await setTimeout(150);
  expect(said).toHaveLength(2);
});

test('a lease that nobody could renew for its whole length is lost, one that was renewed is not', async () => {
  const lost: string[] = [];
  const lease = new Lease(100, (id) => lost.push(id));
  lease.hold('a');
  lease.hold('b');
  for (let i = 0; i < 6; i++) {
    await setTimeout(40);
    lease.renewed(['b']);
  }
  lease.lost(['b', 'unknown']);
  lease.close();
  expect(lost).toEqual(['a', 'b']);
});
