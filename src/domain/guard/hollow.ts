import type { FilePatch, Hunk, PatchLine } from '../patch/patch.ts';
import { isComment, signRule } from './lines.ts';
import { found, quote, SHOWN, TEST_LOSS, type Found, type Rule } from './rule.ts';
import { isTestFile, testHunks } from './test-files.ts';

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

export const subjectMocked: Rule = signRule({
  name: 'mock-added',
  levels: TEST_LOSS,
  hunks: testHunks,
  signs: [
    { what: 'module', pattern: /\b(?:vi|jest)\.(?:do)?[mM]ock\(\s*['"`]\.{1,2}\// },
    { what: 'module', pattern: /\bmock\.module\(\s*['"`]\.{1,2}\// },
  ],
  say: (_, { text }) =>
    `A module of this repository is replaced in a test: ${quote(text)}; what is tested then is the replacement.`,
});

/** A test that ends before its assertions: the line after an unconditional return stands on the same level. */
export const testHollowed: Rule = {
  name: 'test-hollowed',
  levels: TEST_LOSS,
  find: ({ patch }) => patch.flatMap((file) => testHunks(file).flatMap((hunk) => unreachable(file, hunk))),
};

function unreachable(file: FilePatch, hunk: Hunk): Found[] {
  const now = hunk.lines.filter(
    (line) => line.kind !== 'removed' && line.text.trim() !== '' && !isComment(line.text),
  );
  return now.flatMap((line, i) => {
    const next = now[i + 1];
    return line.kind === 'added' && next && isReturn(line) && indent(next) === indent(line) && !closes(next)
      ? [found(file, line.line, `${quote(line.text)} ends a test before ${quote(next.text)} is reached.`)]
      : [];
  });
}

const isReturn = (line: PatchLine): boolean =>
  /^\s*return(?:\s+(?:true|True|nil|null|None|undefined))?;?\s*$/.test(line.text);
const indent = (line: PatchLine): number => /^\s*/.exec(line.text)?.[0].length ?? 0;
const closes = (line: PatchLine): boolean =>
  /^\s*(?:[)}\]]|end\b|else\b|elif\b|case\b|default\b|except\b|finally\b|def\b|func\b)/.test(line.text);

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
