import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseMeant } from '../../src/agent/meant.ts';

const Input = z.strictObject({
  path: z.string(),
  limit: z.int().optional(),
  all: z.boolean().optional(),
  names: z.array(z.string()).optional(),
  said: z.array(z.strictObject({ criterion: z.string(), met: z.boolean() })).optional(),
  where: z.strictObject({ line: z.number() }).optional(),
});

test.each<[string, Record<string, unknown>, z.infer<typeof Input>]>([
  ['what fits', { path: 'a', limit: 2 }, { path: 'a', limit: 2 }],
  ['a null for a key left out', { path: 'a', limit: null }, { path: 'a' }],
  ['a number as text', { path: 'a', limit: '5' }, { path: 'a', limit: 5 }],
  ['a truth as text', { path: 'a', all: 'true' }, { path: 'a', all: true }],
  ['a list as text', { path: 'a', names: '["x","y"]' }, { path: 'a', names: ['x', 'y'] }],
  ['one in place of a list', { path: 'a', names: 'x' }, { path: 'a', names: ['x'] }],
  ['an object as text', { path: 'a', where: '{"line":3}' }, { path: 'a', where: { line: 3 } }],
  ['a number for a text', { path: 7 }, { path: '7' }],
  [
    'the same deep inside',
    { path: 'a', said: [{ criterion: 1, met: 'false' }] },
    { path: 'a', said: [{ criterion: '1', met: false }] },
  ],
  [
    'one object in place of a list',
    { path: 'a', said: { criterion: '1', met: true } },
    { path: 'a', said: [{ criterion: '1', met: true }] },
  ],
])('%s is taken', (_, raw, wanted) => {
  const before = structuredClone(raw);
  expect(parseMeant(Input, raw)).toMatchObject({ success: true, data: wanted });
  expect(raw).toEqual(before);
});

test.each<[string, unknown, RegExp]>([
  ['a key that is missing', {}, /path/],
  ['a key that is unknown', { path: 'a', file: 'b' }, /file/],
  ['a number that is none', { path: 'a', limit: 'many' }, /limit/],
  ['an object for a text', { path: { name: 'a' } }, /path/],
  ['a null that is needed', { path: null }, /path/],
  ['a text for an object', { path: 'a', where: 'here' }, /where/],
  ['no object at all', 'a', /object/],
  ['nothing', undefined, /object/],
])('%s is refused in the words of the schema', (_, raw, words) => {
  const result = parseMeant(Input, raw);
  expect(result.success ? '' : z.prettifyError(result.error)).toMatch(words);
});
