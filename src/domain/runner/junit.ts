import { failed, type Failed, type Runner } from './runner.ts';

type Case = { readonly name: string; readonly attributes: string; readonly body: string };

/** The XML that nearly every runner can write, here on the standard output. */
export const junit: Runner = {
  name: 'JUnit XML',
  kind: 'format',
  recognises: (output) => /<testsuites?[\s>]/.test(output),
  parse(output) {
    const cases = readCases(output);
    const bad = cases.filter((c) => /<(?:failure|error)[\s>/]/.test(c.body));
    const skipped = cases.filter((c) => !bad.includes(c) && /<skipped[\s>/]/.test(c.body));
    const passed = cases.filter((c) => !bad.includes(c) && !skipped.includes(c));
    return {
      passed: passed.length,
      failed: bad.length,
      skipped: skipped.length,
      failures: bad.map(failure),
      skips: skipped.map((c) => c.name),
      passes: passed.map((c) => c.name),
    };
  },
};

function readCases(xml: string): Case[] {
  const text = xml.replaceAll(/<system-(?:out|err)>[\s\S]*?<\/system-(?:out|err)>/g, '');
  return text
    .split(/<testcase\s/)
    .slice(1)
    .map((piece) => {
      const end = tagEnd(piece);
      const attributes = piece.slice(0, end);
      const rest = piece.startsWith('/>', end) ? '' : piece.slice(end + 1);
      const close = rest.indexOf('</testcase>');
      return { attributes, body: close < 0 ? rest : rest.slice(0, close), name: nameOf(attributes) };
    });
}

/** Where the opening tag ends, quotes respected. */
function tagEnd(text: string): number {
  let quoted = '';
  for (let i = 0; i < text.length; i += 1) {
    const c = text.charAt(i);
    if (quoted !== '') {
      quoted = c === quoted ? '' : quoted;
    } else if (c === '"' || c === "'") {
      quoted = c;
    } else if (c === '>' || (c === '/' && text.charAt(i + 1) === '>')) {
      return i;
    }
  }
  return text.length;
}

function nameOf(attributes: string): string {
  const group = attribute(attributes, 'classname');
  const name = attribute(attributes, 'name') ?? '';
  return group === undefined || group === '' || group === 'test' ? name : `${group} › ${name}`;
}

const attribute = (attributes: string, name: string): string | undefined => {
  const m = new RegExp(`(?:^|\\s)${name}=(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  return m ? decode(m[1] ?? m[2] ?? '') : undefined;
};

const FAILURE =
  /<(?:failure|error)\b((?:[^>"'/]|"[^"]*"|'[^']*')*)(?:\/>|>([\s\S]*?)(?:<\/(?:failure|error)>|$))/;

function failure(c: Case): Failed {
  const [, attributes = '', content = ''] = FAILURE.exec(c.body) ?? [];
  const message = attribute(attributes, 'message') ?? '';
  const text = decode(content).trim();
  return failed(c.name, (text.includes(message) ? text : `${message}\n${text}`).split('\n'));
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const decode = (text: string): string =>
  text
    .replaceAll(/<!\[CDATA\[([\s\S]*?)\]\]>/g, '$1')
    .replaceAll(/&(?:#(\d+)|#x([\da-fA-F]+)|(\w+));/g, (whole, dec?: string, hex?: string, name?: string) => {
      const code = dec === undefined ? Number.parseInt(hex ?? '', 16) : Number(dec);
      return name === undefined ? character(code, whole) : (NAMED[name] ?? whole);
    });

const character = (code: number, otherwise: string): string =>
  Number.isInteger(code) && code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : otherwise;
