import { expect, test } from 'vitest';
import type { Assistant, Message } from '../../../src/domain/transcript.ts';
import type { ModelEntry } from '../../../src/model/entry.ts';
import { createLessonBook, type Lesson } from '../../../src/model/lessons.ts';
import type { Request } from '../../../src/model/model.ts';
import { chatBody } from '../../../src/model/outbound/chat.ts';
import { responsesBody } from '../../../src/model/outbound/responses.ts';
import { setupOf } from '../../../src/model/outbound/setup.ts';
import { entryFor } from '../server.ts';
import { read } from '../tools.ts';

const messages: Message[] = [
  { role: 'system', text: 'S' },
  { role: 'user', text: 'U' },
];
const request: Request = { messages, tools: [read] };

function setup(more: Partial<ModelEntry> = {}, ...lessons: Lesson[]) {
  const book = createLessonBook();
  for (const lesson of lessons) {
    book.learn('x', lesson);
  }
  return setupOf(entryFor('http://x', more), book.of('x'));
}

test('a chat request holds what is set and nothing else', () => {
  expect(chatBody(request, setup())).toEqual({
    model: 'wire-name',
    messages: [
      { role: 'system', content: 'S' },
      { role: 'user', content: 'U' },
    ],
    tools: [
      {
        type: 'function',
        function: { name: 'read', description: 'Reads a file.', parameters: read.parameters },
      },
    ],
    stream: true,
    stream_options: { include_usage: true },
  });
});

test('a request’s own bounds go before the entry’s', () => {
  const entry = { temperature: 1, maxTokens: 500, effort: 'high' };
  expect(chatBody({ ...request, temperature: 0, maxTokens: 100 }, setup(entry))).toMatchObject({
    temperature: 0,
    max_tokens: 100,
    reasoning_effort: 'high',
  });
  expect(chatBody(request, setup(entry))).toMatchObject({ temperature: 1, max_tokens: 500 });
});

test('what was learned is kept to', () => {
  const learned = setup(
    { temperature: 0, maxTokens: 5000 },
    { drop: ['temperature', 'stream_options'], told: 'a' },
    {
      maxTokens: 4096,
      compat: { maxTokensField: 'max_completion_tokens' },
      schemaDrop: ['additionalProperties'],
      told: 'b',
    },
  );
  const body = chatBody(request, learned);
  expect(body).not.toHaveProperty('temperature');
  expect(body).not.toHaveProperty('stream_options');
  expect(body).not.toHaveProperty('max_tokens');
  expect(body['max_completion_tokens']).toBe(4096);
  expect(JSON.stringify(body)).not.toContain('additionalProperties');
});

test('a keyword is taken out of schemas, a property of that name is not', () => {
  const tool = {
    ...read,
    parameters: { type: 'object', properties: { format: { type: 'string', format: 'uri' } } },
  };
  const body = chatBody({ messages, tools: [tool] }, setup({}, { schemaDrop: ['format'], told: 'x' }));
  expect(body['tools']).toMatchObject([
    { function: { parameters: { properties: { format: { type: 'string' } } } } },
  ]);
  expect(JSON.stringify(body)).not.toContain('uri');
});

test('strict tools have every key required and optional ones nullable', () => {
  const body = chatBody(request, setup({ compat: { strict: true } }));
  expect(body['tools']).toEqual([
    {
      type: 'function',
      function: {
        name: 'read',
        description: 'Reads a file.',
        strict: true,
        parameters: {
          type: 'object',
          properties: { path: { type: 'string' }, limit: { type: ['integer', 'null'] } },
          required: ['path', 'limit'],
          additionalProperties: false,
        },
      },
    },
  ]);
});

test('what was not understood goes back as no arguments, and a wild name as one that is taken', () => {
  const turn: Assistant = {
    role: 'assistant',
    text: '',
    calls: [{ id: 'a', tool: 'what?!', input: 'not JSON', invalid: 'x' }],
  };
  const body = chatBody(
    { messages: [...messages, turn, { role: 'tool', call: 'a', ok: false, text: 'x' }], tools: [] },
    setup(),
  );
  expect(body['messages']).toMatchObject([
    {},
    {},
    { tool_calls: [{ function: { name: 'what__', arguments: '{}' } }] },
    {},
  ]);
});

