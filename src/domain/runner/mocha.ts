import { sumOf, failed, type Failed, type Runner, type Tally } from './runner.ts';
import { namesOf, readTree, type Leaf } from './tree.ts';

const PASSING = /^ {2}(\d+) passing \([\d.]+\w+\)$/;
const MORE = /^ {2}(\d+) (pending|failing)$/;

export const mocha: Runner = {
  name: 'mocha',
  kind: 'runner',
  recognises: (output) => /^\n? {2}\d+ passing \([\d.]+\w+\)$/m.test(output),
  parse(output) {
    const lines = output.split('\n');
    const ends = lines.flatMap((_, i) => (isSummary(lines, i) ? [i] : []));
    const runs = ends.map((at, n) =>
      run(lines, at, { from: ends[n - 1] ?? -1, to: ends[n + 1] ?? lines.length }),
    );
    return runs.length === 0 ? undefined : sumOf(runs);
  },
};

/** A test's own print stands between the lines of the listing; the real summary stands apart. */
const isSummary = (lines: readonly string[], i: number): boolean =>
  PASSING.test(lines[i] ?? '') &&
  (lines[i - 1] ?? '') === '' &&
  ((lines[i + 1] ?? '') === '' || MORE.test(lines[i + 1] ?? ''));

function run(lines: readonly string[], at: number, span: { from: number; to: number }): Tally {
  const more = new Map(
    lines.slice(at + 1, at + 3).flatMap((line) => {
      const m = MORE.exec(line);
      return m ? [[m[2], Number(m[1])] as const] : [];
    }),
  );
  const leaves = readTree(lines.slice(span.from + 1, at), mark);
  return {
    passed: Number(PASSING.exec(lines[at] ?? '')?.[1] ?? 0),
    failed: more.get('failing') ?? 0,
    skipped: more.get('pending') ?? 0,
    failures: failures(lines.slice(at + 1, span.to)),
    skips: namesOf(leaves, 'skipped'),
    passes: namesOf(leaves, 'passed'),
  };
}

function mark(text: string): { state: Leaf['state']; name: string } | undefined {
  const m = /^(?:([✔✓√])|(\d+\))|-) (.+?)(?: \(\d+ms\))?$/.exec(text);
  return m ? { state: m[1] ? 'passed' : m[2] ? 'failed' : 'skipped', name: m[3] ?? '' } : undefined;
}

/** `1) outer` and, deeper, `inner:` name a failure; its words follow. */
function failures(lines: readonly string[]): Failed[] {
  const starts = lines.flatMap((line, i) => (/^ {2}\d+\) /.test(line) ? [i] : []));
  return starts.map((start, n) => {
    const block = lines.slice(start, starts[n + 1]);
    const end = block.findIndex((line) => line.endsWith(':'));
    const title = block
      .slice(0, end + 1)
      .map((line) => line.replace(/^ {2}\d+\) /, '').trim())
      .join(' › ');
    return failed(title.replace(/:$/, ''), block.slice(end + 1));
  });
}
