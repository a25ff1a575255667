import type { FilePatch, Hunk, PatchLine } from '../patch/patch.ts';
import { isComment, sides } from './lines.ts';
import { found, plural, quote, TEST_CHANGE, TEST_LOSS, type Found, type Rule } from './rule.ts';
import { isExistingTest, isTestFile, testHunks } from './test-files.ts';

const ASSERTION =
  /\bexpect\w*\s*[.(]|\bassert\w*[.!(\s]|\bAssert\.\w+|\b(?:t|b)\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)\(|\brequire\.\w+\(t\b|\bshould(?:\.|\s*==|_)|\bself\.(?:assert|fail)\w*\(|\$this->assert\w+\(|\bpytest\.raises\b|\b(?:EXPECT|ASSERT)_\w+\(|\bXCTAssert\w*\(|\brefute\w*\b|\bverify\(|\bt\.(?:is|deepEqual|true|throws)\(/;

const isAssertion = (text: string): boolean =>
  ASSERTION.test(text) &&
  !isComment(text) &&
  !/^\s*(?:import|from|use|using|const \w+ = require)\b/.test(text);

/** Fewer assertions than before in one stretch of tests, also when they were only commented out. */
export const assertionRemoved: Rule = {
  name: 'assertion-removed',
  levels: TEST_LOSS,
  find: ({ patch }) =>
    patch
      .filter((file) => file.status !== 'deleted')
      .flatMap((file) => testHunks(file).flatMap((hunk) => lost(file, hunk))),
};

function lost(file: FilePatch, hunk: Hunk): Found[] {
  const { before, after } = sides(hunk);
  const gone = count(before) - count(after);
  const first = hunk.lines.find((line) => line.kind === 'removed' && isAssertion(line.text));
  return gone > 0 && first
    ? [
        found(
          file,
          first.line,
          `${plural(gone, 'assertion')} less than before, among them ${quote(first.text)}.`,
        ),
      ]
    : [];
}

const count = (lines: readonly PatchLine[]): number => lines.filter((line) => isAssertion(line.text)).length;

type Pair = { readonly was: PatchLine; readonly is: PatchLine };

/** Assertions that were rewritten in place, in order. */
function pairs(hunk: Hunk): Pair[] {
  const result: Pair[] = [];
  let was: PatchLine[] = [];
  for (const line of hunk.lines) {
    if (line.kind === 'removed') {
      was = isAssertion(line.text) ? [...was, line] : was;
    } else if (line.kind === 'context') {
      was = [];
    } else if (isAssertion(line.text) && was[0]) {
      result.push({ was: was[0], is: line });
      was = was.slice(1);
    }
  }
  return result;
}

/** What an assertion demands: its verbs and literals, without the names of what it looks at. */
const demand = (text: string): string =>
  [
    ...text.matchAll(
      /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`|(?<![\w.])-?\d[\d._]*\w*|\b(?:true|false|null|None|nil|undefined|True|False)\b|\b(?:await|to(?:[A-Z]\w*)?|not|assert\w*|expect\w*|should\w*|Equal\w*|is|raises|throws\w*)\b|[!=<>]=+|[<>]/g,
    ),
  ]
    .map(([part]) => part)
    .join(' ');

const LOOSE: readonly RegExp[] = [
  /\.(?:toBeTruthy|toBeFalsy|toBeDefined|toBeUndefined|toBeNull|toBeInstanceOf|toHaveBeenCalled)\(/,
  /\bexpect\.(?:any|anything|stringContaining|objectContaining|arrayContaining|stringMatching)\(/,
  /\.(?:toContain|toMatch|toMatchObject|toBeCloseTo|toBeGreaterThan\w*|toBeLessThan\w*)\(/,
  /\/\.\*\/|\/\^?\.\+\$?\/|\/\(\?:\)\//,
  /\bassert(?:IsNotNone|NotNull|IsInstance|True|In|NotNil|AlmostEqual|GreaterEqual|LessEqual|Raises)\w*\(/,
  /\bassert\.(?:ok|match|notEqual|notStrictEqual|NotNil|NotEmpty|Contains|NoError)\(|\bassert!\(/,
  /\bnot\.(?:toBe|toEqual|toThrow|toBeNull)\(\s*\)?|\bbe_(?:truthy|present|a)\b|\bis not None\b|\bisinstance\(/,
  /[<>]=?|\bapprox\b|\bwithin\b|\bin \[/,
];

/** How little an assertion asks for; one that nobody waits for asks for nothing. */
const looseness = (text: string): number =>
  LOOSE.filter((pattern) => pattern.test(text)).length - (/\bawait\b/.test(text) ? 1 : 0);

export const assertionWeakened: Rule = {
  name: 'assertion-weakened',
  levels: TEST_LOSS,
  find: (input) =>
    changes(input.patch)
      .filter(({ was, is }) => looseness(is.text) > looseness(was.text))
      .map(({ file, was, is }) =>
        found(
          file,
          is.line,
          `An assertion asks for less than before: ${quote(was.text)} became ${quote(is.text)}.`,
        ),
      ),
};

export const expectationChanged: Rule = {
  name: 'expectation-changed',
  levels: TEST_CHANGE,
  find: (input) =>
    changes(input.patch)
      .filter(({ was, is }) => looseness(is.text) === looseness(was.text))
      .map(({ file, was, is }) =>
        found(
          file,
          is.line,
          `An existing test expects something else: ${quote(was.text)} became ${quote(is.text)}.`,
        ),
      ),
};

const changes = (patch: readonly FilePatch[]): (Pair & { readonly file: FilePatch })[] =>
  patch
    .filter((file) => isExistingTest(file) || !isTestFile(file.path))
    .flatMap((file) =>
      testHunks(file)
        .flatMap(pairs)
        .filter(({ was, is }) => demand(was.text) !== demand(is.text))
        .map(({ was, is }) => ({ file, was, is })),
    );
