import { describe, expect, it } from 'vitest';
import { fit } from '../../../src/agent/context/fit.ts';
import { firstLine, firstOf, lastOf } from '../../../src/agent/cut.ts';
import { countTokens } from '../../../src/model/tokens.ts';

const prose = 'The quick brown fox jumps over the lazy dog. '.repeat(20_000);

describe('a result', () => {
  it('stays as it is where there is room', () => {
    expect(fit('short', { window: 100, beside: 1 })).toBe('short');
    expect(fit(prose.slice(0, 9000), { window: undefined, beside: 3 })).toHaveLength(9000);
  });

  it.each([1_000, 8_000, 32_000])('takes at most its share of a window of %i tokens', (window) => {
    for (const beside of [1, 4]) {
      const cut = fit(prose, { window, beside });
      expect(countTokens(cut)).toBeLessThan((window * 0.45) / beside + 40);
    }
  });

  it('keeps both ends, and says how much is missing', () => {
    const text = `first line\n${prose}\nlast line`;
    const cut = fit(text, { window: 4_000, beside: 1 });
    expect(cut.startsWith('first line\n')).toBe(true);
    expect(cut.endsWith('\nlast line')).toBe(true);
    const missing = Number(/… ([\d,]+) characters left out/.exec(cut)?.[1]?.replaceAll(',', ''));
    expect(text.length - missing).toBeGreaterThan(cut.length - 200);
    expect(text.length - missing).toBeLessThan(cut.length);
  });

  it('is bounded where the window is unknown', () => {
    expect(fit('x'.repeat(2_000_000), { window: undefined, beside: 1 }).length).toBeLessThan(201_000);
  });
});

describe('a cut', () => {
  it('never tears a character that is made of two units', () => {
    for (let most = 0; most < 6; most++) {
      expect(firstOf('😀😀😀', most)).toMatch(/^(😀)*$/u);
      expect(lastOf('😀😀😀', most)).toMatch(/^(😀)*$/u);
    }
    expect(firstLine('ab\ncd', 9)).toBe('ab');
    expect(lastOf('abc', 0)).toBe('');
  });
});
