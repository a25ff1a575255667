import { expect, test } from 'vitest';
import type { Event } from '../../src/domain/event.ts';
import { redactor } from '../../src/domain/redaction/redactor.ts';
import type { Message } from '../../src/domain/transcript.ts';
import { createBudget } from '../../src/model/budget.ts';
import { ModelError } from '../../src/model/errors.ts';
import { metered } from '../../src/model/metered.ts';
import type { Model } from '../../src/model/model.ts';
import { call, says, scripted } from '../../src/model/scripted.ts';
import { coder } from '../../src/roles/coder.ts';
import { Accounts } from '../../src/run/accounts.ts';
import { converse } from '../../src/run/converse.ts';

const never = new AbortController().signal;
const usage = { input: 10, cached: 0, output: 2, usd: 0.5 };
const bill = { model: 'm', usage, ms: 1 };

/** Holds a coder's conversation; gives what was told of its calls. */
async function held(model: Model, messages: readonly Message[] = []) {
  const told: Event[] = [];
  const agent = coder({ prompt: 'You write code.', tools: [], turns: 9 });
  const caller = { role: 'coder', conversation: 'c1.a1.coder', attempt: 'c1.a1', alias: 'm' };
  const result = converse(
    {
      agent,
      brief: 'Do it.',
      caller,
      emit: async (event) => {
        told.push(event);
        return Promise.resolve();
      },
      control: { signal: never, stopping: never, words: () => [] },
    },
    {
      models: () => model,
      accounts: new Accounts([]),
      summarizer: { prompt: 'Sum up.', alias: 'm' },
      permit: async () => Promise.resolve({ decision: 'allow', rule: 'none' }),
      redactor: redactor({ known: [], tag: () => '0'.repeat(12) }),
      transcripts: async () =>
        Promise.resolve({
          messages,
          append: async () => Promise.resolve(),
          close: async () => Promise.resolve(),
        }),
    },
  );
  return { told, end: await result.catch((error: unknown) => error) };
}

const done = call('finish', { outcome: 'done', summary: 'It is done.' });

test('a failed call that was paid for is told with what it took, and counts as no reply', async () => {
  const { model } = scripted(new ModelError('server', 'it broke in the middle', { usage }));
  const { told, end } = await held(model);
  expect(end).toMatchObject({ kind: 'server' });
  expect(told).toMatchObject([
    { type: 'model.called', model: 'scripted', usage, failed: 'it broke in the middle', attempt: 'c1.a1' },
  ]);
  const accounts = new Accounts(told);
  expect(accounts.told('c1.a1.coder')).toBe(0);
});

test('a failed call that nobody knows the price of tells nothing', async () => {
  const { model } = scripted(new ModelError('connection', 'nobody there'));
  expect((await held(model)).told).toEqual([]);
});

test('what was discarded on the way to a reply is part of its cost', async () => {
  const { model } = scripted({ ...says('', done), usage, discarded: usage });
  expect((await held(model)).told).toMatchObject([
    { type: 'model.called', usage: { input: 20, output: 4, usd: 1 } },
    { type: 'tool.called', tool: 'finish' },
  ]);
});

test('what the journal is told is what the budget was charged, failures included', async () => {
  const { model } = scripted(
    { ...says('', call('nothing', {})), usage, discarded: usage },
    new ModelError('protocol', 'no end', { usage: { ...usage, usd: 0.25 } }),
  );
  const budget = createBudget();
  const { told } = await held(metered(model, budget, { attempt: 'c1.a1' }));
  const usd = told.flatMap((event) => (event.type === 'model.called' ? [event.usage.usd ?? 0] : []));
  expect(usd).toEqual([1, 0.25]);
  expect(budget.spent().spend).toMatchObject({ calls: 2, usd: 1.25 });
  expect(budget.spent({ attempt: 'c1.a1' }).spend.usd).toBe(1.25);
});

test('a summary is booked on the summarizer', async () => {
  const { model } = scripted(says('', done));
  const { told } = await held(model, [
    { role: 'system', text: 'You write code.' },
    { role: 'user', text: 'Do it.' },
    { role: 'assistant', text: '', calls: [call('nothing', {})], bill },
    { role: 'tool', call: 'nothing-1', ok: false, text: 'no such tool' },
    { role: 'system', text: 'Context: a summary takes the place of what came before message 4' },
    { role: 'assistant', text: 'Nothing was done.', calls: [], bill },
    { role: 'user', text: 'Go on from there.' },
  ]);
  expect(told.map((event) => (event.type === 'model.called' ? event.role : event.type))).toEqual([
    'coder',
    'summarizer',
    'coder',
    'tool.called',
  ]);
});
