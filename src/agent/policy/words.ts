import type { Word, WordPart } from 'unbash';
import type { Arg } from './line.ts';

export function argOf(word: Word): Arg {
  const { parts = [], value } = word;
  if (parts.every(isFixed)) {
    return { text: value, kind: 'fixed' };
  }
  const [first] = parts;
  const isPattern = parts.every((part) => isFixed(part) || isPatternPart(part));
  const begins = first && isFixed(first) ? first.text : '';
  const safe = begins !== '' && (!begins.startsWith('-') || /^--[\w-]+=/.test(begins));
  return { text: value, kind: isPattern && safe ? 'pattern' : 'computed' };
}

const isFixed = (part: WordPart): boolean =>
  part.type === 'DoubleQuoted' || part.type === 'LocaleString'
    ? part.parts.every((inner) => inner.type === 'Literal')
    : part.type === 'Literal' || part.type === 'SingleQuoted' || part.type === 'AnsiCQuoted';

const isPatternPart = ({ type }: WordPart): boolean =>
  type === 'Glob' || type === 'ExtendedGlob' || type === 'BraceExpansion';
