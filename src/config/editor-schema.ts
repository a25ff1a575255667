import { z } from 'zod';
import { Plan } from '../domain/plan.ts';
import { RepositoryFile, UserFile } from './schema.ts';

const FILES = {
  agents: { title: 'agents.yaml of orchestrate', schema: RepositoryFile },
  config: { title: 'config.yaml of orchestrate', schema: UserFile },
  plan: { title: 'plan.yaml of orchestrate', schema: Plan },
} as const;
export type SchemaName = keyof typeof FILES;
export const SCHEMA_NAMES: readonly SchemaName[] = ['agents', 'config', 'plan'];

export const schemaFile = (name: SchemaName): string => `${name}.schema.json`;

/** What editors check a file by while it is written: JSON Schema of the very schema that reads it. */
export function editorSchema(name: SchemaName): string {
  const { title, schema } = FILES[name];
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`;
}
