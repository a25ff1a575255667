import type { ToolSpec } from '../model.ts';

/**
 * The offered tool that a name means: control tokens, namespaces and counters that servers glue to it are taken off, but
 * only where what is left is a tool's name. Else the name stays as it came, for the model to be told about.
 */
export function toolNamed(name: string, tools: readonly ToolSpec[]): string {
  const bare = name.trim();
  const cut = (bare.split(/<[|｜]/)[0] ?? '').trim();
  const guesses = [
    bare,
    cut,
    cut.replace(/[:(].*$/, ''),
    cut.replace(/^.*[.:/]/, ''),
    cut.replace(/:\d+$/, '').replace(/^.*[.:/]/, ''),
  ];
  const known = guesses.find((guess) => tools.some((tool) => tool.name === guess));
  const sameLetters = tools.filter((tool) => tool.name.toLowerCase() === cut.toLowerCase());
  return known ?? (sameLetters.length === 1 ? (sameLetters[0]?.name ?? bare) : bare);
}
