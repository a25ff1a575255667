import { describe, expect, it } from 'vitest';
import { effective } from '../../src/config/effective.ts';
import { readSettingsFile } from '../../src/config/source.ts';
import { problemsOf } from './problems-of.ts';

const ENV = {
  OPENAI_API_KEY: 'sk-abcdefgh',
  OPENAI_MODEL: 'm',
  DESK_KEY: 'desk-secret-1',
  DESK_HOME: '/desk',
};
const user = (text: string) => readSettingsFile(text, 'config.yaml', 'user');
const merge = (text: string) => effective({ sources: [user(text)], env: ENV });

describe('servers of tools', () => {
  it('are started with the variables that are named, and no other', () => {
    const { servers, warnings } = merge(
      'mcp:\n  desk: { command: desk, args: [serve], environment: [DESK_HOME], roles: [coder], tools: [add] }',
    );
    expect(warnings).toEqual([]);
    expect(servers).toEqual([
      {
        name: 'desk',
        command: 'desk',
        args: ['serve'],
        env: { DESK_HOME: '/desk' },
        roles: ['coder'],
        tools: ['add'],
      },
    ]);
  });

  it('are reached with headers whose values stand in variables, and are never shown', () => {
    const { servers, secrets, entries } = merge(
      'mcp: { desk: { url: "http://127.0.0.1:9/mcp", headers: { Authorization: DESK_KEY } } }',
    );
    expect(servers).toEqual([
      { name: 'desk', url: 'http://127.0.0.1:9/mcp', headers: { Authorization: 'desk-secret-1' } },
    ]);
    expect(secrets).toContain('desk-secret-1');
    expect(JSON.stringify(entries)).not.toContain('desk-secret-1');
  });

  it('are left out, aloud, where a header has no value; a program starts without a variable', () => {
    const { servers, warnings } = merge(
      [
        'mcp:',
        '  web: { url: "http://127.0.0.1:9/mcp", headers: { X-Key: NOT_THERE } }',
        '  desk: { command: desk, environment: [NEITHER] }',
      ].join('\n'),
    );
    expect(servers.map((s) => s.name)).toEqual(['desk']);
    expect(warnings.map((w) => w.message)).toEqual([
      'mcp.web: NOT_THERE is not set, so this server is left out',
      'mcp.desk: NEITHER is not set, so the server starts without it',
    ]);
  });

  it.each([
    ['mcp: { desk: {} }', /config\.yaml:1:14: mcp\.desk: expected either command .* or url/],
    ['mcp: { desk: { command: a, url: "http://a.example" } }', /expected either command/],
    ['mcp: { desk: { url: "desk" } }', /expected an address such as http/],
    [
      'mcp: { desk: { command: a, roles: [reviewer] } }',
      /expected planner or coder or analyst, received "reviewer"/,
    ],
    ['mcp: { desk: { command: a, arguments: [b] } }', /arguments is not a setting/],
    ['mcp: { "my desk": { command: a } }', /my desk/],
  ])('are refused with the place: %s', (text, words) => {
    expect(problemsOf(() => user(text))).toEqual([expect.stringMatching(words)]);
  });
});
