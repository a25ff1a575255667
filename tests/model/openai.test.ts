import { afterEach, describe, expect, test } from 'vitest';
import { holding } from './holding.ts';
import type { Message } from '../../src/domain/transcript.ts';
import type { ModelEntry } from '../../src/model/entry.ts';
import { createGate } from '../../src/model/gate.ts';
import { createLessonBook } from '../../src/model/lessons.ts';
import type { Delta, Request } from '../../src/model/model.ts';
import { createModel, gateKey, type ModelDeps } from '../../src/model/openai.ts';
import type { Wait } from '../../src/model/wait.ts';
import {
  type Answer,
  callAnswer,
  delta,
  DONE,
  entryFor,
  event,
  json,
  play,
  type Play,
  refusal,
  textAnswer,
} from './server.ts';
import { read, tools } from './tools.ts';

const request: Request = { messages: [{ role: 'user', text: 'Go.' }], tools };
const never = new AbortController().signal;
const quick: ModelDeps = {
  retries: { retries: 2, rateLimitRetries: 2, baseMs: 5 },
  patience: { firstByteMs: 2000, idleMs: 300 },
};

let server: Play;
afterEach(async () => server.close());

async function modelFor(
  answers: Parameters<typeof play>[0],
  more: Partial<ModelEntry> = {},
  deps: ModelDeps = {},
) {
  server = await play(answers);
  return createModel(entryFor(server.url, more), { ...quick, ...deps });
}

const kindOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'ok',
    (error: unknown) => error,
  );

describe('a turn', () => {
  test('comes with its calls, reasoning, usage, price and the name of the model', async () => {
    const model = await modelFor(
      [
        {
          chunks: [
            delta({ reasoning_content: 'look ' }),
            delta({ reasoning_content: 'first' }),
            delta({ content: 'Looking.' }),
            delta({
              tool_calls: [{ index: 0, id: 'a', function: { name: 'read', arguments: '{"path":"x"}' } }],
            }),
            delta({}, 'tool_calls'),
            event({
              choices: [],
              usage: {
                prompt_tokens: 1000,
                completion_tokens: 100,
                prompt_tokens_details: { cached_tokens: 400 },
              },
            }),
            DONE,
          ],
        },
      ],
      { price: { input: 10, cached: 1, output: 20 } },
    );
    const deltas: Delta[] = [];
    const reply = await model.complete(request, { signal: never, onDelta: (d) => deltas.push(d) });
    expect(reply).toEqual({
      message: {
        role: 'assistant',
        text: 'Looking.',
        reasoning: 'look first',
        calls: [{ id: 'a', tool: 'read', input: { path: 'x' } }],
      },
      usage: { input: 1000, cached: 400, output: 100, usd: (600 * 10 + 400 * 1 + 100 * 20) / 1e6 },
      model: 'wire-name',
      finish: 'stop',
    });
    expect(deltas.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'reasoning look ',
      'reasoning first',
      'text Looking.',
      'call {"path":"x"}',
    ]);
  });

  test('without a price has no price, and without usage an estimate that says so', async () => {
    const reply = await (await modelFor([textAnswer('Done.')])).complete(request, { signal: never });
    expect(reply.usage).toMatchObject({ usd: null, estimated: true });
    expect(reply.usage.input).toBeGreaterThan(0);
  });

  test('that was cut holds nothing to run', async () => {
    const cut: Answer = {
      chunks: [
        delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'read', arguments: '{"path":"x"}' } }] }),
        delta({}, 'length'),
        DONE,
      ],
    };
    const reply = await (await modelFor([cut])).complete(request, { signal: never });
    expect(reply.finish).toBe('length');
    expect(reply.message.calls[0]?.invalid).toMatch(/token limit/);
  });

  test('with arguments that cannot be understood says why and keeps what came', async () => {
    const bent: Answer = {
      chunks: [
        delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'read', arguments: '{"path":"x' } }] }),
        delta({}, 'tool_calls'),
        DONE,
      ],
    };
    const reply = await (await modelFor([bent])).complete(request, { signal: never });
    expect(reply.message.calls).toEqual([
      {
        id: 'a',
        tool: 'read',
        input: '{"path":"x',
        invalid: holding('incomplete JSON'),
      },
    ]);
  });

  test('has ids that no earlier call has', async () => {
    const messages: Message[] = [
      { role: 'user', text: 'Go.' },
      { role: 'assistant', text: '', calls: [{ id: 'call_1', tool: 'read', input: { path: 'x' } }] },
      { role: 'tool', call: 'call_1', ok: true, text: 'r' },
    ];
    const reply = await (
      await modelFor([callAnswer('read', { path: 'y' }, 'call_1')])
    ).complete({ messages, tools }, { signal: never });
    expect(reply.message.calls[0]?.id).toMatch(/^call_[0-9a-f]{20}$/);
  });

  test('goes back with what its vendor signed', async () => {
    const signed: Answer = {
      chunks: [
        delta({
          tool_calls: [
            {
              index: 0,
              id: 'a',
              function: { name: 'read', arguments: '{"path":"x"}' },
              extra_content: { google: { thought_signature: 'SIG' } },
            },
          ],
        }),
        delta({}, 'tool_calls'),
        DONE,
      ],
    };
    const model = await modelFor([signed, textAnswer('Done.')]);
    const { message } = await model.complete(request, { signal: never });
    await model.complete(
      { messages: [...request.messages, message, { role: 'tool', call: 'a', ok: true, text: 'r' }], tools },
      { signal: never },
    );
    expect(server.seen[1]?.body['messages']).toMatchObject([
      {},
      { tool_calls: [{ extra_content: { google: { thought_signature: 'SIG' } } }] },
      {},
    ]);
  });

  test('of a refusing model is no answer', async () => {
    const model = await modelFor([{ chunks: [delta({ refusal: 'I cannot.' }), delta({}, 'stop'), DONE] }]);
    expect(await kindOf(model.complete(request, { signal: never }))).toMatchObject({
      kind: 'content_filter',
      message: holding('I cannot.'),
    });
  });
});

