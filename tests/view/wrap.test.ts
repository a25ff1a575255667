import width from 'fast-string-width';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wrap } from '../../src/view/wrap.ts';

describe('wrapping', () => {
  it.each([
    ['', 10, ['']],
    ['short', 10, ['short']],
    ['one two three', 8, ['one two', 'three']],
    ['  indented twice over', 12, ['  indented', 'twice over']],
    ['averylongwordindeed and', 8, ['averylon', 'gwordind', 'eed and']],
    ['日本語の文章です', 7, ['日本語', 'の文章', 'です']],
    ['ab 日本', 4, ['ab', '日本']],
  ])('%j in %i columns', (text, columns, lines) => {
    expect(wrap(text, columns)).toEqual(lines);
  });

  it('loses nothing but spaces at line ends, and no line is too wide', () => {
    const words = fc.array(fc.constantFrom('a', 'word', '日本語', 'x'.repeat(30), ' ', '  '), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(words, fc.integer({ min: 2, max: 40 }), (parts, columns) => {
        const text = parts.join('');
        const lines = wrap(text, columns);
        expect(Math.max(...lines.map((line) => width(line)))).toBeLessThanOrEqual(columns);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
    );
  });
});
