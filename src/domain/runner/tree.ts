/** A test in an indented listing, with the names of the groups that it stands in. */
export type Leaf = { readonly state: 'passed' | 'failed' | 'skipped'; readonly name: string };

/**
 * Reads an indented listing of groups and marked tests, as several runners print it. `mark` tells a test's line from a
 * group's; a line that is less deep closes the groups below it.
 */
export function readTree(
  lines: readonly string[],
  mark: (text: string) => { state: Leaf['state']; name: string } | undefined,
): Leaf[] {
  const groups: { depth: number; name: string }[] = [];
  const leaves: Leaf[] = [];
  for (const line of lines.filter((l) => l.trim() !== '')) {
    const depth = /^ */.exec(line)?.[0].length ?? 0;
    while ((groups.at(-1)?.depth ?? -1) >= depth) {
      groups.pop();
    }
    const test = mark(line.trim());
    if (test) {
      leaves.push({ state: test.state, name: [...groups.map((g) => g.name), test.name].join(' › ') });
    } else {
      groups.push({ depth, name: line.trim() });
    }
  }
  return leaves;
}

export const namesOf = (leaves: readonly Leaf[], state: Leaf['state']): string[] =>
  leaves.filter((leaf) => leaf.state === state).map((leaf) => leaf.name);