describe('failures', () => {
  test('that pass are repeated within bounds, and each wait is told', async () => {
    const waits: Wait[] = [];
    const model = await modelFor(
      [refusal(500, 'oops'), refusal(429, 'slow', {}), textAnswer('Done.')],
      {},
      { onWait: (w) => waits.push(w) },
    );
    const reply = await model.complete(request, { signal: never });
    expect(reply.message.text).toBe('Done.');
    expect(waits.map(({ why, of, reason }) => [why, of, reason])).toEqual([
      ['retry', 'cheap', 'cheap: HTTP 500: oops'],
      ['rate limit', 'cheap', 'cheap: HTTP 429: slow'],
    ]);
  });

  test('that stay end within the budget of tries', async () => {
    const model = await modelFor([refusal(503, 'down')]);
    expect(await kindOf(model.complete(request, { signal: never }))).toMatchObject({
      kind: 'server',
      status: 503,
    });
    expect(server.seen).toHaveLength(3);
  });

  test.each([
    [401, 'auth'],
    [402, 'quota'],
    [400, 'bad_request'],
    [404, 'not_found'],
  ])('%d is not repeated', async (status, kind) => {
    const model = await modelFor([refusal(status, 'no')]);
    expect(await kindOf(model.complete(request, { signal: never }))).toMatchObject({ kind, status });
    expect(server.seen).toHaveLength(1);
  });

  test('of a server that is not there are told as such', async () => {
    const gone = await play([]);
    await gone.close();
    server = gone;
    const model = createModel(entryFor(gone.url), quick);
    expect(await kindOf(model.complete(request, { signal: never }))).toMatchObject({
      kind: 'connection',
      message: holding('connection refused'),
    });
  });

  test('in mid-stream drop the half turn', async () => {
    const half: Answer = { chunks: [delta({ content: 'Half' })], end: 'reset' };
    const reply = await (await modelFor([half, textAnswer('Whole.')])).complete(request, { signal: never });
    expect(reply.message.text).toBe('Whole.');
  });

  test('by silence are a timeout, never an end', async () => {
    const model = await modelFor(
      [{ chunks: [delta({ content: 'Half' })], end: 'open' }],
      {},
      { patience: { idleMs: 40 } },
    );
    expect(await kindOf(model.complete(request, { signal: never }))).toMatchObject({ kind: 'timeout' });
    expect(server.seen).toHaveLength(3);
  });

  test('of an empty reply are tried once more, and what it took is counted', async () => {
    const empty: Answer = {
      chunks: [
        delta({}, 'stop'),
        event({ choices: [], usage: { prompt_tokens: 50, completion_tokens: 1 } }),
        DONE,
      ],
    };
    const model = await modelFor([empty, textAnswer('Done.', { prompt_tokens: 50, completion_tokens: 2 })]);
    const reply = await model.complete(request, { signal: never });
    expect(reply.discarded).toMatchObject({ input: 50, output: 1 });
    expect(reply.usage).toMatchObject({ input: 50, output: 2 });
  });

  test('of empty replies alone end with what all of them took', async () => {
    const empty: Answer = {
      chunks: [
        delta({}, 'stop'),
        event({ choices: [], usage: { prompt_tokens: 50, completion_tokens: 1 } }),
        DONE,
      ],
    };
    const model = await modelFor([empty]);
    const failure = await kindOf(model.complete(request, { signal: never }));
    expect(server.seen).toHaveLength(2);
    expect(failure).toMatchObject({ kind: 'protocol', empty: true, usage: { input: 100, output: 2 } });
    expect(String(failure)).not.toMatch(/(\b[\w-]+: )\1/);
  });

  test('after the turn was whole are none', async () => {
    const model = await modelFor([
      { chunks: [delta({ content: 'Done.' }), delta({}, 'stop')], end: 'reset' },
    ]);
    expect((await model.complete(request, { signal: never })).message.text).toBe('Done.');
    const open = await play([{ chunks: [delta({ content: 'Done.' }), delta({}, 'stop')], end: 'open' }]);
    const patient = createModel(entryFor(open.url), { patience: { graceMs: 30 } });
    expect((await patient.complete(request, { signal: never })).message.text).toBe('Done.');
    await open.close();
  });

  test('by an abort carry its reason', async () => {
    const model = await modelFor([{ chunks: [], end: 'open' }]);
    const controller = new AbortController();
    const reason = new Error('stopped by a person');
    const call = kindOf(model.complete(request, { signal: controller.signal }));
    setTimeout(() => {
      controller.abort(reason);
    }, 30);
    expect(await call).toBe(reason);
  });
});

