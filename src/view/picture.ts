import { printable } from './printable.ts';
import { plain, widthOf, type Row, type Tone } from './row.ts';

/** Size of one character cell, in the picture's own units. */
const CELL = { width: 8.4, height: 20 };
const PAD = 20;
const BAR = 34;

/** Readable on both: pairs of at least 4.5 to 1 against the card's background. */
const LIGHT = {
  card: '#ffffff',
  line: '#d0d7de',
  text: '#1f2328',
  good: '#1a7f37',
  bad: '#cf222e',
  warn: '#9a6700',
  faint: '#59636e',
  accent: '#0969da',
};
const DARK = {
  card: '#0d1117',
  line: '#3d444d',
  text: '#e6edf3',
  good: '#3fb950',
  bad: '#f85149',
  warn: '#d29922',
  faint: '#9198a1',
  accent: '#4493f8',
};

/**
 * Lines of output as a picture of a terminal: one SVG without outside resources that follows the reader's choice of
 * light or dark. Every piece of text is held to its columns, whatever font is there.
 */
export function svgOf(lines: readonly Row[], title: string): string {
  const columns = Math.max(40, ...lines.map(widthOf));
  const w = Math.ceil(columns * CELL.width + 2 * PAD);
  const h = BAR + lines.length * CELL.height + PAD;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${String(w)}" height="${String(h)}" viewBox="0 0 ${String(w)} ${String(h)}" role="img" aria-labelledby="title desc">
<title id="title">${escaped(printable(title))}</title>
<desc id="desc">${escaped(lines.map(plain).join('\n'))}</desc>
<style>
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace; white-space: pre; }
${palette(LIGHT)}
@media (prefers-color-scheme: dark) {
${palette(DARK)}
}
.strong { font-weight: bold; }
</style>
<rect class="card" x="0.5" y="0.5" width="${String(w - 1)}" height="${String(h - 1)}" rx="8"/>
${[0, 1, 2].map((i) => `<circle class="dot" cx="${String(PAD + i * 18)}" cy="18" r="5"/>`).join('\n')}
${lines.flatMap((line, i) => spans(line, BAR + (i + 0.75) * CELL.height)).join('\n')}
</svg>
`;
}

function spans(line: Row, y: number): string[] {
  let column = 0;
  return line.flatMap(({ text, tone }) => {
    const x = PAD + column * CELL.width;
    const columns = widthOf([{ text }]);
    column += columns;
    return text.trim() === '' ? [] : [piece({ text, tone, x, y, columns })];
  });
}

type Piece = {
  readonly text: string;
  readonly tone: Tone | undefined;
  readonly x: number;
  readonly y: number;
  readonly columns: number;
};

const piece = ({ text, tone, x, y, columns }: Piece): string =>
  `<text${tone === undefined ? '' : ` class="${tone}"`} x="${x.toFixed(1)}" y="${y.toFixed(1)}" textLength="${(columns * CELL.width).toFixed(1)}" xml:space="preserve">${escaped(text)}</text>`;

const palette = (colours: typeof LIGHT): string =>
  [
    `.card { fill: ${colours.card}; stroke: ${colours.line}; }`,
    `.dot { fill: ${colours.line}; }`,
    `text { fill: ${colours.text}; }`,
    ...(['good', 'bad', 'warn', 'faint', 'accent'] as const).map(
      (tone) => `.${tone} { fill: ${colours[tone]}; }`,
    ),
  ].join('\n');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
