import { expect, test } from 'vitest';
import { recoverPrinted } from '../../../src/model/inbound/printed/printed.ts';
import { tools } from '../tools.ts';

const calls = (text: string): unknown =>
  recoverPrinted(text, tools)?.calls.map(({ name, input }) => [name, input]);

const readA = [['read', { path: 'a' }]];

test.each<[string, string]>([
  ['a tag around JSON', '<tool_call>\n{"name": "read", "arguments": {"path": "a"}}\n</tool_call>'],
  ['arguments as text', '<tool_call>{"name":"read","arguments":"{\\"path\\":\\"a\\"}"}</tool_call>'],
  ['the closing tag missing', '<tool_call>\n{"name": "read", "arguments": {"path": "a"}}'],
  ['a list between tags', '<tool_calls>[{"name":"read","parameters":{"path":"a"}}]</tool_calls>'],
  [
    'functions and parameters as tags',
    '<tool_call>\n<function=read>\n<parameter=path>\na\n</parameter>\n</function>\n</tool_call>',
  ],
  ['a function tag alone', '<function=read>\n<parameter=path>\na\n</parameter>\n</function>'],
  ['a function tag with JSON', '<function=read>{"path": "a"}</function>'],
  [
    'a function tag, the wrapper only closed',
    '<function=read><parameter=path>a</parameter></function></tool_call>',
  ],
  [
    'invoke tags',
    '<function_calls>\n<invoke name="read">\n<parameter name="path">a</parameter>\n</invoke>\n</function_calls>',
  ],
  [
    'function tags in a vendor’s own wrapper',
    '<seed:tool_call>\n<function=read>\n<parameter=path>a</parameter>\n</function>\n</seed:tool_call>',
  ],
  [
    'barred tags',
    '<｜DSML｜function_calls>\n<｜DSML｜invoke name="read">\n<｜DSML｜parameter name="path" string="true">a</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
  ],
  ['a fence of tool code', '```tool_code\nread(path="a")\n```'],
  ['a printed call in tool code', '```tool_code\nprint(default_api.read(path="a"))\n```'],
  ['an announced fence', 'Action: ```json\n[{"tool_name": "read", "parameters": {"path": "a"}}]\n```'],
  [
    'a name and pairs of keys and values',
    '<tool_call>read\n<arg_key>path</arg_key>\n<arg_value>a</arg_value>\n</tool_call>',
  ],
  ['a mark before a list', '[TOOL_CALLS][{"name": "read", "arguments": {"path": "a"}}]'],
  ['a mark, a name, a mark', '[TOOL_CALLS]read[ARGS]{"path": "a"}'],
  ['a mark with an id', '[TOOL_CALLS]read[CALL_ID]abcDEF123[ARGS]{"path": "a"}'],
  ['a python tag', '<|python_tag|>{"name": "read", "parameters": {"path": "a"}}<|eom_id|>'],
  ['a python tag and a call list', '<|python_start|>[read(path="a")]<|python_end|>'],
  ['a call list', "[read(path='a')]"],
  [
    'sections',
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.read:0<|tool_call_argument_begin|>{"path":"a"}<|tool_call_end|><|tool_calls_section_end|>',
  ],
  [
    'barred marks with a fence',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read\n```json\n{"path":"a"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  ],
  [
    'barred marks without a fence',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>read<｜tool▁sep｜>{"path":"a"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  ],
  ['a list mark', '<|tool_call|>[{"name":"read","arguments":{"path":"a"}}]'],
  ['channels', '<|channel|>commentary to=functions.read <|constrain|>json<|message|>{"path":"a"}<|call|>'],
  ['a fence and nothing else', '```json\n{"name": "read", "arguments": {"path": "a"}}\n```'],
  ['an object and nothing else', '{"name": "read", "arguments": {"path": "a"}}'],
  ['an object of the wire', '{"type":"function","function":{"name":"read","arguments":{"path":"a"}}}'],
])('%s is a call', (_, text) => {
  expect(calls(text)).toEqual(readA);
});

test.each<[string, string]>([
  ['another tool', '<tool_call>{"name":"delete","arguments":{"path":"a"}}</tool_call>'],
  ['arguments that do not fit', '<tool_call>{"name":"read","arguments":{"file":"a"}}</tool_call>'],
  ['a value of the wrong type', '<tool_call>{"name":"read","arguments":{"path":7}}</tool_call>'],
  ['prose behind', '<tool_call>{"name":"read","arguments":{"path":"a"}}</tool_call>\nThat is how it looks.'],
  ['a place within a line', 'It says: <tool_call>{"name":"read","arguments":{"path":"a"}}</tool_call>'],
  ['a quoted line', '> <tool_call>{"name":"read","arguments":{"path":"a"}}</tool_call>'],
  ['an open fence', 'So:\n```\n<tool_call>{"name":"read","arguments":{"path":"a"}}</tool_call>'],
  ['a closed fence', 'So:\n```xml\n<tool_call>{"name":"read","arguments":{"path":"a"}}</tool_call>\n```'],
  ['a fence of tildes', 'So:\n~~~\n[TOOL_CALLS]read[ARGS]{"path": "a"}'],
  ['plain JSON after prose', 'I call:\n{"name": "read", "arguments": {"path": "a"}}'],
  ['a fence after prose', 'I call:\n```json\n{"name": "read", "arguments": {"path": "a"}}\n```'],
  ['an open object', '<tool_call>{"name":"read","arguments":{"path":"a"'],
  [
    'one call that is none among others',
    '<tool_call>{"name":"read","arguments":{"path":"a"}}</tool_call><tool_call>{"name":"x","arguments":{}}</tool_call>',
  ],
  ['a fence of Python that is no tool code', '```python\nread(path="a")\n```'],
  ['more code behind the call', '```tool_code\nread(path="a")\nx = 1\n```'],
  ['a list of words', '[read, write]'],
  ['a call with an expression', '[read(path=open("a"))]'],
  ['data that looks like a call', '{"name": "Alice", "parameters": {"age": 7}}'],
])('%s stays text', (_, text) => {
  expect(recoverPrinted(text, tools)).toBeUndefined();
});

test('without tools nothing is a call', () => {
  expect(
    recoverPrinted('<tool_call>{"name":"read","arguments":{"path":"a"}}</tool_call>', []),
  ).toBeUndefined();
});

test('prose before is the text, and several calls are several', () => {
  const text =
    'I look at both.\n<tool_call>{"name":"read","arguments":{"path":"a"}}</tool_call>\n<tool_call>{"name":"bash","arguments":{"command":"ls"}}</tool_call>';
  expect(recoverPrinted(text, tools)).toEqual({
    text: 'I look at both.',
    calls: [
      { name: 'read', input: { path: 'a' } },
      { name: 'bash', input: { command: 'ls' } },
    ],
  });
});

test('raw parameters keep their text and take the types of the schema', () => {
  const content = 'if (a < b && c > d) {\n  say("</parameter> is a tag");\n}';
  expect(
    calls(
      `<function=write>\n<parameter=path>\na.ts\n</parameter>\n<parameter=content>\n${content}\n</parameter>\n</function>`,
    ),
  ).toEqual([['write', { path: 'a.ts', content }]]);
  expect(
    calls(
      '<function=bash>\n<parameter=command>\nls\n</parameter>\n<parameter=background>\nTrue\n</parameter>\n<parameter=timeoutMs>\n50\n</parameter>\n</function>',
    ),
  ).toEqual([['bash', { command: 'ls', background: true, timeoutMs: 50 }]]);
});

test('a call list of Python knows literals and nothing else', () => {
  expect(
    calls(
      '[todos(items=["a, b", \'c\']), bash(command="say \\"hi\\"\\n", background=False, timeoutMs=None)]',
    ),
  ).toEqual([
    ['todos', { items: ['a, b', 'c'] }],
    ['bash', { command: 'say "hi"\n', background: false, timeoutMs: null }],
  ]);
});

test('marks one after the other are calls one after the other', () => {
  expect(calls('[TOOL_CALLS]read[ARGS]{"path":"a"}[TOOL_CALLS]read[ARGS]{"path":"b"}')).toEqual([
    ['read', { path: 'a' }],
    ['read', { path: 'b' }],
  ]);
  expect(
    calls(
      '<|python_tag|>{"name":"read","parameters":{"path":"a"}}; {"name":"read","parameters":{"path":"b"}}',
    ),
  ).toHaveLength(2);
});

test('a long text full of openings is read in a moment', () => {
  expect(recoverPrinted('<tool_call>\n{"a": ['.repeat(20_000), tools)).toBeUndefined();
  expect(recoverPrinted('x\n<function=read><parameter=path>'.repeat(20_000), tools)).toBeUndefined();
});
