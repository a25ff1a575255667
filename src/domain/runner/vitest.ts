import { sumOf, lastOfEachRun, numbersByWord, sections, zero, type Runner, type Tally } from './runner.ts';

const RUN = /^ *(?:RUN|DEV) +v\d/;
const TESTS = /^ +Tests +(?:(\d.*)|no tests)$/;

export const vitest: Runner = {
  name: 'vitest',
  kind: 'runner',
  recognises: (output) =>
    /^ *(?:RUN|DEV) +v\d/m.test(output) || /^ *Test Files +\d.*\n(?: *Tests|.*\n *Tests) /m.test(output),
  parse(output) {
    const lines = output.split('\n');
    const runs = lastOfEachRun(
      lines,
      (line) => RUN.test(line),
      (line, i) => summary(lines, line, i),
    );
    const total = sumOf(runs);
    // Files that could not be loaded have no test of their own in the summary.
    const broken = new Set(lines.flatMap((line) => suiteName(line) ?? [])).size;
    return runs.length === 0 ? undefined : { ...total, failed: total.failed + broken, ...named(lines) };
  },
};

function summary(lines: readonly string[], line: string, i: number): Tally | undefined {
  if (/^(?:No test files found|No projects matched)/.test(line)) {
    return zero;
  }
  const tests = TESTS.exec(line);
  if (!tests || !/^ *Test Files +\d/.test(lines[i - 1] ?? '')) {
    return undefined;
  }
  const of = numbersByWord(tests[1] ?? '');
  const errors = /^ +Errors +(\d+)/.exec(lines.slice(i + 1, i + 4).find((l) => /^ +Errors /.test(l)) ?? '');
  return {
    passed: of('passed', 'expected fail'),
    failed: of('failed') + Number(errors?.[1] ?? 0),
    skipped: of('skipped', 'todo'),
  };
}

const suiteName = (line: string): string | undefined => /^ FAIL +(\S.*?) \[ .+ \]$/.exec(line)?.[1];

function named(lines: readonly string[]): Pick<Tally, 'failures' | 'skips' | 'passes'> {
  return {
    failures: sections(lines, title, (line) => /^⎯{5}|^ *Test Files /.test(line)),
    skips: marked(lines, /^ +[↓□] (?!.*\.[cm]?[jt]sx? \()(.+?)(?: \d+ms)?$/),
    passes: marked(lines, /^ +[✓√] (\S+ > .+?)(?: \d+ms)?$/),
  };
}

const title = (line: string): string | undefined =>
  suiteName(line) ?? /^ FAIL +(\S.* > .+)$/.exec(line)?.[1] ?? unhandled(line);

const unhandled = (line: string): string | undefined =>
  /^⎯+ (?:Unhandled|Uncaught) (?:Error|Rejection|Exception) ⎯+$/.test(line) ? 'unhandled error' : undefined;

const marked = (lines: readonly string[], mark: RegExp): string[] =>
  lines.flatMap((line) => mark.exec(line)?.[1] ?? []);
