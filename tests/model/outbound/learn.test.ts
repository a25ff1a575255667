import { expect, test } from 'vitest';
import type { Message } from '../../../src/domain/transcript.ts';
import type { ModelEntry } from '../../../src/model/entry.ts';
import { createLessonBook, type Lesson } from '../../../src/model/lessons.ts';
import { chatBody } from '../../../src/model/outbound/chat.ts';
import { lessonFrom } from '../../../src/model/outbound/learn.ts';
import { setupOf } from '../../../src/model/outbound/setup.ts';
import { entryFor } from '../server.ts';
import { read } from '../tools.ts';

const messages: Message[] = [
  { role: 'system', text: 'S' },
  { role: 'user', text: 'U' },
  { role: 'assistant', text: '', reasoning: 'hm', calls: [{ id: 'a.b', tool: 'read', input: {} }] },
  { role: 'tool', call: 'a.b', ok: true, text: 'r' },
];

/** What the first refusal teaches, and what the same one teaches after that. */
function lessons(message: string, more: Partial<ModelEntry> = {}, status = 400): (Lesson | undefined)[] {
  const book = createLessonBook();
  const entry = entryFor('http://x', { temperature: 0, maxTokens: 32_000, ...more });
  return [1, 2].map(() => {
    const setup = setupOf(entry, book.of('x'));
    const body = chatBody({ messages, tools: [read] }, setup);
    const lesson = lessonFrom({ status, body: { error: { message } } }, body, setup);
    if (lesson) {
      book.learn('x', lesson);
    }
    return lesson;
  });
}

test.each<[string, Partial<Lesson>, Partial<ModelEntry>]>([
  ["Unsupported value: 'temperature' does not support 0 with this model.", { drop: ['temperature'] }, {}],
  ['Unsupported parameter: temperature', { drop: ['temperature'] }, {}],
  ['`temperature` is deprecated for this model.', { drop: ['temperature'] }, {}],
  [
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    { compat: { maxTokensField: 'max_completion_tokens' } },
    {},
  ],
  [
    'body.max_completion_tokens: Extra inputs are not permitted',
    { compat: { maxTokensField: 'max_tokens' } },
    { compat: { maxTokensField: 'max_completion_tokens' } },
  ],
  [
    'max_tokens is too large: 32000. This model supports at most 16384 completion tokens',
    { maxTokens: 16_384 },
    {},
  ],
  [
    "'max_tokens' is too large: 32000. This model's maximum context length is 8192 tokens and your request has 6000 input tokens (32000 > 8192 - 6000).",
    { maxTokens: 2192 },
    {},
  ],
  [
    'max_tokens: 32000 > 8192, which is the maximum allowed number of output tokens for m-20240307',
    { maxTokens: 8192 },
    {},
  ],
  ['stream_options: Extra inputs are not permitted', { drop: ['stream_options'] }, {}],
  ['Streaming is not supported for this model', { compat: { stream: false } }, {}],
  [
    "Unsupported parameter: 'parallel_tool_calls'",
    { drop: ['parallel_tool_calls'] },
    { compat: { parallelToolCalls: false } },
  ],
  [
    'The tool_choice parameter does not support being set to required',
    { drop: ['tool_choice'] },
    { compat: { toolChoice: 'required' } },
  ],
  [
    'Unrecognized request argument supplied: reasoning_effort',
    { drop: ['reasoning_effort'] },
    { effort: 'high' },
  ],
  [
    'Unknown name "strict" at \'tools[0].function\': Cannot find field.',
    { drop: ['strict'] },
    { compat: { strict: true } },
  ],
  [
    'Unknown name "additionalProperties" at \'tools[0].function_declarations[0].parameters\': Cannot find field.',
    { schemaDrop: ['additionalProperties'] },
    {},
  ],
  [
    "Unsupported value: 'messages[0].role' does not support 'developer' with this model.",
    { compat: { systemRole: 'system' } },
    { compat: { systemRole: 'developer' } },
  ],
  [
    'chat template rejected the request: Unexpected message role.',
    { compat: { systemRole: 'system' } },
    { compat: { systemRole: 'developer' } },
  ],
  ['System role not supported', { compat: { systemRole: 'user' } }, {}],
  [
    'The `reasoning_content` in the thinking mode must be passed back to the API.',
    { compat: { reasoningBack: 'reasoning_content' } },
    {},
  ],
  [
    "property 'reasoning_content' is unsupported",
    { compat: { reasoningBack: 'none' } },
    { compat: { reasoningBack: 'reasoning_content' } },
  ],
  [
    'Tool call id was a.b but must be a-z, A-Z, 0-9, with a length of 9.',
    { compat: { callIds: 'nine' } },
    {},
  ],
  [
    "messages.2.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    { compat: { callIds: 'plain' } },
    {},
  ],
  ["Unexpected role 'user' after role 'tool'", { compat: { bridgeAfterTool: true } }, {}],
  [
    'Function call is missing a thought_signature in functionCall parts.',
    { compat: { signaturePlaceholder: true } },
    {},
  ],
  ['messages.2.content: Input should be a valid string', { compat: { emptyContent: 'empty' } }, {}],
  [
    'GenerateContentRequest.contents[3].parts[0].function_response.name: Name cannot be empty.',
    { compat: { toolResultName: true } },
    {},
  ],
])('"%s" teaches once', (message, expected, more) => {
  const [first, second] = lessons(message, more);
  expect(first).toMatchObject(expected);
  expect(first?.told).toMatch(/\w/);
  expect(second).toBeUndefined();
});

test.each([
  'temperature must be a number',
  'Image inputs are not allowed',
  'Invalid JSON',
  'messages: Field required',
])('"%s" teaches nothing', (message) => {
  expect(lessons(message)[0]).toBeUndefined();
});

test('a parameter that was not sent is not given up', () => {
  expect(lessons('Unsupported parameter: reasoning_effort')[0]).toBeUndefined();
});

test('other failures teach nothing', () => {
  expect(lessons('Unsupported parameter: temperature', {}, 401)[0]).toBeUndefined();
  expect(lessons('Unsupported parameter: temperature', {}, 503)[0]).toBeUndefined();
});
