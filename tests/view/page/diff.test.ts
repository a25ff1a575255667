import { describe, expect, test } from 'vitest';
import { parsePatch } from '../../../src/domain/patch/parse.ts';
import { keyParts } from '../../../src/view/page/detail.ts';
import { highlighter, type Open } from '../../../src/view/page/highlight.ts';
import { languageOf } from '../../../src/view/page/languages.ts';
import { sideBySide, sizeOf, unified } from '../../../src/view/page/sides.ts';

const patch = `diff --git a/a.ts b/a.ts
index 1..2 100644
--- a/a.ts
+++ b/a.ts
@@ -3,4 +3,5 @@ function f() {
 one
-two
-three
+TWO
+THREE
+four
 five
`;
const [file] = parsePatch(patch);
const hunk = file?.hunks[0];

test('lines keep the numbers of the file that they are in', () => {
  expect(hunk && unified(hunk).map(({ old, new: now, text }) => [old, now, text])).toEqual([
    [3, 3, 'one'],
    [4, null, 'two'],
    [5, null, 'three'],
    [null, 4, 'TWO'],
    [null, 5, 'THREE'],
    [null, 6, 'four'],
    [6, 7, 'five'],
  ]);
  expect(file && sizeOf(file)).toEqual({ added: 3, removed: 2 });
});

test('what was removed stands beside what was added in its place', () => {
  expect(hunk && sideBySide(hunk).map(({ left, right }) => [left?.text, right?.text])).toEqual([
    ['one', 'one'],
    ['two', 'TWO'],
    ['three', 'THREE'],
    [undefined, 'four'],
    ['five', 'five'],
  ]);
});

const read = (path: string, ...lines: string[]): string[] => {
  const next = highlighter(path);
  let open: Open = null;
  return lines.map((line) => {
    const { tokens, open: left } = next(line, open);
    open = left;
    return tokens.map(({ kind, text }) => (kind === 'plain' ? text : `<${kind} ${text}>`)).join('');
  });
};

describe('colours', () => {
  test.each([
    ['a.ts', `const a = 'x'; // why`, `<word const> a = <text 'x'>; <note // why>`],
    ['a.ts', String.raw`f("a\"b", 12.5)`, String.raw`f(<text "a\"b">, <number 12.5>)`],
    ['a.py', `def f(): # it`, `<word def> f(): <note # it>`],
    ['a.go', 'func f() { return nil }', '<word func> f() { <word return> <word nil> }'],
    ['a.json', '{"a": true}', '{<text "a">: <word true>}'],
    ['Makefile', 'all: # x', 'all: <note # x>'],
    ['a.unknown', 'const a', 'const a'],
    ['a.ts', 'constant', 'constant'],
  ])('of %s: %s', (path, line, expected) => {
    expect(read(path, line)).toEqual([expected]);
  });

  test('go on over lines where the language lets them', () => {
    expect(read('a.ts', 'a /* b', 'c */ d')).toEqual(['a <note /* b>', '<note c */> d']);
    expect(read('a.ts', 'a `b', 'c` d')).toEqual(['a <text `b>', '<text c`> d']);
    expect(read('a.py', '"""x', 'y"""')).toEqual(['<text """x>', '<text y""">']);
    expect(read('a.ts', `it's`, 'const')).toEqual([`it<text 's>`, '<word const>']);
  });

  test('lose no character, whatever the line holds', () => {
    const odd = ['a'.repeat(5000), '\\', '"\\', '<script>alert(1)</script>', "'''", '`${`', '\t ü 🙂 /*', ''];
    for (const path of ['a.ts', 'a.py', 'a.html', 'a.sh', 'a.sql', 'a.css', 'a.rb', 'x']) {
      const next = highlighter(path);
      for (const line of odd) {
        expect(
          next(line, null)
            .tokens.map(({ text }) => text)
            .join(''),
        ).toBe(line);
      }
    }
  });

  test('of a file are chosen by the end of its name', () => {
    expect(languageOf('src/Dockerfile')).toBe(languageOf('a.sh'));
    expect(languageOf('x/y.TSX')).toBe(languageOf('a.ts'));
    expect(languageOf('LICENSE')).toBeNull();
  });
});

test.each([
  ['diff/abc..def', { kind: 'diff', name: 'abc..def' }],
  ['transcript/c1.a1.coder', { kind: 'transcript', name: 'c1.a1.coder' }],
  ['log/../../etc/passwd', null],
  ['log/..', null],
  ['transcript/.hidden', null],
  ['other/x', null],
  ['diff/', null],
])('a key %s is read as it is meant, or not at all', (key, expected) => {
  expect(keyParts(key)).toEqual(expected);
});
