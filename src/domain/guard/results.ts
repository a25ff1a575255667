import { signRule } from './lines.ts';
import { DOUBTED, quote, type Rule } from './rule.ts';
import { isProse, isTestFile } from './test-files.ts';

export const resultsAltered: Rule = signRule({
  name: 'results-altered',
  levels: DOUBTED,
  hunks: (file) => (isProse(file.path) ? [] : file.hunks),
  signs: [
    {
      what: 'reaches into how results are collected or reported',
      pattern:
        /\bdef pytest_(?!configure\b|unconfigure\b|addoption\b|generate_tests\b|sessionstart\b|report_header\b|addhooks\b|plugin_registered\b|make_parametrize_id\b|asyncio_)\w+/,
    },
    {
      what: 'decides whether the tests run at all',
      pattern:
        /\bdef (?:self\.)?load_tests\(|\bconfig\.(?:option|args|known_args_namespace)\b(?:\.\w+)?\s*=(?!=)/,
    },
    {
      what: 'has the runner load more by itself',
      pattern: /\bentry-points\.["']?pytest11\b|\bpytest11\s*=/,
    },
    {
      what: 'decides whether the tests run at all',
      pattern:
        /\bflag\.Set\(\s*"test\.|\benviron\[['"]PYTEST_ADDOPTS['"]\]\s*=|\bSetenv\(\s*"GOFLAGS"|^\s*(?:autotests|test)\s*=\s*false\s*$/,
    },
    { what: 'leaves tests out of the collection', pattern: /^\s*collect_ignore(?:_glob)?\b\s*(?:\+?=|\.)/ },
    {
      what: 'replaces the assertion library',
      pattern:
        /^\s*(?:assert|expect|chai|should)(?:\.\w+|\[[^\]]+\])+\s*=(?!=)|\bReflect\.(?:set|defineProperty)\(\s*(?:assert|expect|chai)\b|\b(?:global|globalThis|window)\.(?:expect|assert|it|test|describe)\s*=(?!=)|\bObject\.(?:assign|defineProperty)\(\s*(?:assert|expect)\b|require\(\s*['"](?:node:)?assert['"]\s*\)(?:\.\w+)+\s*=(?!=)/,
    },
    {
      what: 'replaces the assertion library',
      pattern:
        /\b(?:unittest\.)?TestCase\.(?:assert\w+|fail|run)\s*=(?!=)|\bsetattr\(\s*(?:unittest|pytest)\b|\bmonkeypatch\.setattr\(\s*["'](?:unittest|pytest|builtins)\b/,
    },
    {
      what: 'changes a result after the fact',
      pattern:
        /\b(?:report|rep|result|outcome)\.(?:outcome|passed|failed)\s*=(?!=)|\bcall\.excinfo\s*=\s*None/,
    },
  ],
  say: ({ what }, { text }) => `This ${what}: ${quote(text)}.`,
});

const SOURCE_SIGNS = [
  {
    what: 'a test',
    pattern: /\bNODE_ENV\b['"\])]*\s*[!=]==?\s*['"]test['"]|['"]test['"]\s*[!=]==?\s*\S*NODE_ENV/,
  },
  {
    what: 'a test',
    pattern:
      /\b(?:process|Bun|import\.meta)\.env(?:\.|\[['"])(?:VITEST\w*|JEST_\w+|NODE_TEST_CONTEXT|MOCHA\w*|CYPRESS\w*|PLAYWRIGHT\w*|TEST|npm_lifecycle_\w+)\b|\bimport\.meta\.env\.MODE\s*[!=]==?\s*['"]test['"]/,
  },
  {
    what: 'a test',
    pattern: /^\s*#\[cfg(?:_attr)?\(not\(test\)|^\s*#\[cfg\(test\)\]\s*(?:pub\b.*)?\b(?:const|fn|static)\b/,
  },
  {
    what: 'a test',
    pattern:
      /\b(?:class_exists|defined)\(\s*['"]\\*PHPUNIT|\bClass\.forName\(\s*"org\.junit|\.(?:Contains|StartsWith)\(\s*"(?:xunit|nunit|testhost)/i,
  },
  {
    what: 'a test',
    pattern:
      /['"](?:pytest|unittest|nose)['"]\s+(?:not\s+)?in\s+sys\.modules|\bsys\.modules\b.*['"](?:pytest|unittest)['"]|\bPYTEST_\w+|['"]PYTEST['"]|['"](?:pytest|unittest)['"]\s+in\s+\w+/,
  },
  {
    what: 'a test',
    pattern:
      /\bRails\.env\.test\?|\bdefined\?\((?:RSpec|Minitest)\)|\bAPP_ENV\b.*['"]testing['"]|\brunningUnitTests\(\)|\bMix\.env\(?\)?\s*==\s*:test/,
  },
  {
    what: 'a test',
    pattern: /\btesting\.Testing\(\)|\bflag\.Lookup\(\s*"test\.|\bos\.Args\[0\].*\.test\b|\bcfg!\(test\)/,
  },
  {
    what: 'a test',
    pattern:
      /\btypeof\s+(?:jest|describe|it|vi|expect|test)\b|\bglobalThis\.(?:jest|vitest|describe|expect|__vitest\w*)\b|\bimport\.meta\.vitest\b|\bprocess\.argv.*(?:\b(?:jest|vitest|mocha)\b|\.(?:test|spec)\b)/,
  },
  {
    what: 'a test',
    pattern:
      /\b(?:new Error\(.*\)|err|error)\.stack\b.*(?:\b(?:test|spec)\b|vitest|jest|mocha)|\binspect\.stack\(\).*test|\bgetStackTrace\(\).*[Tt]est/,
  },
  {
    what: 'the check',
    pattern:
      /\bprocess\.env(?:\.|\[['"])(?:CI|GITHUB_ACTIONS|CONTINUOUS_INTEGRATION)\b|\b(?:environ(?:\.get)?|getenv|Getenv|ENV|env::var)[[(]\s*['"](?:CI|GITHUB_ACTIONS)['"]/,
  },
];

export const testEnvBranch: Rule = signRule({
  name: 'test-env-branch',
  levels: DOUBTED,
  signs: SOURCE_SIGNS,
  hunks: (file) =>
    isTestFile(file.path) || isProse(file.path) || /(?:^|\/)[\w.-]*config\.[cm]?[jt]s$/.test(file.path)
      ? []
      : file.hunks,
  say: ({ what }, { text }) => `The source asks whether ${what} runs it: ${quote(text)}.`,
});
