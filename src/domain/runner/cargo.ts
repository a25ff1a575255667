import { sumOf, failed, sections, zero, type Failed, type Runner, type Tally } from './runner.ts';

const RUNNING = /^running \d+ tests?$/;
const RESULT =
  /^test result: (?:ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored; \d+ measured; \d+ filtered out/;
const PROGRAM = /^ +(?:Running (?:unittests )?(\S+) \(|Doc-tests (\S+)$)/;

/** `cargo test`: each test program of the package prints a run of its own. */
export const cargo: Runner = {
  name: 'cargo test',
  kind: 'runner',
  recognises: (output) => /^running \d+ tests?$/m.test(output),
  parse(output) {
    const lines = output.split('\n');
    const runs = readRuns(lines);
    return sumOf(runs.map((run, n) => ofProgram(lines.slice(run.at, runs[n + 1]?.at), run.program)));
  },
};

/** Where each program's run begins, and which program it is; quiet runs do not tell. */
function readRuns(lines: readonly string[]): { at: number; program: string }[] {
  let program = '';
  return lines.flatMap((line, at) => {
    const [, source, doc] = PROGRAM.exec(line) ?? [];
    program = source ?? (doc === undefined ? program : `doc ${doc}`);
    return RUNNING.test(line) ? [{ at, program }] : [];
  });
}

function ofProgram(lines: readonly string[], program: string): Tally {
  const named = (name: string): string => (program === '' ? name : `${program} ${name}`);
  const result = RESULT.exec(lines.findLast((line) => RESULT.test(line)) ?? '');
  if (!result) {
    return { ...zero, failed: 1, failures: [failed(named('ended before it reported'), lines.slice(-10))] };
  }
  const [, passed, failedCount, ignored] = result.map(Number);
  return {
    passed: passed ?? 0,
    failed: failedCount ?? 0,
    skipped: ignored ?? 0,
    failures: failures(lines, named),
    skips: listed(lines, 'ignored').map(named),
    passes: listed(lines, 'ok').map(named),
  };
}

function failures(lines: readonly string[], named: (name: string) => string): Failed[] {
  const told = sections(
    lines,
    (line) => {
      const name = /^---- (.+) stdout ----$/.exec(line)?.[1];
      return name === undefined ? undefined : named(name);
    },
    (line) => line === 'failures:' || line === 'stack backtrace:' || line.startsWith('note: '),
  );
  return [...told, ...listed(lines, 'FAILED').map((name) => ({ name: named(name) }))];
}

const listed = (lines: readonly string[], state: 'ok' | 'FAILED' | 'ignored'): string[] =>
  lines.flatMap((line) => {
    const m = /^test (.+?)(?: - should panic)? \.\.\. (ok|FAILED|ignored)\b/.exec(line);
    return m?.[1] !== undefined && m[2] === state ? [m[1]] : [];
  });
