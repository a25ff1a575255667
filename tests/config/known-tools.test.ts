import { describe, expect, it } from 'vitest';
import { requireKnownTools } from '../../src/config/known-tools.ts';
import { readRoleFile } from '../../src/config/role-file.ts';
import { readSettingsFile } from '../../src/config/source.ts';
import { problemsOf } from './problems-of.ts';

const known = {
  tools: ['read', 'grep', 'edit', 'outline'],
  servers: [{ name: 'desk', tools: ['add'] }, { name: 'web' }],
};
const problems = (tools: string) => {
  const source = readSettingsFile(`roles:\n  coder:\n    tools:\n${tools}`, 'agents.yaml', 'repository');
  return problemsOf(() => requireKnownTools([source], known));
};

describe('the tools of a role', () => {
  it('may be the program’s, or those of a server', () => {
    expect(problems('      - read\n      - desk_add\n      - web_anything\n')).toEqual([]);
  });

  it('are looked up at the start: each unknown one is told with its line and what was meant', () => {
    expect(problems('      - read\n      - gerp\n      - desk_subtract\n')).toEqual([
      'agents.yaml:5:9: roles.coder.tools[1]: there is no tool gerp; did you mean grep?',
      expect.stringMatching(/^agents\.yaml:6:9: .* no tool desk_subtract; there are read, .*, desk_add$/),
    ]);
  });

  it('are looked up in the head of a role’s file, too', () => {
    const { source } = readRoleFile('---\nturns: 3\ntools: [read, outlin]\n---\nYou plan.\n', {
      role: 'planner',
      file: 'planner.md',
      kind: 'user',
    });
    expect(problemsOf(() => requireKnownTools([source], known))).toEqual([
      'planner.md:3:15: roles.planner.tools[1]: there is no tool outlin; did you mean outline?',
    ]);
  });
});
