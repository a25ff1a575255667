import type { TestCounts } from '../check.ts';

/** What knows the output of one test runner. Outputs come without colour codes and with plain line ends. */
export type Runner = {
  readonly name: string;
  /** `format`: a notation that many runners can write; read only where no runner was recognised. */
  readonly kind: 'runner' | 'format';
  recognises(output: string): boolean;
  /** Undefined when, against appearances, there is no summary of a run in it. */
  parse(output: string): Tally | undefined;
};

export type Failed = TestCounts['failures'][number];

/** Counts of one or several runs. A file or suite that could not be loaded counts as one failed test. */
export type Tally = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures?: readonly Failed[];
  readonly skips?: readonly string[];
  readonly passes?: readonly string[];
  /** Packages whose tests were not listed: one that passed counts as one test, of one that failed its failures. */
  readonly unlisted?: number | undefined;
};

export const zero: Tally = { passed: 0, failed: 0, skipped: 0 };

export const sumOf = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((sum, t) => sum + t.passed, 0),
  failed: tallies.reduce((sum, t) => sum + t.failed, 0),
  skipped: tallies.reduce((sum, t) => sum + t.skipped, 0),
  failures: tallies.flatMap((t) => t.failures ?? []),
  skips: tallies.flatMap((t) => t.skips ?? []),
  passes: tallies.flatMap((t) => t.passes ?? []),
  unlisted: tallies.reduce((sum, t) => sum + (t.unlisted ?? 0), 0),
});

const MAX_NAMES = 2000;
const MAX_NAME = 300;
const MAX_DETAIL = 1200;
const MAX_DETAILED = 25;

/** The counts of a check in bounded form. `run` is what was executed: passed and failed. */
export function toCounts(runner: string, tally: Tally): TestCounts {
  const told = tally.failures ?? [];
  const failures = told.length === tally.failed ? told.map(numbered()) : uniqueByName(told);
  return {
    runner,
    run: tally.passed + tally.failed,
    passed: tally.passed,
    failed: tally.failed,
    skipped: tally.skipped,
    failures: failures
      .slice(0, MAX_NAMES)
      .map((f, i) =>
        f.detail === undefined || i >= MAX_DETAILED
          ? { name: clip(f.name, MAX_NAME) }
          : { name: clip(f.name, MAX_NAME), detail: clip(f.detail, MAX_DETAIL) },
      ),
    skips: names(tally.skips ?? []),
    passes: names(tally.passes ?? []),
    ...(tally.unlisted ? { unlisted: tally.unlisted } : {}),
  };
}

/** Tests of one name that are counted each are told apart, as long as no runner tells a failure twice. */
function numbered(): (failure: Failed) => Failed {
  const seen = new Map<string, number>();
  return (failure) => {
    const n = (seen.get(failure.name) ?? 0) + 1;
    seen.set(failure.name, n);
    return n === 1 ? failure : { ...failure, name: `${failure.name} (${String(n)})` };
  };
}

/** Where more is told than was counted, the same failure was told again. */
function uniqueByName(failures: readonly Failed[]): Failed[] {
  const seen = new Map<string, Failed>();
  for (const failure of failures) {
    const known = seen.get(failure.name);
    if (known === undefined || (known.detail === undefined && failure.detail !== undefined)) {
      seen.set(failure.name, failure);
    }
  }
  return [...seen.values()];
}

const names = (list: readonly string[]): string[] =>
  [...new Set(list)].slice(0, MAX_NAMES).map((name) => clip(name, MAX_NAME));

const clip = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;

/** A failure with the runner's words; blank ends and the common indentation are dropped. */
export function failed(name: string, words: readonly string[]): Failed {
  const detail = unindent(words);
  return detail === '' ? { name } : { name, detail };
}

function unindent(lines: readonly string[]): string {
  const filled = lines.filter((line) => line.trim() !== '');
  const margin = Math.min(...filled.map((line) => /^ */.exec(line)?.[0].length ?? 0));
  return filled.map((line) => line.slice(margin).trimEnd()).join('\n');
}

/**
 * The last summary of each run: a run's own tests may print words that look like a summary, but they print them
 * before the real one. `starts` marks lines where a new run begins.
 */
export function lastOfEachRun<T>(
  lines: readonly string[],
  starts: (line: string) => boolean,
  summary: (line: string, index: number) => T | undefined,
): T[] {
  const found: T[] = [];
  let last: T | undefined;
  lines.forEach((line, i) => {
    if (last !== undefined && starts(line)) {
      found.push(last);
      last = undefined;
    }
    last = summary(line, i) ?? last;
  });
  return last === undefined ? found : [...found, last];
}

/** `2 failed | 4 passed | 1 skipped` or `Failures: 1, Errors: 2` as numbers by word; words in lower case. */
export function numbersByWord(text: string): (...words: string[]) => number {
  const counts = new Map<string, number>();
  for (const m of text.matchAll(/(\d+) ([a-z ]*[a-z])|([A-Za-z ]*[A-Za-z]): *(\d+)|([a-z ]*[a-z])=(\d+)/g)) {
    const word = (m[2] ?? m[3] ?? m[5] ?? '').trim().toLowerCase();
    counts.set(word, (counts.get(word) ?? 0) + Number(m[1] ?? m[4] ?? m[6]));
  }
  return (...words) => words.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0);
}

/** Sections that begin with a line that `title` names and end before the next title or a line that `ends` one. */
export function sections(
  lines: readonly string[],
  title: (line: string, index: number) => string | undefined,
  ends: (line: string) => boolean,
): Failed[] {
  const found: { name: string; words: string[] }[] = [];
  let open: { name: string; words: string[] } | undefined;
  lines.forEach((line, i) => {
    const name = title(line, i);
    if (name !== undefined) {
      open = { name, words: [] };
      found.push(open);
    } else if (ends(line)) {
      open = undefined;
    } else {
      open?.words.push(line);
    }
  });
  return found.map(({ name, words }) => failed(name, words));
}
