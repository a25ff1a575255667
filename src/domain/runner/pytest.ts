import {
  sumOf,
  lastOfEachRun,
  numbersByWord,
  sections,
  type Failed,
  type Runner,
  type Tally,
} from './runner.ts';

const OUTCOME =
  '(?:passed|failed|errors?|skipped|xfailed|xpassed|deselected|warnings?|rerun|subtests passed)';
const SUMMARY = new RegExp(
  `^(?:=+ )?((?:\\d+ ${OUTCOME}(?:, )?)+|no tests ran) in [\\d.]+s(?: \\([\\d:, a-z]+\\))?(?: =+)?$`,
);
const START = /^=+ test session starts =+$|^[.FEsxXR,]+ +\[ *\d+%\]$/;

export const pytest: Runner = {
  name: 'pytest',
  kind: 'runner',
  recognises: (output) => output.split('\n').some((line) => SUMMARY.test(line)),
  parse(output) {
    const lines = output.split('\n');
    const runs = lastOfEachRun(lines, (line) => START.test(line), summary);
    return runs.length === 0 ? undefined : { ...sumOf(runs), ...named(lines) };
  },
};

function summary(line: string): Tally | undefined {
  const text = SUMMARY.exec(line)?.[1];
  if (text === undefined) {
    return undefined;
  }
  const of = numbersByWord(text);
  return {
    passed: of('passed', 'xpassed'),
    failed: of('failed', 'error', 'errors'),
    skipped: of('skipped', 'xfailed'),
  };
}

function named(lines: readonly string[]): Pick<Tally, 'failures' | 'skips' | 'passes'> {
  const words = new Map(errorWords(lines).map((f) => [f.name, f.detail]));
  const failures = lines.flatMap((line): Failed[] => {
    const m = /^(?:FAILED|ERROR) (\S+\.py(?:::.+?)?)(?: - (.*))?$/.exec(line);
    if (!m?.[1]) {
      return [];
    }
    const detail = words.get(m[1].split('::').slice(1).join('.') || m[1]) ?? m[2];
    return [detail === undefined ? { name: m[1] } : { name: m[1], detail }];
  });
  return {
    failures,
    skips: marked(lines, /SKIPPED|XFAIL/),
    passes: marked(lines, /PASSED|XPASS/),
  };
}

/** What pytest says of each failure: the lines it marks with `E` and the place. */
function errorWords(lines: readonly string[]): Failed[] {
  const told = lines.map((line) =>
    /^(?:E {2}|_{3,} .+ _{3,}$|=+ |[\w./-]+\.py:\d+: )/.test(line) ? line : '',
  );
  return sections(
    told,
    (line) => /^_{3,} (?:ERROR at \w+ of |ERROR collecting )?(.+?) _{3,}$/.exec(line)?.[1],
    (line) => line.startsWith('='),
  ).map((f) => (f.detail === undefined ? f : { name: f.name, detail: f.detail.replaceAll(/^E +/gm, '') }));
}

/** Verbose lines, plain (`file::test PASSED`) or from several workers (`[gw0] PASSED file::test`). */
const marked = (lines: readonly string[], word: RegExp): string[] =>
  lines.flatMap((line) => {
    const plain = new RegExp(`^(\\S+\\.py::.+?) (?:${word.source})\\b`).exec(line);
    const worker = new RegExp(`^\\[gw\\d+\\] (?:\\[ *\\d+%\\] )?(?:${word.source}) (\\S+\\.py::.+?) *$`).exec(
      line,
    );
    return plain?.[1] ?? worker?.[1] ?? [];
  });
