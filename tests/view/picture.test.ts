import { describe, expect, it } from 'vitest';
import { tellAll } from '../../src/view/lines.ts';
import { frame } from '../../src/view/live.ts';
import { svgOf } from '../../src/view/picture.ts';
import { blank, good, row } from '../../src/view/row.ts';
import { T0, timed, whole } from './story.ts';

const svg = svgOf([row('a <b> & "c"', good(' done')), blank, row('日本', good('x'))], 'A & B');

/** The runs of text with their places, in order. */
const pieces = (picture: string): { x: number; y: number; length: number; tone: string; text: string }[] =>
  [
    ...picture.matchAll(
      /<text(?: class="(\w+)")? x="([\d.]+)" y="([\d.]+)" textLength="([\d.]+)"[^>]*>(.*?)<\/text>/g,
    ),
  ].map(([, tone = '', x, y, length, text = '']) => ({
    x: Number(x),
    y: Number(y),
    length: Number(length),
    tone,
    text,
  }));

describe('a picture', () => {
  it('escapes what would be markup', () => {
    expect(svg).toContain('<title id="title">A &amp; B</title>');
    expect(pieces(svg)[0]?.text).toBe('a &lt;b&gt; &amp; &quot;c&quot;');
  });

  it('keeps each piece in its columns, wide characters too', () => {
    const [first, second, wide, after] = pieces(svg);
    expect(second?.x).toBeCloseTo((first?.x ?? 0) + (first?.length ?? 0), 1);
    expect(wide?.length).toBeCloseTo(4 * ((first?.length ?? 0) / 11), 1);
    expect(after?.x).toBeCloseTo((wide?.x ?? 0) + (wide?.length ?? 0), 1);
    expect((wide?.y ?? 0) - (first?.y ?? 0)).toBe(40);
  });

  it('knows light and dark, and asks for nothing from outside', () => {
    expect(svg).toContain('prefers-color-scheme: dark');
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|href|url\(|@import|<script/);
  });

  it.each(['#ffffff', '#0d1117'])('has colours that can be read on %s', (card) => {
    const colours = [
      ...((card === '#ffffff' ? svg.split('@media')[0] : svg.split('@media')[1])?.matchAll(
        /\.(?:good|bad|warn|faint|accent) \{ fill: (#\w+)/g,
      ) ?? []),
    ];
    expect(colours.length).toBe(5);
    const pale = colours.filter(([, colour = '']) => contrast(colour, card) < 4.5);
    expect(pale).toEqual([]);
  });

  it('of a live frame holds all its text, also for who cannot see it', () => {
    const lines = frame(tellAll(timed(whole)), { width: 100, height: 24, now: T0 });
    const picture = svgOf(lines, 'A run');
    expect(picture).toContain('[x]');
    expect(picture).toMatch(/<desc[^>]*>[^<]*Keep comments in the parser/);
    expect(pieces(picture).some((p) => p.tone === 'good')).toBe(true);
  });
});

function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((i) => {
    const c = Number.parseInt(colour.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
