import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toolsIn } from './workbench.ts';
import type { Files } from './outside/tree.ts';

async function edited(
  content: string | Buffer,
  input: object,
): Promise<{ ok: boolean; text: string; content: string }> {
  const { call, root } = await toolsIn({});
  writeFileSync(join(root, 'f.txt'), content);
  const result = await call('edit', { path: 'f.txt', ...input });
  return { ...result, content: readFileSync(join(root, 'f.txt')).toString('latin1') };
}

describe('the ladder', () => {
  test.each([
    ['exactly', 'a b c', { old: 'b', new: 'B' }, 'a B c', /1 replacement at line 1\.$/],
    [
      'line ends folded',
      'a\r\nb\r\nc',
      { old: 'a\nb', new: 'x\ny\nz' },
      'x\r\ny\r\nz\r\nc',
      /line ends were taken as the file's/,
    ],
    [
      'blanks at line ends ignored',
      'a  \nb\t\nc',
      { old: 'a\nb\n', new: 'x\n' },
      'x\nc',
      /blanks at line ends/,
    ],
    [
      'the indentation shifted',
      '    if x:\n        y\n',
      { old: 'if x:\n    y\n', new: 'if z:\n    y\n' },
      '    if z:\n        y\n',
      /indentation was shifted/,
    ],
    [
      'the indentation shifted back',
      'if x:\n  y\n',
      { old: '  if x:\n    y\n', new: '  if z:\n\n    y\n' },
      'if z:\n\n  y\n',
      /indentation was shifted/,
    ],
  ])('matches %s', async (_, content, input, after, message) => {
    const result = await edited(content, input);
    expect(result).toMatchObject({ ok: true, content: after });
    expect(result.text).toMatch(message);
  });

  test('look-alike characters match, and only the matched stretch changes', async () => {
    const result = await edited('“keep”\nsay(‘hi’) – now\n', { old: "say('hi') - now", new: 'say(1)' });
    expect(Buffer.from(result.content, 'latin1').toString()).toBe('“keep”\nsay(1)\n');
  });

  test.each([
    [
      'a uniform shift that new cannot follow',
      'if x:\n  y\n',
      { old: '    if x:\n      y\n', new: 'if z:\n' },
    ],
    ['an uneven shift', '  a\n    b\n', { old: 'a\nb', new: 'x\ny' }],
    ['a different middle', 'f() {\n  a\n}', { old: 'f() {\n  b\n}', new: 'x' }],
    ['tabs for blanks', 'a\n\tb\n', { old: 'a\n    b\n', new: 'x' }],
  ])('stops at %s', async (_, content, input) => {
    const result = await edited(content, input);
    expect(result).toMatchObject({ ok: false, content });
    expect(result.text).toMatch(/^old text not found in f\.txt/);
  });
});

