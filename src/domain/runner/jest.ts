import { sumOf, numbersByWord, sections, zero, type Failed, type Runner, type Tally } from './runner.ts';
import { namesOf, readTree, type Leaf } from './tree.ts';

const SUITES = /^Test Suites: +\d/;
const FILE = /^(?:PASS|FAIL) (?:[\w-]+ )?(\S+\.\w+)(?: \(.+\))?$/;
const BROKEN = 'Test suite failed to run';

export const jest: Runner = {
  name: 'jest',
  kind: 'runner',
  recognises: (output) =>
    /^Test Suites: .+\nTests: /m.test(output) || /^No tests found, exiting with code/m.test(output),
  parse(output) {
    const lines = output.split('\n');
    const runs = lines.flatMap((line, i) => summary(lines, line, i) ?? []);
    if (runs.length === 0) {
      return undefined;
    }
    const failures = failing(lines);
    const broken = new Set(failures.filter((f) => f.name.endsWith(BROKEN)).map((f) => f.name)).size;
    const total = sumOf(runs);
    return { ...total, failed: total.failed + broken, failures, ...listed(lines) };
  },
};

function summary(lines: readonly string[], line: string, i: number): Tally | undefined {
  if (line.startsWith('No tests found, exiting with code')) {
    return zero;
  }
  const tests = /^Tests: +(.+)$/.exec(line);
  if (!tests || !SUITES.test(lines[i - 1] ?? '') || !lines[i + 1]?.startsWith('Snapshots:')) {
    return undefined;
  }
  const of = numbersByWord(tests[1] ?? '');
  return { passed: of('passed'), failed: of('failed'), skipped: of('skipped', 'todo', 'pending') };
}

function failing(lines: readonly string[]): Failed[] {
  let file = '';
  const title = (line: string): string | undefined => {
    file = FILE.exec(line)?.[1] ?? file;
    const name = /^ {2}● (.+)$/.exec(line)?.[1];
    return name === undefined || name === 'Console' ? undefined : `${file} › ${name}`;
  };
  return sections(
    lines,
    title,
    (line) => FILE.test(line) || SUITES.test(line) || /^ {2}● Console$/.test(line),
  );
}

/** Names in the tree that verbose runs print below each file. */
function listed(lines: readonly string[]): Pick<Tally, 'passes' | 'skips'> {
  const leaves: Leaf[] = [];
  lines.forEach((line, i) => {
    const file = FILE.exec(line)?.[1];
    if (file !== undefined) {
      const end = lines.findIndex((l, j) => j > i && (l === '' || /^\S/.test(l) || /^ {2}●/.test(l)));
      const tree = readTree(lines.slice(i + 1, end < 0 ? undefined : end), mark);
      leaves.push(...tree.map(({ state, name }) => ({ state, name: `${file} › ${name}` })));
    }
  });
  return { passes: namesOf(leaves, 'passed'), skips: namesOf(leaves, 'skipped') };
}

function mark(text: string): { state: Leaf['state']; name: string } | undefined {
  const m = /^([✓√✕×○✎]) (?:skipped |todo )?(.+?)(?: \([\d.]+ m?s\))?$/.exec(text);
  if (!m) {
    return undefined;
  }
  const state = /[✓√]/.test(m[1] ?? '') ? 'passed' : /[✕×]/.test(m[1] ?? '') ? 'failed' : 'skipped';
  return { state, name: m[2] ?? '' };
}
