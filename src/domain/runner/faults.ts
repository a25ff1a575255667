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

/** What tools for coverage say of a threshold that is missed. */
export const COVERAGE =
  /\b(?:coverage|covered)\b.*(?:\bnot (?:met|reached)\b|\bdoes not meet\b|\bless than\b|\bbelow\b|\bFAIL\b|\bfailed\b)|\b(?:violated|FAIL Required)\b.*\bcover/i;

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
 * Lines in which something says that it failed, without what differs from run to run: numbers, times, places on the disk.
 * A line that comes again is told apart by its count. What tests say of themselves is left out: they are known by name.
 */
export function faultsIn(output: string, tests: Named | undefined): string[] {
  const own = wordsOf(tests);
  const seen = new Map<string, number>();
  const candidates = cleanOutput(output)
    .split('\n')
    .map((line) => line.trim())
    .filter((text) => COVERAGE.test(text) || saysSo(text));
  for (const text of candidates.slice(-MOST_LOOKED_AT)) {
    if (COVERAGE.test(text) || (!own.lines.has(text) && !own.isNamed(text))) {
      const fault = plain(text);
      seen.set(fault, (seen.get(fault) ?? 0) + 1);
    }
  }
  return [...seen]
    .flatMap(([fault, times]) =>
      Array.from({ length: Math.min(times, MOST) }, (_, i) =>
        i === 0 ? fault : `${fault} (${String(i + 1)})`,
      ),
    )
    .slice(0, MOST);
}

const saysSo = (text: string): boolean => SAYS_SO.test(text) && !SAYS_NONE.some((p) => p.test(text));

/** Whether there may be more than what is kept. */
export const isCut = (faults: readonly string[]): boolean => faults.length >= MOST;

/** The lines that are about tests which are known by name. */
function wordsOf(tests: Named | undefined): {
  readonly lines: ReadonlySet<string>;
  isNamed(text: string): boolean;
} {
  const failures = tests?.failures ?? [];
  const names = [...failures.map((f) => f.name), ...(tests?.passes ?? []), ...(tests?.skips ?? [])];
  const titles = [...new Set(names.map(titleOf))].filter((title) => title !== '');
  const details = failures.flatMap(({ detail }) => detail?.split('\n') ?? []);
  return {
    lines: new Set(details.map((line) => line.trim()).filter(Boolean)),
    isNamed: (text) => {
      const head = text.replace(AFTER_TITLE, '');
      return titles.some((title) => endsWith(head, title) || (title.includes(' ') && text.includes(title)));
    },
  };
}

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
    .replaceAll(/\s+/g, ' ')
    .slice(0, LONGEST);
