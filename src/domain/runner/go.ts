import { sumOf, failed, type Failed, type Runner, type Tally } from './runner.ts';

const PACKAGE = /^(ok {2}|FAIL|\? {3})\t(\S+)(?:\t(.*)| (\[.+\]))?$/;
const RESULT = /^( *)--- (PASS|FAIL|SKIP): (\S+) \([\d.]+s\)$/;

type Result = { readonly state: string; readonly name: string; readonly words: readonly string[] };

/** `go test`, with or without `-v`: without it tests are listed only where they fail. */
export const go: Runner = {
  name: 'go test',
  kind: 'runner',
  recognises: (output) => /^(?:ok {2}\t\S+\t|FAIL\t\S+|\? {3}\t\S+\t\[no test files\])/m.test(output),
  parse(output) {
    const lines = output.split('\n');
    const ends = lines.flatMap((line, i) => (PACKAGE.test(line) ? [i] : []));
    return sumOf(ends.map((at, n) => ofPackage(lines, (ends[n - 1] ?? -1) + 1, at)));
  },
};

function ofPackage(lines: readonly string[], from: number, at: number): Tally {
  const [, state = '', name = '', tail = '', note = ''] = PACKAGE.exec(lines[at] ?? '') ?? [];
  const tests = leaves(readResults(lines.slice(from, at)));
  const of = (wanted: string): Result[] => tests.filter((t) => t.state === wanted);
  const full = (t: Result): string => `${name} ${t.name}`;
  const failures: Failed[] = of('FAIL').map((t) => failed(full(t), t.words));
  if (state === 'FAIL' && failures.length === 0) {
    failures.push(
      failed(`${name} ${note || tail.replace(/^[\d.]+s$/, '')}`.trim(), lines.slice(from, at).slice(-20)),
    );
  }
  const isListed = lines.slice(from, at).some((line) => /^=== RUN|^ *--- PASS/.test(line));
  const ranSome = state !== '?   ' && !/\[no tests? (?:to run|files)\]/.test(tail) && !note;
  const unlisted = ranSome && !isListed;
  const passed = unlisted && state.startsWith('ok');
  return {
    passed: of('PASS').length + (passed ? 1 : 0),
    failed: failures.length,
    skipped: of('SKIP').length,
    failures,
    skips: of('SKIP').map(full),
    passes: passed ? [name] : of('PASS').map(full),
    unlisted: unlisted ? 1 : 0,
  };
}

/** A result with what was printed for it: before it while it ran, indented below it in a plain run. */
function readResults(lines: readonly string[]): Result[] {
  const results: Result[] = [];
  const printed = new Map<string, string[]>();
  let running = '';
  lines.forEach((line, i) => {
    const result = RESULT.exec(line);
    const name = /^=== (?:RUN|CONT|NAME) +(\S+)$/.exec(line)?.[1];
    if (result) {
      const [, , state = '', test = ''] = result;
      results.push({ state, name: test, words: [...(printed.get(test) ?? []), ...below(lines, i)] });
    } else if (name !== undefined) {
      running = name;
    } else if (running !== '') {
      printed.set(running, [...(printed.get(running) ?? []), line]);
    }
  });
  return results;
}

function below(lines: readonly string[], at: number): string[] {
  const rest = lines.slice(at + 1);
  const end = rest.findIndex(
    (line) => RESULT.test(line) || /^(?:=== |(?:FAIL|PASS|ok|exit status)\b)/.test(line),
  );
  return rest.slice(0, end < 0 ? undefined : end);
}

/** A test with sub-tests is a group: it fails because they do. */
export const leaves = <T extends { readonly name: string }>(tests: readonly T[]): T[] => {
  const parents = new Set(tests.flatMap((t) => ancestors(t.name)));
  return tests.filter((t) => !parents.has(t.name));
};

const ancestors = (name: string): string[] =>
  name.split('/').flatMap((_, i, parts) => (i === 0 ? [] : parts.slice(0, i).join('/')));
