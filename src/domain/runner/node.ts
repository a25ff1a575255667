import { sumOf, failed, lastOfEachRun, type Failed, type Runner, type Tally } from './runner.ts';
import { readPoints } from './tap.ts';

const FOOTER =
  /^(?:#|ℹ) tests (\d+)\n(?:(?:#|ℹ) suites \d+\n)?(?:#|ℹ) pass (\d+)\n(?:#|ℹ) fail (\d+)\n(?:#|ℹ) cancelled (\d+)\n(?:#|ℹ) skipped (\d+)\n(?:#|ℹ) todo (\d+)/;
const FOOTER_LINES = 7;

const FILE = /^\S+\.[cm]?[jt]sx?$/;

/** A file without any test is reported as one test that passed, named by its path. */
const EMPTY_FILE = /^(?:✔ (\S+\.[cm]?[jt]sx?) \([\d.]+ms\)|ok \d+ - (\S+\.[cm]?[jt]sx?))$/;

export const node: Runner = {
  name: 'node:test',
  kind: 'runner',
  recognises: (output) => /^(?:#|ℹ) pass \d+\n(?:#|ℹ) fail \d+\n(?:#|ℹ) cancelled \d+$/m.test(output),
  parse(output) {
    const lines = output.split('\n');
    const runs = lastOfEachRun(
      lines,
      (line) => line === 'TAP version 13' || /^> \S+@\S+ \S+$/.test(line),
      (line, i) => (/^[#ℹ] tests \d/.test(line) ? footer(lines, i) : undefined),
    );
    return runs.length === 0 ? undefined : named(lines, sumOf(runs));
  },
};

function footer(lines: readonly string[], at: number): Tally | undefined {
  const m = FOOTER.exec(lines.slice(at, at + FOOTER_LINES).join('\n'));
  const [, , pass = 0, fail = 0, cancelled = 0, skipped = 0, todo = 0] = (m ?? []).map(Number);
  return m === null ? undefined : { passed: pass, failed: fail + cancelled, skipped: skipped + todo };
}

function named(lines: readonly string[], total: Tally): Tally {
  const points = readPoints(lines);
  const failures = [
    ...points.filter((p) => p.state === 'failed').map((p) => failed(p.name, p.words)),
    ...specFailures(lines),
  ];
  // A test whose sub-tests failed is counted as well; only the ones that failed by themselves are named.
  const own = failures.length > 0 && failures.length < total.failed ? failures.length : total.failed;
  const empty = lines.filter((line) => EMPTY_FILE.test(line)).length;
  const passedPoints = points.filter((p) => p.state === 'passed' && !FILE.test(p.name));
  return {
    passed: Math.max(0, total.passed - empty),
    failed: own,
    skipped: total.skipped,
    failures,
    skips: [
      ...points.filter((p) => p.state === 'skipped').map((p) => p.name),
      ...specNames(lines, 'skipped'),
    ],
    passes: [...passedPoints.map((p) => p.name), ...specNames(lines, 'passed')],
  };
}

/** The list that the spec reporter closes with: `test at FILE:LINE:COLUMN`, the name, its words. */
function specFailures(lines: readonly string[]): Failed[] {
  const starts = lines.flatMap((line, i) => (/^test at .+:\d+:\d+$/.test(line) ? [i] : []));
  return starts.flatMap((start, n) => {
    const file = /^test at (?:file:\/\/)?(.+):\d+:\d+$/.exec(lines[start] ?? '')?.[1] ?? '';
    const name = /^✖ (.+?)(?: \([\d.]+ms\))?$/.exec(lines[start + 1] ?? '')?.[1] ?? '';
    const words = lines.slice(start + 2, starts[n + 1]);
    const parent = /^\s*'\d+ subtests? failed'$/.test(words[0] ?? '');
    return parent
      ? []
      : [
          failed(
            `${file} › ${name}`,
            words.filter((w) => !/^\s+at /.test(w)),
          ),
        ];
  });
}

/** Names in the listing of the spec reporter. A `TODO` is no pass even if it happened to work. */
const specNames = (lines: readonly string[], state: 'passed' | 'skipped'): string[] =>
  lines.flatMap((line) => {
    const m = /^ *([✔﹣]) (.+?) \([\d.]+ms\)( #.*)?$/.exec(line);
    const found = m?.[1] === '✔' && m[3] === undefined ? 'passed' : 'skipped';
    return m?.[2] !== undefined && found === state && !EMPTY_FILE.test(line) ? [m[2]] : [];
  });