describe('a refusal', () => {
  const long = Array.from({ length: 60 }, (_, index) => `line number ${index + 1}`).join('\n');

  test.each([
    [
      'shows the closest lines',
      long,
      { old: 'line nummer 40\nline number 41', new: 'x' },
      /Closest lines 40-41:\n +40\tline number 40\n +41\t/,
    ],
    [
      'says where nothing is alike',
      long,
      { old: 'completely unrelated text', new: 'x' },
      /Nothing in the file is like it/,
    ],
    [
      'names the lines of several matches',
      'a\nb\na\n',
      { old: 'a', new: 'x' },
      /occurs 2 times in f\.txt \(lines 1, 3\)\. Add surrounding lines/,
    ],
    ['counts overlapping matches', 'aaa', { old: 'aa', new: 'x' }, /occurs 2 times/],
    [
      'names the indentation',
      'f() {\n\ta\n}\n',
      { old: 'f() {\n    a\n}', new: 'x' },
      /The file indents with tabs\./,
    ],
    ['sees escapes too many', 'say("hi")', { old: 'say(\\"hi\\")', new: 'x' }, /backslashes before quotes/],
    [
      'quotes a placeholder',
      'a\nb\n',
      { old: 'a', new: '// ... existing code ...' },
      /placeholder "\/\/ \.\.\. existing code \.\.\."; write the real lines/,
    ],
    ['knows empty texts', '', { old: '', new: '' }, /old and new are the same/],
    ['knows equal texts', 'a', { old: 'a', new: 'a' }, /old and new are the same/],
    ['knows equal texts but for line ends', 'a\nb', { old: 'a\nb', new: 'a\r\nb' }, /would stay the same/],
    [
      'points to write',
      'a',
      { old: '', new: 'b' },
      /f\.txt exists; old may only be empty for a new file\. Use write/,
    ],
    ['asks for one of two forms', 'a', { old: 'a' }, /either old and new, or edits/],
    [
      'asks for one of the two, not both',
      'a',
      { old: 'a', new: 'b', edits: [{ old: 'a', new: 'b' }] },
      /either old and new, or edits/,
    ],
  ])('%s, and changes nothing', async (_, content, input, message) => {
    const result = await edited(content, input);
    expect(result).toMatchObject({ ok: false, content });
    expect(result.text).toMatch(message);
  });

  test('names the edit of several that cannot be made', async () => {
    const result = await edited('a b', {
      edits: [
        { old: 'a', new: 'A' },
        { old: 'q', new: 'Q' },
      ],
    });
    expect(result).toMatchObject({ ok: false, content: 'a b' });
    expect(result.text).toMatch(/^Nothing was changed\. Edit 2 of 2: old text not found/);
  });

  test('knows edits that overlap', async () => {
    const result = await edited('abcd', {
      edits: [
        { old: 'abc', new: '1' },
        { old: 'cd', new: '2' },
      ],
    });
    expect(result.text).toMatch(/Two edits overlap at line 1/);
  });
});

