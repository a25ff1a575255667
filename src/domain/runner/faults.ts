import { cleanOutput } from './clean.ts';
import { titleOf } from './title.ts';

/** Tests that are known by name, and what their runner says of those that failed. */
type Named = {
  readonly failures: readonly { readonly name: string; readonly detail?: string | undefined }[];
  readonly passes: readonly string[];
  readonly skips: readonly string[];
};

/** What is kept of an output, and of a line of it. */
const MOST = 120;
const LONGEST = 200;
const MOST_LOOKED_AT = 2_000;

/**
 * How much a failure weighs that is no test's and was not there at the base:
 * - `red`: by itself it makes the check fail, and no test prints it
 * - `named`: most likely it does, or it may; whoever accepts the change says by name that it is right
 * - `told`: a line that says so, which a program may print that does well
 */
export type Weight = 'red' | 'named' | 'told';

const WEIGHTS = ['red', 'named', 'told'] as const satisfies readonly Weight[];

/** What tools for coverage say of a threshold that is missed. */
const COVERAGE =
  /\b(?:coverage|covered)\b.*(?:\bnot (?:met|reached)\b|\bdoes not meet\b|\bless than\b|\bbelow\b|\bFAIL\b|\bfailed\b)|\b(?:violated|FAIL Required)\b.*\bcover/i;

