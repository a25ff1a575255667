import { DEFAULT, type Node } from '../../src/cli/tree/tree.ts';
import { program } from '../cli/tree/program.ts';

/** What is wrong with a call of the program; undefined where it could be typed. */
export function wrong(words: readonly string[], node: Node = program): string | undefined {
  const [first = ''] = words;
  const below = node.commands.find(({ name }) => name === first);
  if (below) {
    return wrong(words.slice(1), below);
  }
  if (node === program && /^[a-z][a-z-]*$/.test(first) && first !== 'help') {
    return `there is no command ${first}`;
  }
  const flags = node === program ? [...node.flags, ...flagsOf(DEFAULT)] : node.flags;
  const known = new Set(flags.flatMap(({ names }) => names));
  const unknown = words.find((word) => word.startsWith('--') && !known.has(word.split('=')[0] ?? ''));
  return unknown === undefined ? undefined : `${node.path.join(' ')} has no ${unknown}`;
}
const flagsOf = (command: string) => program.commands.find(({ name }) => name === command)?.flags ?? [];
