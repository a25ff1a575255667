import { expect, test } from 'vitest';
import { readArguments } from '../../../src/model/inbound/arguments.ts';
import { bash, read, status, todos, write } from '../tools.ts';

const inputs = (pieces: string | string[], tool = write): unknown => {
  const result = readArguments([pieces].flat(), tool);
  return 'inputs' in result ? result.inputs : result.problem;
};

test.each<[string, string, unknown]>([
  ['plain', '{"path":"a"}', { path: 'a' }],
  ['spaces around', ' \n{"path":"a"}\n ', { path: 'a' }],
  ['a string that holds JSON', String.raw`"{\"path\":\"a\"}"`, { path: 'a' }],
  ['encoded twice', JSON.stringify(JSON.stringify('{"path":"a"}')), { path: 'a' }],
  ['a fence', '```json\n{"path":"a"}\n```', { path: 'a' }],
  ['a fence without a language', '```\n{"path":"a"}\n```', { path: 'a' }],
  ['a tag around', '<arguments>{"path":"a"}</arguments>', { path: 'a' }],
  ['a tag behind', '{"path":"a"}</tool_call>', { path: 'a' }],
  ['a control token behind', '{"path":"a"}<|im_end|>', { path: 'a' }],
  ['a label before', 'arguments: {"path":"a"}', { path: 'a' }],
  ['nothing before', 'null{"path":"a"}', { path: 'a' }],
  ['braces too many', '{"path":"a"}}}', { path: 'a' }],
  ['an empty object before', '{}{"path":"a"}', { path: 'a' }],
  ['the same twice', '{"path":"a"}{"path":"a"}', { path: 'a' }],
  ['a comma too many', '{"path":"a",}', { path: 'a' }],
  ['quotes of the other kind', "{'path': 'a'}", { path: 'a' }],
  ['a key without quotes', '{path: "a"}', { path: 'a' }],
  ['a line end inside a string', '{"content":"one\ntwo\tthree"}', { content: 'one\ntwo\tthree' }],
  [
    'an escape that JSON does not know',
    String.raw`{"content":"\d+\.ts$ \\ \n"}`,
    { content: '\\d+\\.ts$ \\ \n' },
  ],
  ['constants of Python', '{"path":"True","limit":None}', { path: 'True', limit: null }],
])('%s', (_, text, expected) => {
  expect(inputs(text)).toEqual([expected]);
});

test('two different objects are two inputs', () => {
  expect(inputs('{"path":"a"}{"path":"b"}')).toEqual([{ path: 'a' }, { path: 'b' }]);
  expect(inputs('{"path":"a"}, {"path":"b"}')).toEqual([{ path: 'a' }, { path: 'b' }]);
});

test('pieces that each repeat what came before are one text', () => {
  expect(inputs(['{"path"', '{"path":"a","con', '{"path":"a","content":"x"}'])).toEqual([
    { path: 'a', content: 'x' },
  ]);
  expect(inputs(['{"path":', '"a"}', '{"path":"a"}'])).toEqual([{ path: 'a' }]);
});

test('a piece that happens to begin like the text so far is still a piece', () => {
  expect(inputs(['{"a":', '{"a":1}}'], status)).toEqual([{ a: { a: 1 } }]);
});

test.each([
  ['an open string', '{"path":"a","content":"line one\\nline t'],
  ['an open object', '{"path":"a"'],
  ['an open list', '{"items":["a"'],
  ['prose', 'please read a.ts'],
  ['a list', '["a"]'],
  ['a number', '7'],
  ['a value that is missing', '{"path":}'],
  ['a quote inside that is not escaped', '{"content":"say "hi" now"}'],
  ['prose behind', '{"path":"a"} and then run it'],
])('%s is never guessed at', (_, text) => {
  expect(inputs(text)).toEqual(expect.stringMatching(/arguments/));
});

test('problems are told without words of a parser', () => {
  expect(inputs('{"path":"a')).not.toMatch(/unexpected token|in JSON at position/i);
});

test('no arguments are an empty object only for a tool that needs none', () => {
  expect(inputs('', status)).toEqual([{}]);
  expect(inputs('null', status)).toEqual([{}]);
  expect(inputs('  ', write)).toBe('the call came without arguments; required: path, content');
});

test('valid JSON is taken letter by letter', () => {
  const content = 'C:\\Users\\dev\n{"n": [1, 2,]} // “quoted” \\d';
  expect(inputs(JSON.stringify({ path: 'a', content }))).toEqual([{ path: 'a', content }]);
});

test('a text parameter that holds JSON stays text', () => {
  expect(inputs('{"path":"a.json","content":"{\\"n\\":[1,2]}"}')).toEqual([
    { path: 'a.json', content: '{"n":[1,2]}' },
  ]);
  expect(inputs('{"path":"true"}', read)).toEqual([{ path: 'true' }]);
});

test('a list, number or truth inside a text is taken out where no text was asked for', () => {
  expect(inputs('{"items":"[\\"a\\",\\"b\\"]"}', todos)).toEqual([{ items: ['a', 'b'] }]);
  expect(inputs('{"command":"ls","background":"true","timeoutMs":"5"}', bash)).toEqual([
    { command: 'ls', background: true, timeoutMs: 5 },
  ]);
  expect(inputs('{"items":"not a list"}', todos)).toEqual([{ items: 'not a list' }]);
});

test('a large text is read in a moment', () => {
  const content = 'x"\\\n'.repeat(250_000);
  expect(inputs(JSON.stringify({ path: 'a', content }))).toEqual([{ path: 'a', content }]);
  expect(inputs(`{"path":"a","content":"${'\n'.repeat(300_000)}",}`)).toEqual([
    { path: 'a', content: '\n'.repeat(300_000) },
  ]);
});

test('a value that is too deep for whoever walks over it is no input', () => {
  const deep = (levels: number): string => `{"path":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  expect(inputs(deep(150))).toHaveLength(1);
  expect(inputs(deep(50_000))).toMatch(/^the arguments are not valid JSON/);
  expect(inputs(`{"items":${JSON.stringify('['.repeat(50_000) + ']'.repeat(50_000))}}`, todos)).toHaveLength(
    1,
  );
});
