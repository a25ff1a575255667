import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Carried } from '../page/detail.ts';
import type { PageFiles, PageSource } from './source.ts';

/**
 * The page and everything that it shows as one file that asks for nothing, to be opened from a disk or sent. Data is
 * packed, so that no text of a model or a file is markup at any time; only the page's own script and style may act.
 */
export function reportHtml(files: PageFiles, carried: Carried, redact: PageSource['redact']): string {
  const style = textOf(files, '.css');
  const script = textOf(files, '.js').replaceAll('</script', String.raw`<\/script`);
  const data = gzipSync(redact(JSON.stringify(carried)), { level: 9 }).toString('base64');
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8" />',
    `<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    '<meta name="viewport" content="width=device-width, initial-scale=1" />',
    '<meta name="referrer" content="no-referrer" />',
    '<title>orchestrate</title>',
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<div id="app"></div>',
    `<script type="text/plain" id="carried">${data}</script>`,
    `<script type="module">${script}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function textOf(files: PageFiles, ending: string): string {
  const texts = [...files].flatMap(([name, bytes]) =>
    name.endsWith(ending) ? [bytes.toString('utf8')] : [],
  );
  const [text] = texts;
  if (text === undefined || texts.length > 1) {
    throw new Error(`the built page has ${String(texts.length)} files that end in ${ending}, not one`);
  }
  return text;
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;
