import { describe, expect, it } from 'vitest';
import { readRoleFile } from '../../src/config/role-file.ts';
import { problemsOf } from './problems-of.ts';

const read = (text: string) =>
  readRoleFile(text, { role: 'coder', file: 'roles/coder.md', kind: 'repository' });

describe("a role's file", () => {
  it('has settings at its head and the prompt below', () => {
    const { body, bodyLine, source, role, file } = read(
      '---\nturns: 8\ntools: [read, bash]\nmodel: { easy: a, medium: b, hard: [b, c] }\n---\nYou code.\n',
    );
    expect({ body, bodyLine, role, file }).toEqual({
      body: 'You code.\n',
      bodyLine: 6,
      role: 'coder',
      file: 'roles/coder.md',
    });
    expect(source.kind).toBe('repository');
    expect(source.given).toEqual({
      roles: {
        coder: { turns: 8, tools: ['read', 'bash'], model: { easy: 'a', medium: 'b', hard: ['b', 'c'] } },
      },
    });
    expect(source.place(['roles', 'coder', 'tools'])).toBe('roles/coder.md:3:8');
  });

  it.each([
    ['without a head', 'You code.\n', 'You code.\n', 1],
    ['with an empty head', '---\n---\nYou code.\n', 'You code.\n', 3],
    ['with nothing below its head', '---\nturns: 1\n---', '', 3],
    ['with a head that is never closed', '---\nYou code.\n', '---\nYou code.\n', 1],
    ['with rules further down', 'You\n---\ncode.\n---\n', 'You\n---\ncode.\n---\n', 1],
    ['that is empty', '', '', 1],
  ])('is read %s', (_, text, body, bodyLine) => {
    expect(read(text)).toMatchObject({ body, bodyLine });
  });

  it.each([
    ['---\nturns: 0\n---\n', 'roles/coder.md:2:8: turns: expected at least 1, received 0'],
    ['---\n\ntools: read\n---\n', 'roles/coder.md:3:8: tools: expected a list, received "read"'],
    [
      '---\ntemprature: 1\n---\n',
      'roles/coder.md:2:1: temprature is not a setting (its value is 1); did you mean temperature?',
    ],
    ['---\nprovider: x\n---\n', 'roles/coder.md:2:1: provider is not a setting'],
    ['---\nturns: [\n---\n', 'roles/coder.md:'],
    ['---\njust words\n---\n', 'roles/coder.md:2:1: expected a mapping of keys, received "just words"'],
  ])('is refused by its line: %j', (text, problem) => {
    expect(problemsOf(() => read(text))[0]).toContain(problem);
  });
});
