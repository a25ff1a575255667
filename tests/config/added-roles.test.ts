import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readAddedRole } from '../../src/config/added-roles.ts';
import { loadConfiguration } from '../../src/config/load.ts';
import { problemsOf } from './problems-of.ts';

const read = (text: string, name = 'security') =>
  readAddedRole(text, { name, file: `roles/${name}.md`, kind: 'repository' });

describe('the file of an added role', () => {
  it('says its kind, and the files that it is asked about', () => {
    const text = '---\nkind: reviewer\nwhen: [src/**, "!src/gen/**"]\nturns: 8\n---\nLook for leaks.\n';
    expect(read(text)).toMatchObject({
      name: 'security',
      kind: 'reviewer',
      when: ['src/**', '!src/gen/**'],
      body: 'Look for leaks.\n',
      bodyLine: 6,
    });
    expect(read('---\nkind: reviewer\nwhen: "*.sql"\n---\n').when).toEqual(['*.sql']);
    expect(read('---\nkind: reviewer\n---\n').when).toEqual([]);
  });

  it.each([
    ['---\nkind: reviwer\n---\n', 'security.md:2:7: kind: did you mean reviewer?, received "reviwer"'],
    ['---\nkind: poet\n---\n', 'security.md:2:7: kind: expected reviewer, received "poet"'],
    ['---\nkind: reviewer\nwen: [a]\n---\n', 'security.md:3:1: wen is not a setting'],
    ['---\nkind: reviewer\nturns: 0\n---\n', 'security.md:3:8: turns: expected at least 1'],
  ])('is refused by its line: %j', (text, problem) => {
    expect(problemsOf(() => read(text))[0]).toContain(problem);
  });

  it.each(['Security', '1st', 'se curity', 'a.b'])('is refused under the name %s', (name) => {
    expect(problemsOf(() => read('---\nkind: reviewer\n---\n', name))[0]).toContain('small letters');
  });
});

type Texts = Readonly<Record<string, string>>;

/** What is configured by these files and links, below the repository or the user's own folder. */
async function loaded(files: Texts, env: Texts = {}, links: Texts = {}) {
  const root = await mkdtemp(path.join(tmpdir(), 'orchestrate-added-'));
  onTestFinished(async () => rm(root, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  for (const [name, to] of Object.entries(links)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await symlink(to, path.join(root, name));
  }
  return loadConfiguration({
    root,
    env: { XDG_CONFIG_HOME: path.join(root, 'user'), OPENAI_API_KEY: 'k', ...env },
    tools: ['read', 'grep', 'glob', 'list', 'write', 'edit', 'bash', 'outline', 'note'],
  });
}
const OWN = '.orchestrate/roles';
const YOURS = 'user/orchestrate/roles';
const MODELS =
  'models: { cheap: {}, strong: {} }\nroles: { planner: { model: cheap }, coder: { model: cheap }, reviewer: { model: cheap, turns: 7 } }\n';

describe('an added role', () => {
  it('has what its file says, and the rest of the reviewer', async () => {
    const { added, entries, models } = await loaded({
      'agents.yaml': MODELS,
      [`${OWN}/security.md`]: '---\nkind: reviewer\nmodel: strong\ntemperature: 0\n---\nLook.',
      [`${OWN}/speed.md`]: '---\nkind: reviewer\nturns: 3\ntools: [read]\n---\nLook.',
    });
    const strong = { easy: ['strong'], medium: ['strong'], hard: ['strong'] };
    const cheap = { easy: ['cheap'], medium: ['cheap'], hard: ['cheap'] };
    const tools = ['read', 'grep', 'glob', 'list'];
    expect(added).toMatchObject([
      { name: 'security', kind: 'reviewer', routes: strong, turns: 7, temperature: 0, tools },
      { name: 'speed', routes: cheap, turns: 3, tools: ['read'] },
    ]);
    expect(Object.keys(models).toSorted()).toEqual(['cheap', 'strong']);
    expect(entries).toContainEqual(
      expect.objectContaining({ key: 'roles.security.kind', value: 'reviewer' }),
    );
    expect(entries).toContainEqual(expect.objectContaining({ key: 'roles.speed.turns', value: 3 }));
  });

  it('of the user counts before one of the repository by the same name', async () => {
    const { added } = await loaded(
      {
        [`${OWN}/security.md`]: '---\nkind: reviewer\n---\nTheirs.',
        [`${YOURS}/security.md`]: '---\nkind: reviewer\n---\nYours.',
      },
      { OPENAI_MODEL: 'm' },
    );
    expect(added.map(({ prompt }) => prompt.body)).toEqual(['Yours.']);
  });

  it.each([
    ['is a slip where it says no kind', '---\nturns: 3\n---\nLook.', 'kind: reviewer'],
    [
      'has no placeholder that nothing fills',
      '---\nkind: reviewer\n---\n{{chek}}',
      'did you mean {{check}}?',
    ],
    ['gets no tool that nobody has', '---\nkind: reviewer\ntools: [raed]\n---\n', 'did you mean read?'],
  ])('%s', async (_, text, problem) => {
    await expect(loaded({ [`${OWN}/security.md`]: text }, { OPENAI_MODEL: 'm' })).rejects.toThrow(problem);
  });

  it('names no model that is not described', async () => {
    const text = '---\nkind: reviewer\nmodel: strnog\n---\n';
    await expect(loaded({ 'agents.yaml': MODELS, [`${OWN}/security.md`]: text })).rejects.toThrow(
      /security\.md:3:\d+: roles\.security\.model names strnog.*strong/,
    );
  });

  it.each([
    ['a file', `${OWN}/speed.md`, '../../private/speed.md'],
    ["a prompt of the program's", `${OWN}/coder.md`, '../../private/speed.md'],
    ['the folder', OWN, '../private'],
    ['the folder above it', '.orchestrate', 'other'],
  ])('is no link that comes with the repository: %s', async (_, link, to) => {
    const text = '---\nkind: reviewer\n---\nkey-of-somebody';
    const files = { 'private/speed.md': text, 'other/roles/speed.md': text };
    await expect(loaded(files, { OPENAI_MODEL: 'm' }, { [link]: to })).rejects.toThrow(
      /leads to .*(?:private|other).*would go to a model/,
    );
  });
});
