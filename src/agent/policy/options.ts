import type { Arg } from './line.ts';

/** Options of a program that start another one, write a file, or read where its words do not say so. */
export type Dangers = {
  /** Letters, also in a cluster: `-o`, `-uo`. */
  readonly letters?: string;
  /** Long names; their abbreviations count. */
  readonly names?: readonly string[];
  /** Whole words, such as the actions of `find`. */
  readonly words?: readonly string[];
};

/** The first argument that is such an option. */
export const dangerIn = (args: readonly Arg[], dangers: Dangers): Arg | undefined =>
  args.find((arg) => isDanger(arg.text, dangers));

function isDanger(text: string, { letters = '', names = [], words = [] }: Dangers): boolean {
  if (text.startsWith('--')) {
    const [name = ''] = text.slice(2).split('=', 1);
    return name !== '' && names.some((known) => known.startsWith(name));
  }
  return words.includes(text) || (/^-[a-zA-Z]/.test(text) && hasLetter(text.slice(1), letters));
}

const hasLetter = (cluster: string, letters: string): boolean =>
  Array.from(/^[a-zA-Z0-9]*/.exec(cluster)?.[0] ?? '').some((letter) => letters.includes(letter));

/** A path that leads out of the working copy, also as the value of an option. */
export const leadsOutside = ({ text, kind }: Arg): boolean =>
  /(?:^|[=:,]|^-[a-zA-Z]+)(?:~|\/(?!dev\/null$))/.test(text) ||
  /(?:^|[/=:,]|^-[a-zA-Z0-9]+)\.\.(?:\/|$)/.test(text) ||
  (kind === 'pattern' && text.split('/').some(canClimb));

/** A part of a pattern that bash may turn into `..`, or that holds more than one part. */
function canClimb(part: string): boolean {
  const [opens, closes] = [part.split('{').length, part.split('}').length];
  const plain = part.replaceAll(/\{[^{}]*\}/g, '');
  const isBroken = opens !== closes || /[{}]/.test(plain);
  const mayBeDots = /^\.*$/.test(plain) && part.split('.').length > 2;
  return isBroken || mayBeDots || /^\.[^/]*[*?[(]/.test(part);
}
