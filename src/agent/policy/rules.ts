import type { Simple } from './line.ts';
import { staysHarmless } from './reading.ts';

/** The words that a command begins with; `more`: others may follow. */
export type Rule = { readonly words: readonly string[]; readonly more: boolean; readonly text: string };

/** `npm test`: that command alone. `npm run *`, `npm run*`: with any further words. */
export function parseRule(text: string): Rule {
  const more = text.trimEnd().endsWith('*');
  const words = text.trim().replace(/\*$/, '').split(/\s+/).filter(Boolean);
  return { words, more, text };
}

/** Whether a person's permission covers a command: to the word, or with words that stay harmless. */
export function isAllowedBy(rule: Rule, simple: Simple): boolean {
  return begins(rule, simple, 'as written') && staysHarmless(simple, rule.words.length);
}

/** Whether a person's prohibition hits it, however it is spelled. */
export const isDeniedBy = (rule: Rule, simple: Simple): boolean => begins(rule, simple, 'by any path');

function begins({ words, more }: Rule, { argv }: Simple, how: 'as written' | 'by any path'): boolean {
  const same = words.every((word, i) => {
    const arg = argv[i];
    const text = i === 0 && how === 'by any path' ? arg?.text.split('/').at(-1) : arg?.text;
    return text === word && (how === 'by any path' || arg?.kind === 'fixed');
  });
  return words.length > 0 && same && (more || argv.length === words.length);
}
