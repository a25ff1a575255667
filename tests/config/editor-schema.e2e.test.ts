import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { editorSchema, schemaFile, SCHEMA_NAMES } from '../../src/config/editor-schema.ts';
import { RepositoryFile, UserFile } from '../../src/config/schema.ts';

const shipped = async (file: string): Promise<string> =>
  readFile(path.resolve(import.meta.dirname, '../../dist/schemas', file), 'utf8');
const Shape = z.looseObject({
  properties: z.record(z.string(), z.unknown()),
  additionalProperties: z.boolean(),
});

it.each(SCHEMA_NAMES)('the schema of %s that is shipped is the one that reads the file', async (name) => {
  expect(await shipped(schemaFile(name))).toBe(editorSchema(name));
});

it.each([
  ['agents', RepositoryFile],
  ['config', UserFile],
] as const)('the schema of %s knows every setting, and no other', (name, schema) => {
  const { properties, additionalProperties } = Shape.parse(JSON.parse(editorSchema(name)));
  expect(Object.keys(properties).toSorted()).toEqual(Object.keys(schema.shape).toSorted());
  expect(additionalProperties).toBe(false);
});
