import { describe, expect, it } from 'vitest';
import type { Path } from '../../src/config/located.ts';
import { readYaml } from '../../src/config/yaml-text.ts';
import { problemsOf } from './problems-of.ts';

const TEXT = [
  '# a comment',
  'top:',
  '  list:',
  '    - one',
  '    - { key: two, deep: [a, b] }',
  '  "quoted key":   value',
  'empty:',
  'seven: &x { n: 7 }',
  'again: *x',
  '12: number',
].join('\n');

describe('places in a text', () => {
  const located = readYaml(TEXT, { file: 'f.yaml' });

  it.each<[Path, string, string]>([
    [['top'], '2:1', '3:3'],
    [['top', 'list'], '3:3', '4:5'],
    [['top', 'list', 0], '4:7', '4:7'],
    [['top', 'list', 1, 'key'], '5:9', '5:14'],
    [['top', 'list', 1, 'deep', 1], '5:29', '5:29'],
    [['top', 'quoted key'], '6:3', '6:19'],
    [['again'], '9:1', '9:8'],
    [['again', 'n'], '8:13', '8:16'],
    [['12'], '10:1', '10:5'],
  ])('%j has its key at %s and its value at %s', (path, key, value) => {
    expect(located.place(path, 'key')).toBe(`f.yaml:${key}`);
    expect(located.place(path, 'value')).toBe(`f.yaml:${value}`);
  });

  it('lead to the nearest part around what is not there', () => {
    expect(located.place(['top', 'missing', 'deeper'], 'value')).toBe('f.yaml:3:3');
    expect(located.place(['top', 'list', 9], 'key')).toBe('f.yaml:4:5');
    expect(located.place(['top', 'quoted key', 'deeper'], 'key')).toBe('f.yaml:6:19');
    expect(located.place(['nowhere'], 'key')).toBe('f.yaml:2:1');
    expect(located.place([], 'value')).toBe('f.yaml:2:1');
  });

  it('are there for a text that says nothing', () => {
    const nothing = readYaml('', { file: 'f.yaml' });
    expect(nothing.value).toBeNull();
    expect(nothing.place(['a'], 'value')).toBe('f.yaml:1:1');
  });

  it('count from the line that the text starts on', () => {
    const inner = readYaml('a: 1\nb: 2', { file: 'spec.md', firstLine: 2 });
    expect(inner.place(['b'], 'value')).toBe('spec.md:3:4');
    expect(problemsOf(() => readYaml('a: 1\na: 2', { file: 'spec.md', firstLine: 2 }))[0]).toContain(
      'spec.md:3:1: ',
    );
  });

  it('are right with Windows line ends and a mark', () => {
    const windows = readYaml('\uFEFFa: 1\r\nb:\r\n  - x\r\n', { file: 'f.yaml' });
    expect(windows.value).toEqual({ a: 1, b: ['x'] });
    expect(windows.place(['b', 0], 'value')).toBe('f.yaml:3:5');
  });
});

describe('values', () => {
  it('are plain data, words like no and off included', () => {
    const { value } = readYaml('a: no\nb: off\nc: 2026-01-02\nd: 1_000\ne: ~\nf: "1"', { file: 'f' });
    expect(value).toEqual({ a: 'no', b: 'off', c: '2026-01-02', d: '1_000', e: null, f: '1' });
  });

  it('are never code', () => {
    const { value } = readYaml('a: !!js/function "() => 1"', { file: 'f' });
    expect(value).toEqual({ a: '() => 1' });
  });
});
