import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfiguration, type LoadOptions } from '../../src/config/load.ts';
import { ConfigError } from '../../src/config/problem.ts';

let base: string;
const inside = (...parts: string[]): string => path.join(base, ...parts);
function put(file: string, text: string): void {
  mkdirSync(path.dirname(inside(file)), { recursive: true });
  writeFileSync(inside(file), text);
}
const load = async (more: Partial<LoadOptions> = {}) =>
  loadConfiguration({
    root: inside('repo'),
    env: { HOME: inside('home'), OPENAI_API_KEY: 'sk-abcdefgh', OPENAI_MODEL: 'm' },
    ...more,
  });

beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'orchestrate-config-'));
  mkdirSync(inside('repo', 'packages', 'api'), { recursive: true });
});
afterEach(() => {
  rmSync(base, { recursive: true });
});

describe('loading', () => {
  it('needs no file at all', async () => {
    const { settings, roles, lacks, prompts } = await load();
    expect(settings.check).toEqual([]);
    expect(lacks).toEqual([]);
    expect(Object.keys(roles)).toEqual(['planner', 'coder', 'reviewer', 'summarizer']);
    expect(prompts.coder.body.length).toBeGreaterThan(20);
  });

  it('puts repository, user, spec and flags together', async () => {
    put('repo/agents.yaml', 'check: npm test\nsetup: npm ci\nlimits: { parallel: 2, rounds: 2 }\n');
    put('home/.config/orchestrate/config.yaml', 'limits: { parallel: 5, minutes: 9 }\nmode: ask\n');
    const loaded = await load({
      flags: { parallel: '7', json: true },
      spec: { source: 'spec.md', frontMatter: { text: 'check: make', line: 2 } },
    });
    expect(loaded.settings).toMatchObject({
      check: ['make'],
      setup: 'npm ci',
      parallel: 7,
      rounds: 2,
      minutes: 9,
    });
    expect(loaded.machine.mode).toBe('ask');
    const origins = new Map(loaded.entries.map(({ key, origin }) => [key, origin.place]));
    expect(origins.get('check')).toBe('spec.md:2:8');
    expect(origins.get('setup')).toBe('agents.yaml:2:8');
    expect(origins.get('minutes')).toBe(`${inside('home/.config/orchestrate/config.yaml')}:1:33`);
  });

  it('takes the agents.yaml that is nearest to where it starts, and only that', async () => {
    put('repo/agents.yaml', 'check: at the root\nsetup: root\n');
    put('agents.yaml', 'check: above the root\n');
    expect((await load({ start: inside('repo/packages/api') })).settings.check).toEqual(['at the root']);
    put('repo/packages/api/agents.yaml', 'check: near\n');
    const near = await load({ start: inside('repo/packages/api') });
    expect(near.settings).toMatchObject({ check: ['near'], setup: null });
    expect(near.entries.find((e) => e.key === 'check')?.origin.place).toBe('packages/api/agents.yaml:1:8');
    rmSync(inside('repo/packages/api/agents.yaml'));
    rmSync(inside('repo/agents.yaml'));
    expect((await load({ start: inside('repo/packages/api') })).settings.check).toEqual([]);
  });

  it('reads a named file instead, which may say what the user may', async () => {
    put('repo/agents.yaml', 'check: not read\nsetup: not read\n');
    put('repo/packages/api/ci.yaml', 'check: ci\nmode: plan\n');
    const { settings, machine } = await load({ start: inside('repo/packages/api'), file: 'ci.yaml' });
    expect(settings).toMatchObject({ check: ['ci'], setup: null });
    expect(machine.mode).toBe('plan');
    await expect(load({ file: 'gone.yaml' })).rejects.toThrow('--config: there is no file gone.yaml');
  });

  it('never passes over a file with the other ending', async () => {
    put('repo/agents.yml', 'limits: { budget: 1 }\n');
    await expect(load()).rejects.toThrow(
      `${inside('repo/agents.yml')}: this file is not read: call it agents.yaml`,
    );
    put('repo/agents.yaml', '\uFEFFlimits: { budget: 2 }\r\n');
    expect((await load()).settings.budget).toBe(2);
    put('home/.config/orchestrate/config.yml', '');
    await expect(load()).rejects.toThrow('call it config.yaml');
  });

  it('tells a file that cannot be read', async () => {
    mkdirSync(inside('repo/agents.yaml'));
    await expect(load()).rejects.toThrow(`${inside('repo/agents.yaml')}: this file cannot be read (EISDIR)`);
    await expect(load()).rejects.toBeInstanceOf(ConfigError);
  });
});

