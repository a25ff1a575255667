import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { inked } from '../../src/view/ink.ts';
import { bad, cell, fit, good, plain, row, spread, widthOf } from '../../src/view/row.ts';

describe('row', () => {
  it('makes every piece printable and drops empty ones', () => {
    expect(row('a\u001b[31m', undefined, good(''), bad('b\nc'))).toEqual([
      { text: 'a' },
      { text: 'b c', tone: 'bad' },
    ]);
  });
});

describe('fit', () => {
  it('leaves alone what fits', () => {
    const line = row('abc', good('def'));
    expect(fit(line, 6)).toBe(line);
  });

  it('cuts across spans and keeps their tones', () => {
    expect(fit(row('abc', good('def')), 5)).toEqual([
      { text: 'abc' },
      { text: 'd', tone: 'good' },
      { text: '…' },
    ]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])(
    'never takes more than %i columns, nor half a wide character',
    (columns) => {
      const cut = fit(row('日本', good('語x'), '👩🏽‍🚀é́z'), columns);
      expect(widthOf(cut)).toBeLessThanOrEqual(columns);
      expect(plain(cut)).not.toMatch(/\p{Cs}/u);
    },
  );

  it('gives nothing where there is no room', () => {
    expect(fit(row('abc'), 0)).toEqual([]);
  });
});

it('fills a cell to exactly its width', () => {
  expect(widthOf(cell(row('日本'), 7))).toBe(7);
  expect(widthOf(cell(row('日本語日本語'), 7))).toBe(7);
});

it('spreads two ends over a line, the left one giving way', () => {
  expect(plain(spread(row('left'), row('right'), 12))).toBe('left   right');
  expect(plain(spread(row('a long left'), row('right'), 12))).toBe('a lon… right');
  expect(plain(spread(row('left'), row('much too long'), 8))).toBe('left');
});

describe('inked', () => {
  it('writes plain text to what is not a terminal', () => {
    expect(inked(row('a', good('b')), new PassThrough())).toBe('ab');
  });

  it('colours for a terminal that knows colours', () => {
    const terminal = Object.assign(new PassThrough(), { isTTY: true, getColorDepth: () => 8 });
    vi.stubEnv('FORCE_COLOR', undefined);
    vi.stubEnv('NO_COLOR', undefined);
    expect(inked(row('a', good('b')), terminal)).toBe('a\u001b[32mb\u001b[39m');
  });

  it('does not colour for people who want none', () => {
    const terminal = Object.assign(new PassThrough(), { isTTY: true, getColorDepth: () => 1 });
    vi.stubEnv('FORCE_COLOR', undefined);
    vi.stubEnv('NO_COLOR', '1');
    expect(inked(row('a', good('b')), terminal)).toBe('ab');
  });
});
