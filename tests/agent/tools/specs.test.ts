import { expect, test } from 'vitest';
import { z } from 'zod';
import { tool } from '../../../src/agent/tool.ts';
import { TOOL_NAMES } from '../../../src/agent/tools/create-tools.ts';
import { toolsIn } from './workbench.ts';

const CODER = ['read', 'write', 'edit', 'bash', 'grep', 'glob', 'list', 'outline', 'note'];
const context = { signal: new AbortController().signal };

test('a coder gets nine tools, described in few words', async () => {
  const { set } = await toolsIn({}, { names: CODER });
  const sizes = set.tools.map(({ spec }) => JSON.stringify(spec).length);
  expect(set.tools.map(({ spec }) => spec.name)).toEqual(CODER);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(450 * CODER.length);
});

test('every schema is one plain object without a union', async () => {
  const { set } = await toolsIn({});
  for (const { spec } of set.tools) {
    expect(spec.parameters).toMatchObject({ type: 'object', additionalProperties: false });
    expect(JSON.stringify(spec.parameters)).not.toMatch(/anyOf|oneOf|allOf|\$ref/);
  }
});

test('reading tools are the ones that change nothing, and a reader gets no others', async () => {
  const { set } = await toolsIn({}, { readOnly: true });
  expect(set.tools.map(({ spec }) => spec.name)).toEqual(['read', 'grep', 'glob', 'list', 'outline']);
});

test('tools come in the order they are named, and an unknown name is an error that lists them', async () => {
  const { set } = await toolsIn({}, { names: ['bash', 'read'] });
  expect(set.tools.map(({ spec }) => spec.name)).toEqual(['bash', 'read']);
  await expect(toolsIn({}, { names: ['reed'] })).rejects.toThrow(/no tool reed; there are read, write/);
});

const echo = tool({
  name: 'echo',
  description: 'Says what it got.',
  input: z.strictObject({
    text: z.string(),
    times: z.int().optional(),
    loud: z.boolean().optional(),
    parts: z.array(z.string()).optional(),
  }),
  run: async (input) => JSON.stringify(input),
});

test.each([
  {
    input: { text: 'a', times: '3', loud: 'true', parts: '["b"]' },
    got: { text: 'a', times: 3, loud: true, parts: ['b'] },
  },
  { input: { text: 'a', times: null, loud: null, parts: null }, got: { text: 'a' } },
  { input: { text: '3' }, got: { text: '3' } },
])('takes $input as it is meant', async ({ input, got }) => {
  const { ok, text } = await echo.run(input, context);
  const understood: unknown = JSON.parse(text);
  expect({ ok, understood }).toEqual({ ok: true, understood: got });
});

test.each([
  { input: {} },
  { input: null },
  { input: '' },
  { input: { text: 'a', file: 'b' } },
  { input: { text: 'a', times: 'many' } },
])('refuses $input and says what it takes', async ({ input }) => {
  const { ok, text } = await echo.run(input, context);
  expect(ok).toBe(false);
  expect(text).toMatch(/^echo was not run, its input is wrong:/);
  expect(text).toContain('It takes { text, times?, loud?, parts? }.');
});

test('what a tool throws is told, but an abort goes up', async () => {
  const controller = new AbortController();
  const failing = tool({
    name: 'failing',
    description: 'Fails.',
    input: z.strictObject({}),
    run: async () => {
      throw new Error('the disk is full');
    },
  });
  expect(await failing.run({}, { signal: controller.signal })).toEqual({
    ok: false,
    text: 'the disk is full',
  });
  controller.abort(new Error('stopped'));
  await expect(failing.run({}, { signal: controller.signal })).rejects.toThrow('stopped');
});

test('what a tool lets pass goes up, whatever else it throws is told', async () => {
  const limited = tool({
    name: 'limited',
    description: 'Meets a limit.',
    input: z.strictObject({ how: z.string() }),
    passes: (error) => error instanceof RangeError,
    run: async ({ how }) => {
      throw how === 'limit' ? new RangeError('nothing is left') : new Error('no such thing');
    },
  });
  await expect(limited.run({ how: 'limit' }, context)).rejects.toThrow('nothing is left');
  expect(await limited.run({ how: 'else' }, context)).toEqual({ ok: false, text: 'no such thing' });
});

test('every tool is known by its name before there is a working copy', async () => {
  const { set } = await toolsIn({}, { names: TOOL_NAMES });
  expect(set.tools.map(({ spec }) => spec.name)).toEqual(TOOL_NAMES);
  await expect(toolsIn({}, { names: ['gerp'] })).rejects.toThrow(
    'There is no tool gerp; there are read, write',
  );
});
