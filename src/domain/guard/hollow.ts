import { signRule } from './lines.ts';
import { found, quote, SHOWN, TEST_LOSS, type Rule } from './rule.ts';
import { isExistingTest, isTestFile, testHunks } from './test-files.ts';

const SAME = /(?<value>[\w.]+|'[^']*'|"[^"]*")/.source;

export const tautology: Rule = signRule({
  name: 'tautology',
  levels: SHOWN,
  hunks: testHunks,
  signs: [
    {
      what: 'compares a value with itself',
      pattern: new RegExp(
        `\\bexpect\\(\\s*${SAME}\\s*\\)(?:\\.to)?\\.(?:toBe|toEqual|toStrictEqual|equal|eql|eq)\\w*\\(\\s*\\k<value>\\s*\\)`,
      ),
    },
    {
      what: 'compares a value with itself',
      pattern: new RegExp(`\\b[Aa]ssert\\w*[.!]?\\w*!?\\(\\s*(?:t,\\s*)?${SAME}\\s*,\\s*\\k<value>\\s*[,)]`),
    },
    {
      what: 'compares a value with itself',
      pattern: new RegExp(`\\bassert\\s+${SAME}\\s*(?:==|is)\\s*\\k<value>\\s*(?:$|,|#)`),
    },
    {
      what: 'asserts a constant',
      pattern:
        /\bassert(?:\.ok|_|!)?\(\s*(?:true|1|!0|!false)\s*[,)]|\bexpect\(\s*(?:true|1)\s*\)\.toBe(?:Truthy|Defined)\(/,
    },
    {
      what: 'asserts a constant',
      pattern:
        /\bassert\s+(?:True|1|not False)\s*(?:$|,|#)|\b[Aa]ssert(?:\.|::)?(?:True|IsTrue|true)\(\s*(?:t,\s*)?true\b|\bassertTrue\(\s*True\b|\bassertFalse\(\s*[Ff]alse\b/,
    },
    {
      what: 'is true whatever the code does',
      pattern: /\b(?:assert|expect)\b.*(?:\|\|\s*true\b|\bor\s+True\b|\bor\s+true\b|\|\|\s*1\b)/,
    },
    {
      what: 'asserts a pair, which is always true',
      pattern: /^\s*assert\s*\(.+,\s*(?:f?"[^"]*"|f?'[^']*')\s*\)\s*$/,
    },
  ],
  say: ({ what }, { text }) => `An assertion ${what}: ${quote(text)}.`,
});

export const failureSwallowed: Rule = signRule({
  name: 'failure-swallowed',
  levels: SHOWN,
  hunks: testHunks,
  signs: [
    {
      what: 'caught and dropped',
      pattern:
        /\bcatch\s*(?:\([^)]*\))?\s*\{\s*\}|\.catch\(\s*\(\w*\)\s*=>\s*(?:\{\s*\}|undefined|null)\s*\)/,
    },
    {
      what: 'caught and dropped',
      pattern:
        /^\s*except\b[^:]*:\s*(?:pass|\.\.\.)?\s*$|\bcontextlib\.suppress\(|\brescue\s+nil\b|^\s*rescue(?:\s+(?:StandardError|Exception))?\s*$/,
    },
    {
      what: 'caught and dropped',
      pattern:
        /\brecover\(\)|\bcatch_unwind\(|\.unwrap_or_default\(\)\s*;\s*\/\/|\bcatch\s*\((?:Throwable|AssertionError|Exception)\b/,
    },
  ],
  say: (_, { text }) => `A failure in a test may be caught and dropped here: ${quote(text)}.`,
});

/** In tests that were there before: a new test may stand on whatever it likes. */
export const mockAdded: Rule = signRule({
  name: 'mock-added',
  levels: TEST_LOSS,
  hunks: (file) => (isExistingTest(file) ? testHunks(file) : []),
  signs: [
    {
      what: 'module',
      pattern: /\b(?:vi|jest)\.(?:do)?[mM]ock\(\s*['"`](?:\.{1,2}|[@~]?)\/|\bmock\.module\(\s*['"`]\.{1,2}\//,
    },
    {
      what: 'name',
      pattern: /\bmock\.patch\b|^\s*@patch\b|\bwith patch\(|\bmonkeypatch\.setattr\(|\bmocker\.patch\b/,
    },
    {
      what: 'method',
      pattern:
        /\ballow(?:_any_instance_of)?\(.*\.to receive|\.stub\(:|\b(?:vi|jest)\.spyOn\(.*\.mock|\bMockito\.(?:mock|when)\(|\bsinon\.(?:stub|replace)\(/,
    },
  ],
  say: ({ what }, { text }) =>
    `A ${what} is replaced in a test that was there before: ${quote(text)}; what is tested then may be the replacement.`,
});

/** Some runners put such a file in the place of a package without any test asking for it. */
export const mockFileAdded: Rule = {
  name: 'mock-file-added',
  levels: SHOWN,
  find: ({ patch }) =>
    patch
      .filter((file) => file.status === 'added' && /(?:^|\/)__mocks__\//.test(file.path))
      .map((file) =>
        found(
          file,
          undefined,
          `${file.path} may stand in the place of a real module in every test, also in those that were there before.`,
        ),
      ),
};

export const stub: Rule = signRule({
  name: 'stub',
  levels: SHOWN,
  hunks: (file) => (isTestFile(file.path) ? [] : file.hunks),
  signs: [
    {
      what: 'not implemented',
      pattern:
        /\b(?:throw new|throw|raise|panic\(|panic!\(|abort\()\s*\w*\(?\s*['"`](?:not (?:yet )?implemented|todo|unimplemented)/i,
    },
    {
      what: 'not implemented',
      pattern:
        /\braise NotImplementedError\b|\bNotImplementedException\(|\b(?:todo|unimplemented)!\(|\bTODO\(["')]|\bfatalError\("(?:TODO|not implemented)/i,
    },
  ],
  say: (_, { text }) => `The change leaves a part undone: ${quote(text)}.`,
});
