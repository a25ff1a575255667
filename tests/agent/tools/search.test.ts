import { describe, expect, test } from 'vitest';
import { toolsIn } from './workbench.ts';
import type { Files } from './outside/tree.ts';

const PROJECT: Files = {
  '.gitignore': 'dist/\n*.log\n',
  '.git/config': 'needle',
  '.env.example': 'needle',
  'dist/out.js': 'needle',
  'debug.log': 'needle',
  'src/a.ts': 'one\nneedle here\nthree\nfour\nfive\nneedle again\n',
  'src/deep/b.ts': 'needle\n',
  'src/[id]/page.tsx': 'needle\n',
  'test/a.test.ts': 'nothing\n',
};

const lines = (text: string): string[] => text.split('\n');

test.each([
  ['grep', { pattern: 'x' }, 'a<U+000A>b.txt:1: x'],
  ['grep', { pattern: 'x', output: 'files' }, 'a<U+000A>b.txt'],
  ['glob', { pattern: '*.txt' }, 'a<U+000A>b.txt'],
  ['list', {}, 'a<U+000A>b.txt'],
])('%s %j keeps a name with a line end on one line', async (tool, input, text) => {
  const { call } = await toolsIn({ 'a\nb.txt': 'x' });
  expect(await call(tool, input)).toEqual({ ok: true, text });
});

describe('grep', () => {
  test('gives path, line and text, hidden files too, ignored ones not', async () => {
    const { call } = await toolsIn(PROJECT);
    expect(lines((await call('grep', { pattern: 'needle' })).text)).toEqual([
      '.env.example:1: needle',
      'src/[id]/page.tsx:1: needle',
      'src/a.ts:2: needle here',
      'src/a.ts:6: needle again',
      'src/deep/b.ts:1: needle',
    ]);
  });

  test('shows lines around a match once, and gaps', async () => {
    const { call } = await toolsIn(PROJECT);
    const { text } = await call('grep', { pattern: 'needle', path: 'src/a.ts', context: 1 });
    expect(lines(text)).toEqual([
      'src/a.ts-1- one',
      'src/a.ts:2: needle here',
      'src/a.ts-3- three',
      '--',
      'src/a.ts-5- five',
      'src/a.ts:6: needle again',
    ]);
  });

  test.each([
    [{ pattern: 'needle', glob: '*.tsx' }, ['src/[id]/page.tsx:1: needle']],
    [{ pattern: 'needle', glob: 'src/deep/**' }, ['src/deep/b.ts:1: needle']],
    [{ pattern: 'needle', path: 'src', glob: 'deep/*' }, ['src/deep/b.ts:1: needle']],
    [{ pattern: 'needle', glob: '!*.ts', path: 'src' }, ['src/[id]/page.tsx:1: needle']],
    [{ pattern: 'NEEDLE', ignoreCase: true, glob: 'b.ts' }, ['src/deep/b.ts:1: needle']],
    [{ pattern: 'needle', output: 'files', path: 'src' }, ['src/[id]/page.tsx', 'src/a.ts', 'src/deep/b.ts']],
    [{ pattern: 'needle', output: 'count', path: 'src/a.ts' }, ['src/a.ts: 2']],
    [{ pattern: 'needle here\\nthree', multiline: true }, ['src/a.ts:2: needle here', 'src/a.ts:3: three']],
    [{ pattern: 'needle', path: 'src/[id]' }, ['src/[id]/page.tsx:1: needle']],
    [{ pattern: '--pre=./x.sh' }, ['No matches.']],
    [{ pattern: 'absent' }, ['No matches.']],
  ])('%j', async (input, found) => {
    const { call } = await toolsIn(PROJECT);
    expect(await call('grep', input)).toEqual({ ok: true, text: found.join('\n') });
  });

  test('says that there is more, and shows the same ones each time', async () => {
    const { call } = await toolsIn({
      'b.txt': { lines: { template: 'x {n}', from: 1, to: 3000 } },
      'a.txt': { lines: { template: 'x {n}', from: 1, to: 3000 } },
    });
    const few = lines((await call('grep', { pattern: 'x [12]$', limit: 3 })).text);
    expect(few).toEqual([
      '3 of 4 matches shown, there are more; narrow the pattern or the path.',
      'a.txt:1: x 1',
      'a.txt:2: x 2',
      'b.txt:1: x 1',
    ]);
    const many = lines((await call('grep', { pattern: 'x', limit: 2 })).text);
    expect(many).toEqual([
      '2 matches shown, there are more; narrow the pattern or the path.',
      'a.txt:1: x 1',
      'a.txt:2: x 2',
    ]);
  });

  test('cuts a long line around its match', async () => {
    const { call } = await toolsIn({ 'a.min.js': `${'é'.repeat(5000)}needle${'y'.repeat(90_000)}` });
    const { text } = await call('grep', { pattern: 'needle' });
    expect(text.length).toBeLessThan(600);
    expect(text).toMatch(/^a\.min\.js:1: …é+needley+… \[line cut, 95006 characters\]$/);
  });

  test.each([
    [{ pattern: '[[' }, /regex parse error.*\nset literal to search for the text as it is\.$/s],
    [{ pattern: 'x', path: 'source' }, /^source does not exist\./],
    [{ pattern: 'x', path: '/etc' }, /outside of the workspace/],
    [{ pattern: '' }, /its input is wrong/],
  ])('%j is refused', async (input, message) => {
    const { call } = await toolsIn(PROJECT);
    const { ok, text } = await call('grep', input);
    expect(ok).toBe(false);
    expect(text).toMatch(message);
  });

  test('ends where it is aborted', async () => {
    const { call } = await toolsIn(PROJECT);
    await expect(
      call('grep', { pattern: 'x' }, { signal: AbortSignal.abort(new Error('stopped')) }),
    ).rejects.toThrow('stopped');
  });
});

