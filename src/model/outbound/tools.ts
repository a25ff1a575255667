import { type Json, listOf, objectOf } from '../json.ts';
import type { ToolSpec } from '../model.ts';
import type { Setup } from './setup.ts';

export type WireFunction = {
  readonly name: string;
  readonly description: string;
  readonly parameters: Json;
  readonly strict?: boolean;
};

/** Tools as functions for the wire, their schemas rid of what the server refused, made strict where it is asked for. */
export function functionsOf(tools: readonly ToolSpec[], { compat, lessons }: Setup): WireFunction[] {
  const strict = compat.strict && !lessons.drop.includes('strict');
  return tools.map(({ name, description, parameters }) => {
    const schema = strict ? strictSchema(parameters) : parameters;
    return {
      name,
      description,
      parameters: objectOf(without(schema, ['$schema', ...lessons.schemaDrop])) ?? {},
      ...(strict && { strict }),
    };
  });
}

/** Removes keywords at every depth, but not properties that happen to bear such a name. */
function without(schema: unknown, keywords: readonly string[]): unknown {
  if (Array.isArray(schema)) {
    return schema.map((item) => without(item, keywords));
  }
  const object = objectOf(schema);
  if (!object) {
    return schema;
  }
  const entries = Object.entries(object)
    .filter(([key]) => !keywords.includes(key))
    .map(
      ([key, value]) =>
        [key, key === 'properties' ? each(value, keywords) : without(value, keywords)] as const,
    );
  return Object.fromEntries(entries);
}

const each = (properties: unknown, keywords: readonly string[]): Json =>
  Object.fromEntries(
    Object.entries(objectOf(properties) ?? {}).map(([key, value]) => [key, without(value, keywords)]),
  );

/** Strict mode: every key required, optional ones nullable, nothing beside them. */
function strictSchema(schema: unknown): Json {
  const object = objectOf(schema) ?? {};
  const properties = objectOf(object['properties']);
  const items = objectOf(object['items']);
  if (!properties) {
    return items ? { ...object, items: strictSchema(items) } : object;
  }
  const required = listOf(object['required']);
  const entries = Object.entries(properties).map(([key, value]) => {
    const inner = strictSchema(value);
    return [key, required.includes(key) ? inner : nullable(inner)] as const;
  });
  return {
    ...object,
    properties: Object.fromEntries(entries),
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

function nullable(schema: Json): Json {
  const type = schema['type'];
  if (type === undefined) {
    return { anyOf: [schema, { type: 'null' }] };
  }
  const types = [type].flat();
  const values = Array.isArray(schema['enum']) ? { enum: [...listOf(schema['enum']), null] } : {};
  return types.includes('null') ? schema : { ...schema, ...values, type: [...types, 'null'] };
}
