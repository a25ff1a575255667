import { isConfiguration } from './check-files.ts';
import { signRule } from './lines.ts';
import type { FilePatch } from '../patch/patch.ts';
import { DOUBTED, quote, type Rule } from './rule.ts';
import { isProse, isTestFile } from './test-files.ts';

const TOOLS =
  'vitest|jest|mocha|chai|ava|tap|uvu|jasmine|karma|cypress|playwright|@playwright/test|c8|nyc|tsx|ts-node|eslint|typescript|prettier|oxlint|pytest|testify|junit|rspec|phpunit';
const PROGRAMS =
  'pytest|npm|npx|pnpm|yarn|go|cargo|node|jest|vitest|mocha|make|mvn|gradle|python3?|tsc|eslint|mypy|ruff|rspec|phpunit';

const isSource = (file: FilePatch): boolean =>
  !isTestFile(file.path) && !isProse(file.path) && !isConfiguration(file.path);

/** A tool that decides about the change, taken from another place than before. */
export const toolReplaced: Rule = signRule({
  name: 'tool-replaced',
  levels: DOUBTED,
  hunks: (file) => (isProse(file.path) ? [] : file.hunks),
  signs: [
    {
      what: 'comes from elsewhere',
      pattern: new RegExp(
        `^\\s*"(?:[\\w@/.-]+>)?(?:${TOOLS})"\\s*:\\s*"(?:file:|link:|portal:|npm:|git[+:]|https?:|github:|\\.)`,
      ),
    },
    {
      what: 'comes from elsewhere',
      pattern:
        /^\s*(?:replace\s+)?\S*stretchr\/testify\S*\s.*=>|^\s*pytest[\w-]*\s*(?:=\s*\{.*\bpath\b|@\s*file:)/,
    },
    {
      what: 'is another one under the same name',
      pattern: new RegExp(
        `^\\s*(?:function\\s+)?(?:${PROGRAMS})\\s*\\(\\)\\s*\\{|^\\s*alias\\s+(?:${PROGRAMS})=`,
      ),
    },
  ],
  say: ({ what }, { text }) => `A tool that decides about this change ${what}: ${quote(text)}.`,
});

/** What the language itself brings along, and tests compare with. */
export const builtInReplaced: Rule = signRule({
  name: 'built-in-replaced',
  levels: DOUBTED,
  hunks: (file) => (isProse(file.path) ? [] : file.hunks),
  signs: [
    {
      what: 'built-in',
      pattern:
        /(?:^|[\s;(])(?:Object|Array|String|Number|Boolean|Map|Set|Date|RegExp|Promise|Function|Error|JSON|Math|Symbol|Reflect)(?:\.prototype)?(?:\.(?!stackTraceLimit\b)\w+|\[[^\]]+\])\s*=(?![=>])/,
    },
    {
      what: 'built-in',
      pattern:
        /\bObject\.defineProperty\(\s*(?:Object|Array|String|Number|Map|Set|Promise|Function|Error)(?:\.prototype)?\s*,/,
    },
    { what: 'built-in', pattern: /^\s*(?:builtins|__builtins__)\.\w+\s*=(?!=)|\bsetattr\(\s*builtins\b/ },
  ],
  say: ({ what }, { text }) =>
    `A ${what} of the language is replaced for everybody, tests included: ${quote(text)}.`,
});

/** The tests as a source of answers, or a stand-in as the answer. */
export const answersBorrowed: Rule = signRule({
  name: 'answers-borrowed',
  levels: DOUBTED,
  hunks: (file) =>
    isSource(file) && !/(?:^|\/)(?:scripts?|bench|tools?|examples?)\//.test(file.path) ? file.hunks : [],
  signs: [
    {
      what: 'reads what belongs to the tests',
      pattern:
        /\b(?:read\w*|open\w*|load\w*|import|require|from|include\w*!?|new URL)\b.*['"`](?:[\w@.-]*\/)*(?:tests?|__tests__|testdata|__snapshots__)\/[^'"`]*['"`]/i,
    },
    {
      what: 'looks into the code that called it',
      pattern: /\bf_locals\b|\bf_back\b|\barguments\.callee\.caller\b|\b_getframe\([1-9]/,
    },
    {
      what: 'answers with a stand-in that agrees to everything',
      pattern:
        /\bfrom\s+unittest(?:\.mock)?\s+import\s+.*[mM]ock\b|\bimport\s+unittest\.mock\b|\b(?:Magic|Async)?Mock\(\)|(?<![.\w])(?:vi|jest)\.fn\(|\bMockito\.mock\(|\bsinon\.(?:stub|fake)\(/,
    },
  ],
  say: ({ what }, { text }) => `The source ${what}: ${quote(text)}.`,
});