describe('role files', () => {
  it("of the repository replace the own ones, and the user's replace both", async () => {
    put('repo/.orchestrate/roles/coder.md', '---\nturns: 5\ntools: [read]\n---\nRepository coder.\n');
    put('repo/.orchestrate/roles/planner.md', 'Repository planner.\n');
    put('home/.config/orchestrate/roles/coder.md', '---\nturns: 6\n---\nMy coder.\n');
    const { prompts, roles, entries } = await load();
    expect(prompts.coder).toMatchObject({
      body: 'My coder.\n',
      bodyLine: 4,
      file: inside('home/.config/orchestrate/roles/coder.md'),
    });
    expect(prompts.planner).toMatchObject({ body: 'Repository planner.\n', bodyLine: 1 });
    expect(entries.filter((e) => e.key.endsWith('.prompt')).map((e) => e.origin.source)).toEqual([
      'repository',
      'user',
      'default',
      'default',
    ]);
    expect(roles.coder).toMatchObject({ turns: 6 });
    expect(roles.coder).not.toHaveProperty('tools');
  });

  it('say how the role is served, after the settings of whoever wrote them', async () => {
    put('repo/.orchestrate/roles/coder.md', '---\nturns: 5\nmodel: [a, b]\ntemperature: 0.5\n---\nCode.\n');
    put('repo/agents.yaml', 'roles: { coder: { turns: 7 } }\n');
    const { roles, entries } = await load();
    expect(roles.coder).toEqual({
      routes: { easy: ['a', 'b'], medium: ['a', 'b'], hard: ['a', 'b'] },
      turns: 7,
      temperature: 0.5,
    });
    expect(entries.find((e) => e.key === 'roles.coder.temperature')?.origin).toEqual({
      source: 'repository',
      place: `${inside('repo/.orchestrate/roles/coder.md')}:4:14`,
    });
  });

  it('are read with marks and Windows line ends, and their bodies come through as they are', async () => {
    put(
      'repo/.orchestrate/roles/coder.md',
      '\uFEFF---\r\nturns: 5\r\n---\r\nOne $& {{check}}\r\n---\r\nTwo\r\n',
    );
    expect((await load()).prompts.coder.body).toBe('One $& {{check}}\n---\nTwo\n');
  });

  it.each([
    [
      'repo/.orchestrate/roles/coder.md',
      '---\nturns: 5\n---\nRun\n{{chek}}.\n',
      ':5',
      'did you mean {{check}}?',
    ],
    [
      'home/.config/orchestrate/roles/planner.md',
      'In {{branch}}.\n',
      ':1',
      'known: check, setup, repository',
    ],
    [
      'repo/.orchestrate/roles/reviwer.md',
      'Review.\n',
      '',
      'there is no such role; did you mean reviewer.md?',
    ],
    ['home/.config/orchestrate/roles/security.md', 'Look.\n', '', 'roles are planner, coder, reviewer'],
  ])('%s with a name that nobody has is refused by its place', async (file, text, line, says) => {
    put(file, text);
    await expect(load()).rejects.toThrow(`${inside(file)}${line}: `);
    await expect(load()).rejects.toThrow(says);
  });

  it('may have a page about themselves beside them', async () => {
    put('repo/.orchestrate/roles/README.md', 'About {{these}}.\n');
    expect((await load()).prompts.coder.source.kind).toBe('default');
  });

  it('with a wrong head are refused by line', async () => {
    put('repo/.orchestrate/roles/coder.md', '---\nturns: 5\nturn: many\n---\nCode.\n');
    await expect(load()).rejects.toThrow(
      `${inside('repo/.orchestrate/roles/coder.md')}:3:1: turn is not a setting (its value is "many"); did you mean turns?`,
    );
  });

  it('must be there in the end', async () => {
    await expect(load({ roles: inside('nowhere') })).rejects.toThrow('is missing: install it again');
  });
});
