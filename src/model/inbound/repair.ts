import { jsonrepair } from 'jsonrepair';
import { parsed } from '../json.ts';
import { endOfString } from './scan.ts';

/**
 * Mends the spelling of a JSON object that is whole but not valid: escapes that JSON does not know, line ends inside
 * strings, commas too many, quotes of another kind. Adds no content: what is left open stays so, and a mend that
 * would change a letter is refused. Returns undefined where it cannot be mended.
 */
export function mended(text: string): { readonly value: unknown } | undefined {
  const spelled = respelled(text);
  if (spelled === undefined) {
    return undefined;
  }
  return parsed(spelled) ?? throughLibrary(spelled);
}

function throughLibrary(text: string): { readonly value: unknown } | undefined {
  try {
    const repaired = jsonrepair(text);
    return content(repaired) === content(text) ? parsed(repaired) : undefined;
  } catch {
    return undefined;
  }
}

/** Everything but JSON's own punctuation: must be the same before and after. */
const content = (text: string): string =>
  text
    .replace(/\bNone\b/g, 'null')
    .replace(/\bTrue\b/g, 'true')
    .replace(/\bFalse\b/g, 'false')
    .replace(/\\[nrtbf]|[\s{}[\],:"'\\]/g, '');

/**
 * Inside double-quoted strings: a backslash before a character that JSON does not escape is a literal one, a raw control
 * character is escaped. Undefined where a string stays open or is followed by something that cannot follow one, which
 * means that a quote inside it was not escaped and nobody can tell where it ends.
 */
function respelled(text: string): string | undefined {
  let result = '';
  let at = 0;
  while (at < text.length) {
    const quote = text.indexOf('"', at);
    if (quote < 0) {
      return result + text.slice(at);
    }
    const end = endOfString(text, quote);
    if (end === undefined || !/^\s*([,:}\]]|$)/.test(text.slice(end, end + 200))) {
      return undefined;
    }
    result += text.slice(at, quote) + respelledString(text.slice(quote, end));
    at = end;
  }
  return result;
}

const controls: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
};

const respelledString = (literal: string): string =>
  literal
    .replace(/\\(u[0-9a-fA-F]{4}|["\\/bfnrt])|\\/g, (all, known: string | undefined) =>
      known === undefined ? '\\\\' : all,
    )
    .replace(/\p{Cc}/gu, (char) =>
      char >= ' ' ? char : (controls[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
    );
