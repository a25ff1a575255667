import { sumOf, numbersByWord, sections, type Failed, type Runner, type Tally } from './runner.ts';

/** What is known of a runner that closes each run with one line of counts. */
type Closing = {
  readonly name: string;
  readonly kind?: Runner['kind'];
  /** The closing line. Its last group is the text that the counts are read from, unless groups bear their names. */
  readonly line: RegExp;
  /** What stands directly before it in a real summary. */
  readonly after?: RegExp;
  /** Said instead of counts when nothing ran. */
  readonly none?: RegExp;
  readonly total?: readonly string[];
  readonly passed?: readonly string[];
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
  /** Opens the list of failures, where others look alike. */
  readonly failures?: RegExp;
  /** Begins the words about one failure; the first group is its name. */
  readonly failure?: RegExp;
  /** Closing lines of one output are one summary told again, not several runs. */
  readonly repeats?: true;
};

function closing(def: Closing): Runner {
  const isNone = (line: string): boolean => def.none?.test(line) === true;
  const isEnd = (lines: readonly string[], i: number): boolean =>
    isNone(lines[i] ?? '') ||
    (def.line.test(lines[i] ?? '') && def.after?.test(lines[i - 1] ?? '') !== false);
  return {
    name: def.name,
    kind: def.kind ?? 'runner',
    recognises: (output) => output.split('\n').some((_, i, lines) => isEnd(lines, i)),
    parse(output) {
      const lines = output.split('\n');
      const ends = lines.filter((_, i) => isEnd(lines, i));
      const runs = (def.repeats ? ends.slice(-1) : ends).map((line) => tally(def, line));
      return runs.length === 0 ? undefined : { ...sumOf(runs), failures: failures(def, lines) };
    },
  };
}

function tally(def: Closing, line: string): Tally {
  const match = def.line.exec(line);
  const groups: (string | undefined)[] = match?.slice(1) ?? [];
  const of = numbersByWord(groups.findLast((group) => group !== undefined) ?? '');
  const count = (key: string, words: readonly string[]): number =>
    Number(match?.groups?.[key] ?? of(...words));
  const failed = count('failed', def.failed);
  const skipped = count('skipped', def.skipped);
  const passed = def.passed ? of(...def.passed) : count('total', def.total ?? []) - failed - skipped;
  return { passed: Math.max(0, passed), failed, skipped };
}

function failures({ failure, failures: list, line: end }: Closing, lines: readonly string[]): Failed[] {
  const from = list ? lines.findIndex((line) => list.test(line)) : 0;
  return failure && from >= 0
    ? sections(
        lines.slice(from),
        (line) => failure.exec(line)?.[1],
        (line) => end.test(line) || /^(?:Finished in|--$)/.test(line),
      )
    : [];
}

export const closings: readonly Runner[] = [
  closing({
    name: 'rspec',
    line: /^(\d+ examples?, \d+ failures?(?:, \d+ pending)?(?:, \d+ errors? occurred outside of examples)?)$/,
    after: /^Finished in /,
    total: ['example', 'examples'],
    failed: [
      'failure',
      'failures',
      'error occurred outside of examples',
      'errors occurred outside of examples',
    ],
    skipped: ['pending'],
    failures: /^Failures:$/,
    failure: /^ {2}\d+\) (.+)$/,
  }),
  closing({
    name: 'phpunit',
    line: /^(?:OK \((\d+ tests?), \d+ assertions?\)|(Tests: \d+, Assertions: \d+.*)\.)$/,
    none: /^No tests executed!$/,
    total: ['test', 'tests'],
    failed: ['failures', 'errors'],
    skipped: ['skipped', 'incomplete'],
    failure: /^\d+\) (\S+::\S.*)$/,
  }),
  closing({
    name: 'dotnet test',
    line: /^(?:Passed|Failed|Skipped)! +- (Failed: +\d+, Passed: +\d+, Skipped: +\d+), Total: /,
    none: /^No test (?:is available in|matches the given testcase filter)/,
    passed: ['passed'],
    failed: ['failed'],
    skipped: ['skipped'],
    failure: /^ {2}Failed (\S.*?) \[[^\]]+\]$/,
  }),
  closing({
    name: 'ctest',
    line: /^\d+% tests passed, (?<failed>\d+) tests? failed out of (?<total>\d+)$/,
    none: /^No tests were found!!!$/,
    failed: [],
    skipped: [],
    failure: /^\t *\d+ - (\S+) \(\w+\)$/,
  }),
  closing({
    name: 'maven surefire',
    line: /^(?:\[\w+\] *)?(Tests run: \d+, Failures: \d+, Errors: \d+, Skipped: \d+)$/,
    total: ['tests run'],
    failed: ['failures', 'errors'],
    skipped: ['skipped'],
    failure: /^\[ERROR\] {3}(\w[\w.$]+)(?::\d+)? .*$/,
  }),
  closing({
    name: 'exunit',
    line: /^((?:\d+ (?:doctests?|properties|property), )*\d+ tests?, \d+ failures?(?:, \d+ (?:invalid|excluded|skipped))*)$/,
    none: /^There are no tests to run$/,
    total: ['test', 'tests', 'doctest', 'doctests', 'property', 'properties'],
    failed: ['failure', 'failures', 'invalid'],
    skipped: ['skipped', 'excluded'],
    failure: /^ {2}\d+\) (test .+)$/,
  }),
  closing({
    name: 'deno test',
    line: /^(?:ok|FAILED) \| (\d+ passed(?: \(\d+ steps?\))? \| \d+ failed(?: \(\d+ steps?\))?(?: \| \d+ (?:ignored|filtered out))*) \(/,
    passed: ['passed'],
    failed: ['failed'],
    skipped: ['ignored'],
    failure: /^(\S.*) => \S+:\d+:\d+$/,
  }),
  closing({
    name: 'cargo nextest',
    line: /^ +Summary \[ *[\d.]+s\] \d+(?:\/\d+)? tests? run: (.+)$/,
    passed: ['passed'],
    failed: ['failed', 'timed out', 'exec failed'],
    skipped: ['skipped'],
    failure: /^ +(?:FAIL|TIMEOUT) \[ *[\d.]+s\] (?:\( *\d+\/\d+\) )?(\S+ \S+)$/,
  }),
  closing({
    name: 'plain counts',
    kind: 'format',
    line: /^(?:\w+: )?(\d+ passed, \d+ failed(?:, \d+ skipped)?)\.?$/,
    passed: ['passed'],
    failed: ['failed'],
    skipped: ['skipped'],
    repeats: true,
  }),
];
