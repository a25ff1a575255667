import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readSpec } from '../../src/spec/read-spec.ts';

const read = (text: string) => readSpec(Buffer.from(text), 'spec.md');
const lines = (...all: string[]) => `${all.join('\n')}\n`;

describe('the text of a spec', () => {
  it('comes through byte for byte', () => {
    const text = 'Replace `$&`, `$1`, `` $` `` and `$$` by {{x}} and %s; run `rm x` and $(id).\r\n\tEnd';
    const spec = read(text);
    expect(spec.text).toBe(text);
    expect(spec.sha256).toBe(createHash('sha256').update(text).digest('hex'));
  });

  it('loses a byte order mark and nothing else; the hash is that of the file', () => {
    const bytes = Buffer.from('\uFEFF# Title\r\n\r\nText\r\n');
    const spec = readSpec(bytes, 'spec.md');
    expect(spec.text).toBe('# Title\r\n\r\nText\r\n');
    expect(spec.title).toBe('Title');
    expect(spec.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('keeps a huge block of code whole, fences inside fences included', () => {
    const code = '```\nlet x = 1;\n- not an item\n```\n'.repeat(13_000);
    const spec = read(`# Big\n\n~~~~\n${code}~~~~\n\n1. the only item\n`);
    expect(spec.text).toContain(code);
    expect(spec.items.map((i) => i.text)).toEqual(['the only item']);
  });

  it('is read from a view into a larger buffer', () => {
    const whole = new Uint8Array(Buffer.from('xx# Hi\nyy'));
    expect(readSpec(whole.subarray(2, 7), '-').text).toBe('# Hi\n');
  });
});

describe('the title of a spec', () => {
  it.each([
    ['the first heading, whatever its level', 'intro\n\n## Two *words*\n\n# Later\n', 'Two *words*'],
    ['a heading with an underline', 'Fix the\nparser\n======\n', 'Fix the parser'],
    ['the first words without a heading', '\n***\n\n  Make it faster.\nMore.\n', 'Make it faster.'],
    ['the words of an item, not its marks', '\n 1. [ ] Make it faster\n', 'Make it faster'],
    ['no heading inside code', '```\n# no\n```\n', '# no'],
    ['the source where there are no words', '***\n', 'spec.md'],
  ])('%s', (_, text, title) => {
    expect(read(text).title).toBe(title);
  });

  it('is cut at 100 characters', () => {
    expect(read(`# ${'a'.repeat(200)}\n`).title).toBe(`${'a'.repeat(99)}…`);
  });
});

describe('front matter', () => {
  it('is handed on as text with its line, and stays in the text', () => {
    const text = lines('---', 'check: npm test', 'files:', '  - src/**', '---', '# Title', '- item');
    const spec = read(text);
    expect(spec.frontMatter).toEqual({ text: 'check: npm test\nfiles:\n  - src/**', line: 2 });
    expect(spec.text).toBe(text);
    expect(spec.items.map(({ text: t, line }) => [t, line])).toEqual([['item', 7]]);
    expect(spec.title).toBe('Title');
  });

  it('may be empty, end in dots, or have Windows line ends', () => {
    expect(read('---\n---\n- a\n').frontMatter).toEqual({ text: '', line: 2 });
    expect(read('---\n---\n- a\n').items[0]?.line).toBe(3);
    expect(read('---\ncheck: x\n...\n').frontMatter?.text).toBe('check: x');
    expect(read('---\r\ncheck: x\r\n---\r\ntext').frontMatter?.text).toBe('check: x');
  });

  it('is only what stands at the very beginning and is closed', () => {
    expect(read('\n---\ncheck: x\n---\n').frontMatter).toBeNull();
    expect(read('---\n\nA rule first.\n').frontMatter).toBeNull();
    expect(read('----\ncheck: x\n----\n').frontMatter).toBeNull();
  });
});

it('settings that never end are an error, not text', () => {
  expect(() => read('---\ncheck: x\n\n# Title\n')).toThrow(/begin in line 1 and never end/);
});

describe('requirements', () => {
  it('are the top-level items, numbered or not, with line and section', () => {
    const spec = read(
      lines(
        '# Feature',
        '',
        '1. first thing',
        '   over two lines',
        '2. second',
        '',
        '## Rules',
        '',
        '* third',
        '+ fourth',
      ),
    );
    expect(spec.requirements).toEqual([
      { text: 'first thing over two lines', line: 3, section: 'Feature', done: null },
      { text: 'second', line: 5, section: 'Feature', done: null },
      { text: 'third', line: 9, section: 'Rules', done: null },
      { text: 'fourth', line: 10, section: 'Rules', done: null },
    ]);
  });

  it('leave out nested items, quotes and code', () => {
    const spec = read(
      lines('- outer', '  - inner', '', '> - quoted', '', '```', '- code', '```', '', '    - indented'),
    );
    expect(spec.items.map((i) => i.text)).toEqual(['outer']);
  });

  it('leave out ticked boxes, which stay among the items', () => {
    const spec = read(lines('- [ ] open', '- [x] done', '- [X] done too', '- [link](x) stays', '- [ ]'));
    expect(spec.requirements.map((i) => [i.text, i.done])).toEqual([
      ['open', false],
      ['[link](x) stays', null],
      ['[ ]', null],
    ]);
    expect(spec.items.filter((i) => i.done === true).map((i) => i.line)).toEqual([2, 3]);
  });

  it('may begin with a heading, and need words of their own', () => {
    const spec = read(
      lines(
        '1. ### Big thing',
        '   details',
        '2. ```',
        '   code',
        '   ```',
        '3. - inner only',
        '4. > quoted',
      ),
    );
    expect(spec.items.map(({ text, line }) => [text, line])).toEqual([['Big thing', 1]]);
  });

  it('keep lines right with Windows and old Mac line ends', () => {
    expect(read('# T\r\n\r\n- a\r\n- b\r\n').items.map((i) => i.line)).toEqual([3, 4]);
    expect(read('# T\r\r- a\r').items.map((i) => i.line)).toEqual([3]);
  });

  it('may be missing altogether', () => {
    expect(read('Please make the start page faster.').requirements).toEqual([]);
    expect(read('-\n-\n\ntext\n').requirements).toEqual([]);
  });
});
