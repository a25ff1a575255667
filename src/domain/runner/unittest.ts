import { sumOf, numbersByWord, sections, type Runner, type Tally } from './runner.ts';

const RULE = /^-{70}$/;
const RAN = /^Ran (\d+) tests? in [\d.]+s$/;
const VERDICT = /^(?:OK|FAILED|NO TESTS RAN)(?: \((.+)\))?$/;

/** Python's unittest, and Django's runner, which prints the same. */
export const unittest: Runner = {
  name: 'unittest',
  kind: 'runner',
  recognises: (output) => /^-{70}\nRan \d+ tests? in [\d.]+s$/m.test(output),
  parse(output) {
    const lines = output.split('\n');
    const runs = lines.flatMap((line, i) =>
      RULE.test(lines[i - 1] ?? '') ? (summary(lines, line, i) ?? []) : [],
    );
    if (runs.length === 0) {
      return undefined;
    }
    const failures = sections(
      lines,
      (line, i) => (/^={70}$/.test(lines[i - 1] ?? '') ? named(line) : undefined),
      (line) => /^={70}$/.test(line) || RAN.test(line),
    );
    return {
      ...sumOf(runs),
      failures: failures.map((f) => (f.detail === undefined ? f : { name: f.name, detail: told(f.detail) })),
      skips: verbose(lines, /skipped .*|expected failure/),
      passes: verbose(lines, /ok/),
    };
  },
};

function summary(lines: readonly string[], line: string, i: number): Tally | undefined {
  const ran = Number(RAN.exec(line)?.[1] ?? NaN);
  const verdict = VERDICT.exec(lines.slice(i + 1, i + 3).find((l) => l !== '') ?? '');
  if (Number.isNaN(ran) || !verdict) {
    return undefined;
  }
  const of = numbersByWord((verdict[1] ?? '').replaceAll(', ', '\n'));
  const failed = of('failures', 'errors', 'unexpected successes');
  const skipped = of('skipped', 'expected failures');
  return { passed: Math.max(0, ran - failed - skipped), failed, skipped };
}

/** `FAIL: test_x (pkg.Case.test_x) (i=1)`: the identity in brackets with what tells sub-tests apart. */
function named(line: string): string | undefined {
  const m = /^(?:FAIL|ERROR|UNEXPECTED SUCCESS): (\S+) \(([^)]+)\)(.*)$/.exec(line);
  return m
    ? `${m[2]?.endsWith(`.${m[1] ?? ''}`) ? m[2] : `${m[2] ?? ''}.${m[1] ?? ''}`}${m[3] ?? ''}`
    : undefined;
}

const told = (detail: string): string =>
  detail.replace(/^-{70}\n/m, '').replace(/^Traceback \(most recent call last\):\n/m, '');

const verbose = (lines: readonly string[], state: RegExp): string[] =>
  lines.flatMap((line) => {
    const m = new RegExp(`^(\\S+) \\(([\\w.]+)\\) \\.\\.\\. (?:${state.source})$`).exec(line);
    return m ? [m[2]?.endsWith(`.${m[1] ?? ''}`) ? (m[2] ?? '') : `${m[2] ?? ''}.${m[1] ?? ''}`] : [];
  });