const SIGNS: readonly { readonly weight: Weight; readonly pattern: RegExp }[] = [
  { weight: 'red', pattern: COVERAGE },
  { weight: 'red', pattern: /^Vitest caught #? ?unhandled error|^INTERNALERROR>|^Rule violated for \w+ / },
  {
    weight: 'named',
    pattern: /\berror TS\d+\b|^error(?:\[E\d+\])?: |: (?:fatal )?error: |^\S+:#(?::#)?: (?!warning)/,
  },
  {
    weight: 'named',
    pattern: /^(?:\S+ )?#(?::#)? +error +|^✖ # problems?|^[x×✖] .*\b(?:\w+\/)?[\w-]+\([\w-]+\):/,
  },
  {
    weight: 'named',
    pattern: /^(?:make(?:\[#\])?: \*\*\*|npm (?:error|ERR!) (?:code|Lifecycle)|error Command failed)/,
  },
  { weight: 'named', pattern: /^(?:SyntaxError|ReferenceError|ImportError|ModuleNotFoundError)\b/ },
];

/** Of a failure in its plain form, numbers as #. */
export const weightOf = (fault: string): Weight =>
  SIGNS.find(({ pattern }) => pattern.test(fault))?.weight ?? 'told';

/** No program that does well says this, whatever of the code its words quote. */
const COMPILER = /\berror TS\d+: |^error\[E\d+\]: /;

const SAYS_SO =
  /\b(?:errors?|fail(?:s|ed|ure|ures)?|fatal|panic(?:ked)?|exception|threshold|not (?:met|reached|found|allowed)|cannot|violat\w+|aborted|denied|crash\w*|segmentation fault|required)\b|\w+Error\b|^[x×✖✗] |^\S+:\d+(?::\d+)?: /i;

/** A test that passed or was left out, a line about nothing having failed, the counts of a runner. */
const SAYS_NONE: readonly RegExp[] = [
  /^(?:✓|✔|√|- |# |ok\b|PASS\b|--- PASS|=== |stdout\b|ℹ)|\bPASSED\b/,
  /\b(?:0|no) (?:errors?|fail(?:ed|ures?|ing)?|problems|warnings)\b|\b(?:errors?|fail(?:ed|ures?)):? ?0\b/i,
  /\b\d+ pass(?:ed|ing)\b|^\d+ failing$|^(?:Tests|Test Files|Test Suites|Snapshots)\b|^not ok\b/,
  /^(?:FAIL|FAILED|exit status)\b\s*\S*(?:\s+[\d.]+s)?$|^FAILED \(|^test result: /,
];

/**
 * Lines in which something says that it failed, the gravest first, without what differs from run to run: numbers, times,
 * places on the disk. A line that comes again is told apart by its count. What tests say of themselves is left out: they
 * are known by name. Noise drives out no graver line than itself.
 */
export function faultsIn(output: string, tests: Named | undefined): string[] {
  const own = wordsOf(tests);
  const said = cleanOutput(output)
    .split('\n')
    .map((line) => line.trim())
    .filter(saysSo)
    .map((text) => weighed(text, plain(text)));
  return WEIGHTS.flatMap((weight) =>
    counted(
      said
        .filter((one) => one.weight === weight)
        .slice(-MOST_LOOKED_AT)
        .filter(({ text }) => !own.covers(text, weight))
        .map(({ fault }) => shortened(fault)),
    ),
  ).slice(0, MOST);
}

const weighed = (text: string, fault: string) => ({ text, fault, weight: weightOf(fault) });

function counted(faults: readonly string[]): string[] {
  const times = new Map<string, number>();
  return faults
    .map((fault) => {
      const n = (times.get(fault) ?? 0) + 1;
      times.set(fault, n);
      return n === 1 ? fault : `${fault} (${String(n)})`;
    })
    .slice(0, MOST);
}

const saysSo = (text: string): boolean =>
  COVERAGE.test(text) || COMPILER.test(text) || (SAYS_SO.test(text) && !SAYS_NONE.some((p) => p.test(text)));

/** Whether there may be more of such weight than what is kept. */
export const isCut = (faults: readonly string[], weight: Weight): boolean =>
  faults.length >= MOST && WEIGHTS.indexOf(weight) >= WEIGHTS.indexOf(weightOf(faults.at(-1) ?? ''));

/**
 * The lines that are about tests which are known by name. Titles of those that pass are for whoever writes them to choose:
 * they cover what a program may say that does well, and nothing graver.
 */
function wordsOf(tests: Named | undefined): { covers(text: string, weight: Weight): boolean } {
  const failures = tests?.failures ?? [];
  const failed = titlesOf(failures.map((f) => f.name));
  const all = titlesOf([...failed, ...(tests?.passes ?? []), ...(tests?.skips ?? [])]);
  const details = failures.flatMap(({ detail }) => detail?.split('\n') ?? []);
  const lines = new Set(details.map((line) => line.trim()).filter(Boolean));
  return {
    covers: (text, weight) =>
      weight !== 'red' && (lines.has(text) || isNamed(text, weight === 'named' ? failed : all)),
  };
}

function isNamed(text: string, titles: readonly string[]): boolean {
  const head = text.replace(AFTER_TITLE, '');
  return titles.some((title) => endsWith(head, title) || (title.includes(' ') && text.includes(title)));
}

const titlesOf = (names: readonly string[]): string[] =>
  [...new Set(names.map(titleOf))].filter((title) => title !== '');

const endsWith = (text: string, title: string): boolean =>
  text.endsWith(title) && !/\w/.test(text.at(-title.length - 1) ?? '');

/** What runners put behind the title of a test. */
const AFTER_TITLE = /\s+(?:\(?[\d.,]+ ?(?:ms|s|sec)\)?|- .*|\.\.\. \w+|FAILED|\[.*\])$/;

const plain = (text: string): string =>
  text
    .replaceAll(/(?<![\w.])(?:file:\/\/)?\/(?:[\w.@+~-]+\/)+/g, '…/')
    .replaceAll(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|\b0x[\da-f]+\b|\b[\da-f]{7,}\b/gi, '#')
    .replaceAll(/\b\d{4}-\d\d-\d\d[T ][\d:.,]+Z?/g, '#')
    .replaceAll(/(?<![A-Za-z\d])\d+(?:[.,:]\d+)*/g, '#')
    .replaceAll(/\s+/g, ' ');

/** Cut so that what gives it its weight stays in it, however long the path before it is. */
function shortened(fault: string): string {
  const sign = SIGNS.map(({ pattern }) => pattern.exec(fault)).find((match) => match !== null);
  const end = sign ? sign.index + sign[0].length : 0;
  const from = end > LONGEST ? end - LONGEST / 2 : 0;
  return fault.slice(from, from + LONGEST);
}