describe('glob', () => {
  test.each([
    ['*.ts', ['src/a.ts', 'src/deep/b.ts', 'test/a.test.ts']],
    ['src/*.ts', ['src/a.ts']],
    ['./src/**/*.ts', ['src/a.ts', 'src/deep/b.ts']],
    ['**/*.{tsx,log}', ['src/[id]/page.tsx']],
    ['src/[id]/page.tsx', ['src/[id]/page.tsx']],
    ['.env*', ['.env.example']],
    ['!*.ts', ['.env.example', '.gitignore', 'src/[id]/page.tsx']],
    ['*.py', ['No files match.']],
  ])('%s', async (pattern, found) => {
    const { call } = await toolsIn(PROJECT);
    expect(await call('glob', { pattern })).toEqual({ ok: true, text: found.join('\n') });
  });

  test('takes the absolute form of a pattern in the workspace', async () => {
    const { call, root } = await toolsIn(PROJECT);
    expect((await call('glob', { pattern: `${root}/src/*.ts` })).text).toBe('src/a.ts');
  });

  test('is relative to the folder that is named, and to the start', async () => {
    const { call } = await toolsIn(PROJECT, { start: 'src' });
    expect((await call('glob', { pattern: '*.ts' })).text).toBe('a.ts\ndeep/b.ts');
    expect((await call('glob', { pattern: '*.ts', path: '../test' })).text).toBe('../test/a.test.ts');
  });

  test('says how many there are where there are more', async () => {
    const { call } = await toolsIn(PROJECT);
    expect(lines((await call('glob', { pattern: '*.ts', limit: 1 })).text)).toEqual([
      '1 of 3 files shown, there are more; narrow the pattern or the path.',
      'src/a.ts',
    ]);
  });

  test('does not climb', async () => {
    const { call } = await toolsIn(PROJECT);
    expect((await call('glob', { pattern: '../**/*' })).text).toMatch(/leads outside with "\.\."/);
  });
});

describe('list', () => {
  test('names folders first, marks what is no file, and counts what is ignored', async () => {
    const { call } = await toolsIn({ ...PROJECT, link: { symlink: 'src' } });
    expect(lines((await call('list', {})).text)).toEqual([
      '2 ignored entries are not shown.',
      'src/',
      'test/',
      '.env.example',
      '.gitignore',
      'link@',
    ]);
  });

  test.each([
    [{ path: 'src', ignore: ['*.ts'] }, ['[id]/', 'deep/']],
    [{ path: 'src', limit: 1 }, ['1 of 3 entries shown, there are more.', '[id]/']],
    [{ path: 'dist' }, ['out.js']],
    [{ path: 'src/deep', ignore: ['*'] }, ['(empty directory)']],
  ])('%j', async (input, entries) => {
    const { call } = await toolsIn(PROJECT);
    expect(lines((await call('list', input)).text)).toEqual(entries);
  });

  test.each([
    [{ path: 'src/a.ts' }, /is a file, not a directory\. Use read/],
    [{ path: 'srcs' }, /srcs does not exist\. Did you mean src\?/],
  ])('%j is refused', async (input, message) => {
    const { call } = await toolsIn(PROJECT);
    expect((await call('list', input)).text).toMatch(message);
  });
});

test('ignored files are searched and listed where the session wants it', async () => {
  const { call } = await toolsIn(PROJECT, { showIgnored: true });
  expect((await call('glob', { pattern: '*.log' })).text).toBe('debug.log');
  expect((await call('grep', { pattern: 'needle', path: 'dist' })).text).toBe('dist/out.js:1: needle');
  expect((await call('list', {})).text).toContain('dist/');
});

test('notes are kept in order, and long ones refused', async () => {
  const { call, set } = await toolsIn({});
  expect((await call('note', { text: 'tests need a database' })).text).toBe('Noted (1).');
  await call('note', { text: 'second' });
  expect((await call('note', { text: 'x'.repeat(2001) })).text).toMatch(/2001 characters; at most 2000/);
  expect(set.notes()).toEqual(['tests need a database', 'second']);
});
