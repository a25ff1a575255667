import { expect, it } from 'vitest';
import { z } from 'zod';
import { carryOut } from '../../src/agent/carry-out.ts';
import type { CallRecord, Permission, Wish } from '../../src/agent/permit.ts';
import { tool } from '../../src/agent/tool.ts';
import { call } from '../../src/model/scripted.ts';
import { never } from './world.ts';

const paint = (ran: string[]) =>
  tool({
    name: 'paint',
    description: '',
    input: z.strictObject({ path: z.string() }),
    wish: ({ path }) => ({ kind: 'write', paths: [path] }),
    run: async ({ path }) => {
      ran.push(path);
      return Promise.resolve({ ok: true, text: 'péinted', facts: { exit: 3 } });
    },
  });

async function carried(permission: Permission, input: unknown = { path: 'a.txt' }) {
  const ran: string[] = [];
  const wishes: Wish[] = [];
  const records: CallRecord[] = [];
  const result = await carryOut(paint(ran), call('paint', input, 'call_1'), {
    signal: never,
    permit: async ({ wish }) => {
      wishes.push(wish);
      return Promise.resolve(permission);
    },
    called: async (record) => {
      records.push(record);
      return Promise.resolve();
    },
  });
  return { ran, wishes, records, result };
}

it('runs what is permitted, by what the call would do, and tells how it went', async () => {
  const { ran, wishes, records } = await carried({ decision: 'allow', rule: 'auto' });
  expect(ran).toEqual(['a.txt']);
  expect(wishes).toEqual([{ kind: 'write', paths: ['a.txt'] }]);
  expect(records).toMatchObject([
    { call: 'call_1', tool: 'paint', ok: true, bytes: 8, facts: { exit: 3 }, permission: { rule: 'auto' } },
  ]);
});

it('answers what is not permitted with the reason, and runs nothing', async () => {
  const { ran, records, result } = await carried({ decision: 'deny', rule: 'plan', text: 'Not here.' });
  expect([ran, result]).toEqual([[], { ok: false, text: 'Not here.' }]);
  expect(records).toMatchObject([{ ok: false, permission: { decision: 'deny' } }]);
});

it('needs no permission for an input that is refused anyway', async () => {
  const { wishes, result } = await carried({ decision: 'allow', rule: 'look' }, { wrong: 1 });
  expect(wishes).toEqual([{ kind: 'look' }]);
  expect(result.ok).toBe(false);
});

it.each<[Permission, string[]]>([
  [{ decision: 'allow', rule: 'auto' }, ['paint a.txt']],
  [{ decision: 'deny', rule: 'auto', text: 'no' }, []],
])('tells what begins, in a line and without secrets, once it may: %j', async (permission, told) => {
  const begun: string[] = [];
  await carryOut(paint([]), call('paint', { path: 'a.txt\nsecret' }, 'call_1'), {
    signal: never,
    permit: async () => Promise.resolve(permission),
    begins: (what) => begun.push(what),
    hide: (text) => text.replace('secret', '***'),
  });
  expect(begun).toEqual(told);
});
