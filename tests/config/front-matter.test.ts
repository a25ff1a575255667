import { describe, expect, it } from 'vitest';
import { readFrontMatter } from '../../src/config/front-matter.ts';
import { problemsOf } from './problems-of.ts';

const read = (...lines: string[]) => readFrontMatter({ text: lines.join('\n'), line: 2 }, 'spec.md');
const wrong = (...lines: string[]) => problemsOf(() => read(...lines));

describe('the head of a spec', () => {
  it('sets what flags set, under the same names', () => {
    const { given, kind, place } = read(
      'check: npm test',
      'setup: npm ci',
      'files: [src/**]',
      'protect: [db/**]',
      'open: [.github/**]',
      'budget: 2.5',
      'minutes: none',
      'parallel: 1',
      'plan: false',
      'setupTimeout: 1h',
    );
    expect(given).toEqual({
      check: ['npm test'],
      setup: 'npm ci',
      files: ['src/**'],
      protect: ['db/**'],
      open: ['.github/**'],
      budget: 2.5,
      minutes: null,
      parallel: 1,
      plan: false,
      setupTimeout: 3_600_000,
    });
    expect(kind).toBe('spec');
    expect(place(['budget'])).toBe('spec.md:7:9');
  });

  it('is refused by the line in the file when a setting is wrong', () => {
    expect(wrong('title: x', 'parallel: lots')).toEqual([
      'spec.md:3:11: parallel: expected a number, received "lots"',
    ]);
    expect(wrong('check: [a')[0]).toMatch(/^spec\.md:\d+:\d+: this is not valid YAML/);
    expect(wrong('limits: { budget: 3 }')[0]).toContain(
      'spec.md:2:1: limits has no place in a spec: here are check,',
    );
  });

  it('may hold what other tools put there, told and left alone', () => {
    const { given, ignored } = read('title: My feature', 'status: draft', 'chek: npm test', 'budget: 1');
    expect(given).toEqual({ budget: 1 });
    expect(ignored.map(({ place, message }) => `${place}: ${message}`)).toEqual([
      'spec.md:2:1: title is not a setting and stays a part of the text',
      'spec.md:3:1: status is not a setting and stays a part of the text',
      'spec.md:4:1: chek is not a setting and stays a part of the text; did you mean check?',
    ]);
  });

  it('cannot reach the machine', () => {
    const { given, ignored } = read('sandbox: off', 'providers: { x: { baseUrl: http://a } }', 'mode: full');
    expect(given).toEqual({});
    expect(ignored.map((i) => i.key)).toEqual(['sandbox', 'providers', 'mode']);
  });

  it.each([
    [''],
    ['Just a sentence between rules.'],
    ['- a list'],
    ['Note: this: is prose\n  and: no'],
    ['"open'],
  ])('may be no settings at all: %j', (text) => {
    expect(read(text).given).toEqual({});
  });
});
