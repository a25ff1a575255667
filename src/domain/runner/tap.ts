import { failed, zero, type Runner } from './runner.ts';
import type { Leaf } from './tree.ts';

/** Width of one level of sub-tests. */
const INDENT = 4;
const POINT = /^( *)(not )?ok\b *(\d*) *(?:- +)?(.*)$/;

export type Point = Leaf & { readonly depth: number; readonly words: readonly string[] };

/** TAP 13 and 14, sub-tests by indentation before their point (node, tap) or after it (vitest). */
export const tap: Runner = {
  name: 'TAP',
  kind: 'format',
  recognises: (output) => /^(?:TAP version 1\d|1\.\.\d+)/m.test(output),
  parse(output) {
    const lines = output.split('\n');
    const points = readPoints(lines);
    const plan = /^1\.\.(\d+)/m.exec(output)?.[1];
    if (points.length === 0) {
      return plan === '0' ? zero : undefined;
    }
    const of = (state: Leaf['state']): Point[] => points.filter((p) => p.state === state);
    const lost = missing(lines, Number(plan ?? 0));
    return {
      passed: of('passed').length,
      failed: of('failed').length + lost.length,
      skipped: of('skipped').length,
      failures: [...of('failed').map((p) => failed(p.name, p.words)), ...lost.map((name) => ({ name }))],
      skips: of('skipped').map((p) => p.name),
      passes: of('passed').map((p) => p.name),
    };
  },
};

/** A plan that was not fulfilled, or a run that gave up: something failed although no point says so. */
function missing(lines: readonly string[], planned: number): string[] {
  const top = lines.filter((line) => /^(?:not )?ok\b/.test(line)).length;
  const given = lines.filter((line) => line.startsWith('Bail out!'));
  return top < planned && !given.length
    ? [`${String(planned - top)} of ${String(planned)} planned tests did not run`]
    : given;
}

type Group = { readonly depth: number; readonly name: string; readonly opened: boolean; children: number };

/** The tests among the points: a point that holds others is a group and only gives them its name. */
export function readPoints(lines: readonly string[]): Point[] {
  const points: Point[] = [];
  const path: Group[] = [];
  lines.forEach((line, i) => {
    const subtest = /^( *)# Subtest: (.+)$/.exec(line);
    const point = POINT.exec(line);
    if (subtest) {
      const depth = subtest[1]?.length ?? 0;
      close(path, depth);
      path.push({ depth, name: subtest[2] ?? '', opened: false, children: 0 });
    } else if (point && `${point[3] ?? ''}${point[4] ?? ''}` !== '') {
      const leaf = enterPoint(path, point);
      if (leaf) {
        points.push({ ...leaf, words: wordsBelow(lines, i, leaf.depth) });
      }
    }
  });
  return points;
}

/** Follows the groups that a point closes, stands in or opens; the point itself unless it is a group. */
function enterPoint(
  path: Group[],
  [, indent = '', not, , rest = '']: RegExpExecArray,
): Omit<Point, 'words'> | undefined {
  const depth = indent.length;
  const own = close(path, depth);
  if (depth > 0 && (path.at(-1)?.depth ?? -1) < depth - INDENT) {
    path.push({ depth: depth - INDENT, name: '', opened: false, children: 0 });
  }
  const holder = path.at(-1);
  if (holder) {
    holder.children += 1;
  }
  const name = [...path.map((g) => g.name), title(rest)].filter((part) => part !== '').join(' › ');
  if (rest.endsWith('{')) {
    path.push({ depth, name: title(rest), opened: true, children: 0 });
    return undefined;
  }
  return own?.opened === false && own.children > 0 ? undefined : { depth, name, state: stateOf(not, rest) };
}

/** Leaves the groups that are not shallower than `depth`; the last one left is the group of exactly that depth. */
function close(path: Group[], depth: number): Group | undefined {
  let left: Group | undefined;
  while ((path.at(-1)?.depth ?? -1) >= depth) {
    left = path.pop();
  }
  return left;
}

const title = (rest: string): string =>
  rest
    .replace(/ *\{$/, '')
    .replace(/(?:^| +)# *(?:time=|skip|todo).*$/i, '')
    .trim();

function stateOf(not: string | undefined, rest: string): Leaf['state'] {
  return /# *(?:skip|todo)\b/i.test(rest) ? 'skipped' : not === undefined ? 'passed' : 'failed';
}

/** The diagnostics of a point: its YAML block less what only tells time and place in the runner. */
function wordsBelow(lines: readonly string[], at: number, depth: number): string[] {
  const words: string[] = [];
  for (const line of lines.slice(at + 1, at + 60)) {
    const deeper = (/^ */.exec(line)?.[0].length ?? 0) > depth;
    if ((!deeper && line.trim() !== '') || POINT.test(line) || /^\s*(?:\.\.\.|stack:.*)$/.test(line)) {
      break;
    }
    if (!/^\s*(?:---|duration_ms:.*|type:.*|failureType:.*|at .*)$/.test(line)) {
      words.push(line);
    }
  }
  return words;
}
