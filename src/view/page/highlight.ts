import { languageOf, type Language } from './languages.ts';

export type TokenKind = 'plain' | 'word' | 'text' | 'number' | 'note';
/** A piece of a line of code. `word` is a keyword, `text` a string, `note` a comment. */
export type Token = { readonly kind: TokenKind; readonly text: string };

/** What a line leaves open for the next one: the end that a comment or a text waits for. */
export type Open = { readonly kind: 'text' | 'note'; readonly end: string } | null;

/** Lines longer than this are data, not something that a person reads. */
const LONGEST = 1_000;
const PLAIN = /[^\s\w"'`/#<\-(*]+|\s+|./y;
const NAME = /[A-Za-z_$@][\w$]*/y;
const NUMBER = /\d[\w.]*/y;

/** Colours lines of a file one after the other. Rough on purpose: it reads words, not grammars, and never fails. */
export function highlighter(path: string): (line: string, open: Open) => { tokens: Token[]; open: Open } {
  const language = languageOf(path);
  return (line, open) =>
    language === null || line.length > LONGEST
      ? { tokens: line === '' ? [] : [{ kind: 'plain', text: line }], open: null }
      : read(line, open, language);
}

function read(line: string, open: Open, language: Language): { tokens: Token[]; open: Open } {
  const tokens: Token[] = [];
  let left = open;
  let at = 0;
  const take = (kind: TokenKind, end: number): void => {
    const last = tokens.at(-1);
    const text = line.slice(at, end);
    at = end;
    if (last?.kind === kind) {
      tokens[tokens.length - 1] = { kind, text: last.text + text };
    } else if (text !== '') {
      tokens.push({ kind, text });
    }
  };
  while (at < line.length) {
    if (left !== null) {
      const { kind, end } = left;
      const stop = endOf(line, at, end);
      left = stop === null ? left : null;
      take(kind, stop ?? line.length);
      continue;
    }
    const begun = opening(line, at, language);
    if (begun !== null) {
      take(begun.kind, at + begun.mark);
      left = begun.open;
      continue;
    }
    const [kind, end] = plain(line, at, language);
    take(kind, end);
  }
  return { tokens, open: left !== null && left.end.length > 0 && spansLines(left, language) ? left : null };
}

type Begun = { readonly kind: 'text' | 'note'; readonly mark: number; readonly open: Open };

/** A comment or a text that begins here. */
function opening(line: string, at: number, language: Language): Begun | null {
  if (language.line.some((mark) => line.startsWith(mark, at))) {
    return { kind: 'note', mark: line.length - at, open: null };
  }
  const block = language.blocks.find(([mark]) => line.startsWith(mark, at));
  if (block) {
    return { kind: 'note', mark: block[0].length, open: { kind: 'note', end: block[1] } };
  }
  const quote = language.quotes.find((mark) => line.startsWith(mark, at));
  return quote === undefined
    ? null
    : { kind: 'text', mark: quote.length, open: { kind: 'text', end: quote } };
}

/** Where the end mark is over; null where the line does not have it. A backslash hides what follows it. */
function endOf(line: string, from: number, end: string): number | null {
  for (let i = from; i < line.length; i += 1) {
    if (line.startsWith(end, i)) {
      return i + end.length;
    }
    i += line[i] === '\\' ? 1 : 0;
  }
  return null;
}

function plain(line: string, at: number, { words }: Language): [TokenKind, number] {
  const name = match(NAME, line, at);
  if (name !== '') {
    return [words.has(name) ? 'word' : 'plain', at + name.length];
  }
  const number = match(NUMBER, line, at);
  return number === ''
    ? ['plain', at + Math.max(1, match(PLAIN, line, at).length)]
    : ['number', at + number.length];
}

function match(pattern: RegExp, line: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(line)?.[0] ?? '';
}

const spansLines = (open: NonNullable<Open>, language: Language): boolean =>
  open.kind === 'note' || language.long.includes(open.end);