describe('lessons', () => {
  test('are learned once and shared', async () => {
    const lessons = createLessonBook();
    const answers = [refusal(400, 'Unsupported parameter: temperature'), textAnswer('Done.')];
    const model = await modelFor(answers, { temperature: 0 }, { lessons });
    const first = await model.complete(request, { signal: never });
    expect(first.remarks).toEqual(['cheap: the server refuses temperature: it is left out']);
    const second = await createModel(entryFor(server.url, { temperature: 0 }), {
      ...quick,
      lessons,
    }).complete(request, { signal: never });
    expect(second.remarks).toBeUndefined();
    expect(server.seen.map(({ body }) => 'temperature' in body)).toEqual([true, false, false]);
  });

  test('tell the window that an overflow named', async () => {
    const model = await modelFor([refusal(400, "This model's maximum context length is 8192 tokens.")]);
    expect(model.window).toBeUndefined();
    expect(await kindOf(model.complete(request, { signal: never }))).toMatchObject({ kind: 'overflow' });
    expect(model.window).toBe(8192);
    expect(server.seen).toHaveLength(1);
  });

  test('lead from a missing API to the older one', async () => {
    const model = await modelFor(
      [
        (seen) =>
          seen.path.endsWith('/responses')
            ? { status: 404, chunks: ['404 page not found'] }
            : textAnswer('Done.'),
      ],
      { api: 'responses' },
    );
    const reply = await model.complete(request, { signal: never });
    expect(reply.message.text).toBe('Done.');
    expect(reply.remarks?.[0]).toMatch(/no \/responses/);
  });

  test('are not drawn from a missing model', async () => {
    const model = await modelFor([refusal(404, 'The model x does not exist')], { api: 'responses' });
    expect(await kindOf(model.complete(request, { signal: never }))).toMatchObject({ kind: 'not_found' });
    expect(server.seen).toHaveLength(1);
  });
});

