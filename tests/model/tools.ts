import type { ToolSpec } from '../../src/model/model.ts';

const object = (properties: Record<string, unknown>, required: string[]): Record<string, unknown> => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

export const read: ToolSpec = {
  name: 'read',
  description: 'Reads a file.',
  parameters: object({ path: { type: 'string' }, limit: { type: 'integer' } }, ['path']),
};

export const write: ToolSpec = {
  name: 'write',
  description: 'Writes a file.',
  parameters: object({ path: { type: 'string' }, content: { type: 'string' } }, ['path', 'content']),
};

export const bash: ToolSpec = {
  name: 'bash',
  description: 'Runs a command.',
  parameters: object(
    {
      command: { type: 'string' },
      background: { type: 'boolean' },
      timeoutMs: { type: ['integer', 'null'] },
    },
    ['command'],
  ),
};

export const status: ToolSpec = {
  name: 'status',
  description: 'Shows the tree.',
  parameters: object({}, []),
};

export const todos: ToolSpec = {
  name: 'todos',
  description: 'Sets the list.',
  parameters: object({ items: { type: 'array', items: { type: 'string' } } }, ['items']),
};

export const tools: readonly ToolSpec[] = [read, write, bash, status, todos];
