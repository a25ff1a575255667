import { describe, expect, it } from 'vitest';
import { linesOf, printable } from '../../src/view/printable.ts';

describe('printable', () => {
  it.each([
    ['a window title', 'a\u001b]0;owned\u0007b', 'ab'],
    ['a clipboard write', 'a\u001b]52;c;cm0gLXJm\u001b\\b', 'ab'],
    ['its eight-bit form', 'a\u009d52;c;cm0=\u009cb', 'ab'],
    [
      'device, application and privacy strings',
      '\u001bP+q54\u001b\\x\u001b_Gf=24;AA\u001b\\y\u001b^p\u001b\\z',
      'xyz',
    ],
    ['colours and cursor moves', '\u001b[31mred\u001b[0m\u001b[2J\u009b1A!', 'red!'],
    ['short escapes and character sets', '\u001bc\u001b(0x\u001b7', 'x'],
    ['a link', '\u001b]8;;http://x.invalid\u0007text\u001b]8;;\u0007', 'text'],
    ['bells, backspaces, deletes', 'a\u0007b\bc\u007f', 'abc'],
    ['direction marks', 'if (a\u202e/*\u2066 admin \u2069*/) {', 'if (a/* admin */) {'],
    ['zero-width and filler characters', 'a\u200bb\u2060c\ufeffd\u00ade\u3164f', 'abcdef'],
    ['letters written in tags', 'a\u{e0041}\u{e0042}b', 'ab'],
    ['what is no character', 'a\ufffeb\uffffc', 'abc'],
    ['half a character', 'a\ud800b', 'a\ufffdb'],
  ])('removes %s', (_, text, expected) => {
    expect(printable(text)).toBe(expected);
  });

  it('keeps one line one line', () => {
    expect(printable('a\nb\r\nc\rd\u2028e\u0085f\vg')).toBe('a b c d e f g');
  });

  it('shows the rest of a sequence that never ends', () => {
    expect(printable('a\u001b]0;hidden\nb')).toBe('a0;hidden b');
    expect(printable('a\u001b[')).toBe('a');
  });

  it('leaves ordinary text of any script alone', () => {
    const text = 'größer → 日本語 עברית é ✔ {}[]';
    expect(printable(text)).toBe(text);
  });

  it('is linear in hostile text', () => {
    const small = printable('\u001b]'.repeat(200_000));
    expect(small).toBe('');
    expect(printable('\u009d'.repeat(200_000))).toBe('');
  });
});

it('splits text at every kind of line end', () => {
  expect(linesOf('a\r\nb\nc\rd')).toEqual(['a', 'b', 'c', 'd']);
});