const signedTurn = (vendor: string): Assistant => ({
  role: 'assistant',
  text: '',
  reasoning: 'hm',
  calls: [{ id: 'a', tool: 'read', input: { path: 'x' } }],
  vendor: {
    origin: { vendor, model: 'wire-name' },
    signatures: [{ google: { thought_signature: 'SIG' } }],
    reasoningDetails: [{ type: 'reasoning.encrypted', data: 'ENC' }],
  },
});
const withTurn = (turn: Assistant): Request => ({
  messages: [...messages, turn, { role: 'tool', call: 'a', ok: true, text: 'r' }],
  tools: [],
});

test('signatures go back to their own vendor only', () => {
  const own = chatBody(withTurn(signedTurn('gemini')), setup({ profile: 'gemini' }));
  expect(own['messages']).toMatchObject([
    {},
    {},
    { tool_calls: [{ extra_content: { google: { thought_signature: 'SIG' } } }] },
    {},
  ]);
  const other = JSON.stringify(chatBody(withTurn(signedTurn('gemini')), setup({ profile: 'groq' })));
  expect(other).not.toContain('SIG');
  const placeholder = JSON.stringify(chatBody(withTurn(signedTurn('openai')), setup({ profile: 'gemini' })));
  expect(placeholder).not.toContain('SIG"');
  expect(placeholder).toContain('skip_thought_signature_validator');
});

test('reasoning goes back in the field that the vendor wants', () => {
  expect(JSON.stringify(chatBody(withTurn(signedTurn('x')), setup()))).not.toMatch(/reasoning|hm/);
  expect(chatBody(withTurn(signedTurn('x')), setup({ profile: 'deepseek' }))['messages']).toMatchObject([
    {},
    {},
    { reasoning_content: 'hm' },
    {},
  ]);
  expect(
    chatBody(withTurn(signedTurn('openrouter')), setup({ profile: 'openrouter' }))['messages'],
  ).toMatchObject([{}, {}, { reasoning_details: [{ data: 'ENC' }] }, {}]);
});

test('a profile is known by the host, and an unknown name is refused', () => {
  expect(
    setupOf(entryFor('x', { baseUrl: 'https://api.mistral.ai/v1' }), createLessonBook().of('x')).compat
      .callIds,
  ).toBe('nine');
  expect(() => setup({ profile: 'nobody' })).toThrow(/unknown profile "nobody"; known are openai, gemini/);
});

test('a Responses request is stateless and asks for sealed reasoning', () => {
  expect(responsesBody({ ...request, maxTokens: 100 }, setup({ effort: 'low' }))).toEqual({
    model: 'wire-name',
    instructions: 'S',
    input: [{ role: 'user', content: 'U' }],
    tools: [
      {
        type: 'function',
        strict: false,
        name: 'read',
        description: 'Reads a file.',
        parameters: read.parameters,
      },
    ],
    max_output_tokens: 100,
    reasoning: { effort: 'low' },
    stream: true,
    store: false,
    include: ['reasoning.encrypted_content'],
  });
});

const reasoned = (model: string): Assistant => ({
  role: 'assistant',
  text: 'Looking.',
  calls: [{ id: 'a', tool: 'read', input: { path: 'x' } }],
  vendor: {
    origin: { vendor: 'http://x/v1', model },
    items: [
      { type: 'reasoning', item: { type: 'reasoning', summary: [], encrypted_content: 'ENC' } },
      { type: 'text', text: 'Looking.' },
      { type: 'call', call: 0 },
      { type: 'reasoning', item: { type: 'reasoning', summary: [], encrypted_content: 'ALONE' } },
    ],
  },
});

test('a turn goes back in its own order, to the model that made it', () => {
  expect(responsesBody(withTurn(reasoned('wire-name')), setup())['input']).toEqual([
    { role: 'user', content: 'U' },
    { type: 'reasoning', summary: [], encrypted_content: 'ENC' },
    { role: 'assistant', content: 'Looking.' },
    { type: 'function_call', call_id: 'a', name: 'read', arguments: '{"path":"x"}' },
    { type: 'function_call_output', call_id: 'a', output: 'r' },
  ]);
  expect(JSON.stringify(responsesBody(withTurn(reasoned('another')), setup()))).not.toContain('ENC');
});
