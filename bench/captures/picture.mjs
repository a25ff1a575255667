// What a terminal shows, as a picture.
import { chromium } from 'playwright-core';

const NAMED = ['#1c1c1c', '#d75f5f', '#87af5f', '#d7af5f', '#5f87af', '#af87af', '#5fafaf', '#d0d0d0'];
const BRIGHT = ['#808080', ...NAMED.slice(1)];
const colour = (n) => (n < 8 ? NAMED[n] : (BRIGHT[n - 8] ?? '#d0d0d0'));
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export function pictured(screen) {
  const buffer = screen.buffer.active;
  const lines = Array.from({ length: buffer.length }, (_, y) => buffer.getLine(y));
  return lines.map((line) => cellsOf(line, screen.cols).map(markupOf).join('')).join('\n');
}

const cellsOf = (line, columns) => Array.from({ length: columns }, (_, x) => line?.getCell(x));

function markupOf(cell) {
  if (!cell || cell.getWidth() === 0) {
    return '';
  }
  const fg = cell.isFgDefault() ? '#d0d0d0' : colour(cell.getFgColor());
  const weight = cell.isBold() ? 'font-weight:bold;' : '';
  return `<i style="color:${fg};${weight}width:${cell.getWidth()}ch">${escaped(cell.getChars() || ' ')}</i>`;
}

/** `shots`: name and markup of each. Writes one PNG each into the folder. */
export async function draw(shots, folder) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const page = await browser.newPage();
  for (const { name, markup } of shots) {
    await page.setContent(
      `<style>body{margin:0;background:#1c1c1c}pre{display:inline-block;margin:0;padding:8px;font:14px/17px 'DejaVu Sans Mono',monospace;border:1px solid #555}i{font-style:normal;display:inline-block;height:17px;vertical-align:top;overflow:hidden}</style><pre>${markup}</pre>`,
    );
    await page.locator('pre').screenshot({ path: `${folder}/${name}.png` });
  }
  await browser.close();
}