describe('bytes', () => {
  test.each(["$& $$ $1 $' $`", '$<name>', '\\1 \\n'])('%j is written as it is', async (text) => {
    expect((await edited('x y x', { old: 'x', new: text, all: true })).content).toBe(`${text} y ${text}`);
  });

  test.each([
    ['a byte order mark', '\ufeffusing A;\nb\n', { old: 'using A;', new: 'using B;' }, '\ufeffusing B;\nb\n'],
    ['one byte order mark', '\ufeffa\n', { old: 'a', new: '\ufeffb' }, '\ufeffb\n'],
    ['a missing last line end', 'a\nb', { old: 'a', new: 'x' }, 'x\nb'],
    ['mixed line ends', 'a\r\nb\nc\r\nd\r\n', { old: 'c', new: 'c\ne' }, 'a\r\nb\nc\r\ne\r\nd\r\n'],
    [
      'the line ends of the replaced lines',
      'a\r\nb\r\nc\r\nd\ne\n',
      { old: 'd\ne\n', new: 'x\ny\n' },
      'a\r\nb\r\nc\r\nx\ny\n',
    ],
    ['carriage returns alone', 'a\rb\rc', { old: 'b', new: 'x\ny' }, 'a\rx\ry\rc'],
  ])('keeps %s', async (_, content, input, after) => {
    const result = await edited(content, input);
    expect(Buffer.from(result.content, 'latin1').toString()).toBe(after);
  });

  test('of an old code page stay, and what it cannot hold is refused', async () => {
    const cafe = Buffer.from('caf\xe9 = 1\n', 'latin1');
    expect(await edited(cafe, { old: '= 1', new: '= 2' })).toMatchObject({
      ok: true,
      content: 'caf\xe9 = 2\n',
    });
    expect(await edited(cafe, { old: 'café', new: 'thé' })).toMatchObject({
      ok: true,
      content: 'th\xe9 = 1\n',
    });
    const refused = await edited(cafe, { old: '= 1', new: '= →' });
    expect(refused).toMatchObject({ ok: false, content: 'caf\xe9 = 1\n' });
    expect(refused.text).toMatch(/not UTF-8/);
  });

  test('of UTF-16 stay', async () => {
    const before = Buffer.from('\ufeffone\r\ntwo\r\n', 'utf16le');
    const result = await edited(before, { old: 'two', new: 'zwei\ndrei' });
    expect(Buffer.from(result.content, 'latin1').toString('utf16le')).toBe('\ufeffone\r\nzwei\r\ndrei\r\n');
  });

  test('of a program are not edited', async () => {
    expect((await edited(Buffer.from([0, 1, 2, 3, 97]), { old: 'a', new: 'b' })).text).toMatch(
      /no text \(binary/,
    );
  });

  test('and the mode stays', async () => {
    const { call, root } = await toolsIn({ 'run.sh': 'echo a\n' });
    chmodSync(join(root, 'run.sh'), 0o755);
    await call('edit', { path: 'run.sh', old: 'a', new: 'b' });
    expect(statSync(join(root, 'run.sh')).mode & 0o777).toBe(0o755);
  });
});

describe('a file that changed', () => {
  const files: Files = { 'f.txt': 'one\ntwo\n' };

  test('since it was read is shown afresh; the next edit counts', async () => {
    const { call, root } = await toolsIn(files);
    await call('read', { path: 'f.txt' });
    writeFileSync(join(root, 'f.txt'), 'one\ntwo\nthree\n');
    const refused = await call('edit', { path: 'f.txt', old: 'two', new: 'zwei' });
    expect(refused.ok).toBe(false);
    expect(refused.text).toMatch(/was changed since you read it.*\n +1\tone\n +2\ttwo\n +3\tthree$/s);
    expect((await call('edit', { path: 'f.txt', old: 'two', new: 'zwei' })).ok).toBe(true);
    expect(readFileSync(join(root, 'f.txt'), 'utf8')).toBe('one\nzwei\nthree\n');
  });

  test('was never read, is edited all the same', async () => {
    const { call } = await toolsIn(files);
    expect((await call('edit', { path: 'f.txt', old: 'two', new: 'zwei' })).ok).toBe(true);
  });

  test('by our own edits is no surprise', async () => {
    const { call } = await toolsIn(files);
    await call('read', { path: 'f.txt' });
    await call('edit', { path: 'f.txt', old: 'two', new: 'zwei' });
    await call('write', { path: 'f.txt', content: 'alpha\n' });
    await call('apply_patch', {
      patch: '*** Begin Patch\n*** Update File: f.txt\n-alpha\n+beta\n*** End Patch',
    });
    expect((await call('edit', { path: './f.txt', old: 'beta', new: 'gamma' })).ok).toBe(true);
  });

  test('is not lost where ten edits start together', async () => {
    const lines = Array.from({ length: 10 }, (_, index) => `item ${index};`);
    const { call, root } = await toolsIn({ 'f.txt': lines.join('\n'), link: { symlink: 'f.txt' } });
    const results = await Promise.all(
      lines.map(async (line, index) =>
        call('edit', { path: index % 2 === 0 ? 'f.txt' : 'link', old: line, new: `done ${index};` }),
      ),
    );
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(readFileSync(join(root, 'f.txt'), 'utf8')).toBe(
      lines.map((_, index) => `done ${index};`).join('\n'),
    );
  });
});

test('an empty old makes a new file, with its folders', async () => {
  const { call, root } = await toolsIn({});
  expect((await call('edit', { path: 'a/b.txt', old: '', new: 'new\n' })).text).toBe(
    'Created a/b.txt: 4 bytes.',
  );
  expect(readFileSync(join(root, 'a/b.txt'), 'utf8')).toBe('new\n');
});

test('a path that is wrong gets the right one', async () => {
  const { call } = await toolsIn({ 'src/index.ts': 'a' });
  expect((await call('edit', { path: 'src/indx.ts', old: 'a', new: 'b' })).text).toMatch(
    /Did you mean src\/index\.ts\?/,
  );
  expect((await call('edit', { path: '/work/other/src/index.ts', old: 'a', new: 'b' })).text).toMatch(
    /outside of the workspace.*Did you mean src\/index\.ts\?/,
  );
});

test.each([
  ['a placeholder', '// ... existing code ...', /contains the placeholder/],
  ['half a character', '\ud800', /half a character/],
])('a new file with %s is not made', async (_, text, message) => {
  const { call, root } = await toolsIn({});
  const result = await call('edit', { path: 'n.ts', old: '', new: text });
  expect(result.ok).toBe(false);
  expect(result.text).toMatch(message);
  expect(existsSync(join(root, 'n.ts'))).toBe(false);
});
