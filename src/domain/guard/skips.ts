import type { Hunk, PatchLine } from '../patch/patch.ts';
import { newCode, signRule } from './lines.ts';
import { quote, TEST_LOSS, type Rule, type Sign } from './rule.ts';
import { testHunks } from './test-files.ts';

const SKIPS: readonly Sign[] = [
  { what: 'skipped in short runs', pattern: /\btesting\.Short\(\)/ },
  {
    what: 'skipped',
    pattern: /\b(?:it|test|describe|context|suite|specify|bench)(?:\.\w+)*\.(?:skip|todo|skipIf|runIf)\b/,
  },
  { what: 'expected to fail', pattern: /\b(?:it|test|describe)(?:\.\w+)*\.(?:fails|failing|fixme)\b/ },
  { what: 'skipped', pattern: /^\s*x(?:it|describe|test|context|specify|feature|scenario)\b\s*[('"]/ },
  { what: 'skipped', pattern: /\b(?:it|test|describe|suite)\s*\(.*[{,]\s*(?:skip|todo)\s*:\s*(?!false\b)/ },
  { what: 'skipped', pattern: /\b(?:t|ctx|this|test|context)\.(?:skip|todo|Skip|Skipf|SkipNow|fixme)\(/ },
  {
    what: 'skipped',
    pattern:
      /\bpytest\.(?:mark\.skip|mark\.skipif|skip|importorskip)\b|\bunittest\.skip|@skip(?:If|Unless)?\b|\.skipTest\(|\bSkipTest\b|\b__test__\s*=\s*False/,
  },
  { what: 'expected to fail', pattern: /\bpytest\.(?:mark\.)?xfail\b|\bexpectedFailure\b|@should_fail\b/ },
  { what: 'kept out of an ordinary build', pattern: /^\s*\/\/\s*(?:go:build|\+build)\s/ },
  {
    what: 'skipped',
    pattern: /^\s*#\[(?:ignore\b|cfg\((?:any\(\)|not\(test\)|FALSE|feature\b))|^\s*#\[cfg_attr\(.*\bignore\b/,
  },
  {
    what: 'skipped',
    pattern: /^\s*@(?:Disabled\w*|Ignore\w*)\b|\bassume(?:True|That)?\(\s*false\b|\bassumeFalse\(\s*true\b/,
  },
  {
    what: 'skipped',
    pattern:
      /\[(?:Fact|Theory|Test|TestMethod)\([^\]]*\b(?:Skip|Ignore)\s*=|^\s*\[(?:Ignore|Explicit)\b|\bAssert\.(?:Ignore|Inconclusive)\(/,
  },
  {
    what: 'skipped',
    pattern: /^\s*(?:skip|pending)(?:\s*$|\s+['"(]|\()|\b(?:skip|pending):\s*(?:true|['"])/,
  },
  { what: 'skipped', pattern: /\bmarkTest(?:Skipped|Incomplete)\(|@(?:doesNotPerformAssertions|requires)\b/ },
  { what: 'skipped', pattern: /^\s*@(?:module)?tag\s+(?::skip\b|skip:)/ },
  { what: 'skipped', pattern: /\bXCTSkip|\.disabled\(|\bGTEST_SKIP\(|\bDISABLED_\w+/ },
];

/** A test that is to fail now, its body being what it was. */
const INVERTED: readonly Sign[] = [
  {
    what: 'expected to fail',
    pattern: /^\s*#\[should_panic\b|@Test\(\s*expected\s*=|\bXCTExpectFailure\b|\[ExpectedException\b/,
  },
];

const ONLY: readonly Sign[] = [
  { what: 'run alone', pattern: /\b(?:it|test|describe|context|suite|specify)(?:\.\w+)*\.only\b/ },
  {
    what: 'run alone',
    pattern: /^\s*f(?:it|describe|context|specify)\b\s*[('"]|\bfocus:\s*true\b|^\s*:focus\b/,
  },
  { what: 'run alone', pattern: /\b(?:it|test|describe|suite)\s*\(.*[{,]\s*only\s*:\s*true/ },
];

export const skipAdded: Rule = signRule({
  name: 'skip-added',
  levels: TEST_LOSS,
  signs: SKIPS,
  hunks: testHunks,
  say: ({ what }, { text }) => `A test is ${what}: ${quote(text)}.`,
});

export const testInverted: Rule = signRule({
  name: 'test-inverted',
  levels: TEST_LOSS,
  signs: INVERTED,
  lines: (file, hunks) => hunks.flatMap(aboveOldCode).filter((line) => newCode(file).includes(line)),
  hunks: testHunks,
  say: ({ what }, { text }) => `A test that was there before is ${what} now: ${quote(text)}.`,
});

/** Added lines whose next line of code was there before, annotations between them passed over. */
const aboveOldCode = ({ lines }: Hunk): PatchLine[] =>
  lines.filter((line, i) => {
    const next = lines.slice(i + 1).find((l) => l.kind !== 'removed' && !/^\s*(?:#\[|@|\[)/.test(l.text));
    return line.kind === 'added' && next?.kind === 'context';
  });

export const onlyAdded: Rule = signRule({
  name: 'only-added',
  levels: TEST_LOSS,
  signs: ONLY,
  hunks: testHunks,
  say: (_, { text }) => `A test is run alone, all others beside it being left out: ${quote(text)}.`,
});