test('a prompt that the server cut is noticed', async () => {
  const long: Request = {
    messages: [{ role: 'user', text: 'many words in a row '.repeat(2000) }],
    tools: [],
  };
  const model = await modelFor([
    textAnswer('Done.', { prompt_tokens: 2048, completion_tokens: 1 }),
    textAnswer('Done.', { prompt_tokens: 8100, completion_tokens: 1 }),
  ]);
  expect((await model.complete(long, { signal: never })).remarks?.[0]).toMatch(
    /cut the prompt: about \d+ tokens were sent, it counted 2048/,
  );
  expect((await model.complete(long, { signal: never })).remarks).toBeUndefined();
});

test('one gate holds for all calls that share it', async () => {
  const gate = createGate('key', { concurrency: 1 });
  let running = 0;
  let most = 0;
  const counted = () => {
    most = Math.max(most, ++running);
    setTimeout(() => running--, 15);
    return { ...textAnswer('Done.'), gapMs: 5 };
  };
  const model = await modelFor([counted], {}, { gate });
  await Promise.all([1, 2, 3].map(async () => model.complete(request, { signal: never })));
  expect(most).toBe(1);
});

test('a whole reply does where a stream was asked for, and the other way round', async () => {
  const whole = json({
    choices: [{ message: { content: 'Done.' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 3, completion_tokens: 1 },
  });
  const model = await modelFor([whole, textAnswer('Done.')], { compat: { stream: false } });
  expect((await model.complete(request, { signal: never })).message.text).toBe('Done.');
  expect((await model.complete(request, { signal: never })).message.text).toBe('Done.');
  expect(server.seen[0]?.body['stream']).toBe(false);
});

test('headers of an entry are sent, and the key only as a key', async () => {
  const model = await modelFor([textAnswer('Done.')], { headers: { 'x-team': 'blue' } });
  await model.complete({ messages: request.messages, tools: [read] }, { signal: never });
  expect(server.seen[0]?.headers).toMatchObject({
    'x-team': 'blue',
    authorization: 'Bearer sk-test-0123456789abcdef',
  });
  expect(JSON.stringify(server.seen[0]?.body)).not.toContain('sk-test');
});

test('a Responses stream gives the same turn', async () => {
  const item = { type: 'function_call', id: 'fc', call_id: 'a', name: 'read', arguments: '{"path":"x"}' };
  const thought = {
    type: 'reasoning',
    id: 'rs',
    summary: [{ type: 'summary_text', text: 'look' }],
    encrypted_content: 'ENC',
  };
  const model = await modelFor(
    [
      {
        chunks: [
          event({ type: 'response.created', response: { status: 'in_progress', model: 'real-name' } }),
          event({ type: 'response.reasoning_summary_text.delta', output_index: 0, delta: 'look' }),
          event({ type: 'response.output_item.done', output_index: 0, item: thought }),
          event({ type: 'response.output_text.delta', output_index: 1, delta: 'Looking.' }),
          event({ type: 'response.output_item.done', output_index: 2, item }),
          event({
            type: 'response.completed',
            response: {
              status: 'completed',
              model: 'real-name',
              output: [],
              usage: { input_tokens: 9, output_tokens: 4 },
            },
          }),
        ],
      },
    ],
    { api: 'responses' },
  );
  expect(await model.complete(request, { signal: never })).toMatchObject({
    model: 'real-name',
    usage: { input: 9, output: 4 },
    message: {
      text: 'Looking.',
      reasoning: 'look',
      calls: [{ id: 'a', tool: 'read', input: { path: 'x' } }],
      vendor: {
        items: [
          { type: 'reasoning', item: { encrypted_content: 'ENC' } },
          { type: 'text' },
          { type: 'call', call: 0 },
        ],
      },
    },
  });
});

test('models with one provider key share a gate, and the name of it gives nothing away', () => {
  const entry = entryFor('https://api.example.com:8443');
  expect(gateKey(entry)).toMatch(/^api\.example\.com:8443 [0-9a-f]{6}$/);
  expect(gateKey({ ...entry, name: 'other', model: 'other' })).toBe(gateKey(entry));
  expect(gateKey({ ...entry, apiKey: 'another' })).not.toBe(gateKey(entry));
});
