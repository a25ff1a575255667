import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { effective } from '../../src/config/effective.ts';
import { FrontMatterKeys, RepositoryFile, UserFile } from '../../src/config/schema.ts';
import { readSettingsFile } from '../../src/config/source.ts';

const text = readFileSync('agents.yaml', 'utf8');

it('the example at the root works with nothing but a key', () => {
  const source = readSettingsFile(text, 'agents.yaml', 'repository');
  const { roles, models, lacks, warnings } = effective({
    sources: [source],
    env: { OPENAI_API_KEY: 'sk-abcdefgh' },
  });
  expect([lacks, warnings]).toEqual([[], []]);
  expect(Object.keys(roles)).toEqual(['planner', 'coder', 'reviewer', 'summarizer']);
  expect(Object.keys(models).toSorted()).toEqual(['cheap', 'strong']);
});

it.each([
  ['configuration.md', Object.keys(UserFile.shape)],
  ['configuration.md', ['planner', 'coder', 'reviewer', 'summarizer', 'turns', 'temperature', 'tools']],
  ['configuration.md', Object.keys(RepositoryFile.shape.limits.unwrap().shape)],
  ['configuration.md', Object.keys(RepositoryFile.shape.models.unwrap().valueType.shape)],
  ['configuration.md', Object.keys(UserFile.shape.providers.unwrap().valueType.shape)],
  ['configuration.md', Object.keys(UserFile.shape.mcp.unwrap().valueType.shape)],
  ['spec-format.md', Object.keys(FrontMatterKeys.shape)],
])('docs/%s tells every key of %j', (page, keys) => {
  const words = readFileSync(`docs/${page}`, 'utf8');
  expect(keys.filter((key) => !words.includes(`\`${key}\``))).toEqual([]);
});
