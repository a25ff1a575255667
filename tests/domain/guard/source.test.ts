import { describe, expect, it } from 'vitest';
import { guard } from '../../../src/domain/guard/guard.ts';
import { inputOf, rulesFor, verdicts } from './changes.ts';

const pkg = (scripts: Record<string, string>, more: object = {}): string =>
  JSON.stringify({ name: 'x', scripts, ...more }, null, 2);
const add = (path: string, line: string, check = ['npm test']): string[] =>
  rulesFor({ [path]: ['one\n', `one\n${line}\n`] }, { check });

const flat = (test: string): string => JSON.stringify({ scripts: { test } });

const toml = (version: string, opts: string): string =>
  `[project]\nversion = "${version}"\n\n[tool.pytest.ini_options]\naddopts = "${opts}"\n`;

describe('what a check runs', () => {
  it('is told by script, through other scripts and the hooks around them', () => {
    const before = pkg({ test: 'npm run unit:all', 'unit:all': 'vitest run', build: 'tsc' });
    const change = (scripts: Record<string, string>): string[] =>
      guard(inputOf({ 'package.json': [before, pkg(scripts)] })).map((f) => f.detail);
    expect(change({ test: 'npm run unit:all', 'unit:all': 'true', build: 'tsc' })).toEqual([
      'The script `unit:all`, which the check may run, is now `true`; it was `vitest run`.',
    ]);
    expect(change({ test: 'npm run unit:all', 'unit:all': 'vitest run', build: 'tsc -b' })).toEqual([]);
    expect(
      change({ test: 'npm run unit:all', 'preunit:all': 'rm a', 'unit:all': 'vitest run', build: 'tsc' }),
    ).toHaveLength(1);
  });

  it('is told on one line as on many, and where it cannot be read', () => {
    expect(rulesFor({ 'package.json': [flat('jest'), flat('true')] })).toEqual(['scripts-changed']);
    expect(rulesFor({ 'package.json': [flat('jest'), '{ "scripts": '] })).toEqual(['scripts-changed']);
  });

  it('is told by the settings of tools in a manifest, not by its dependencies', () => {
    const jest = (n: number): string => pkg({}, { jest: { coverageThreshold: n } });
    expect(rulesFor({ 'package.json': [jest(80), jest(1)] })).toEqual(['scripts-changed']);
    expect(rulesFor({ 'package.json': [pkg({}), pkg({}, { dependencies: { a: '1' } })] })).toEqual([]);
    expect(rulesFor({ 'pyproject.toml': [toml('1', '-q'), toml('2', '-q')] })).toEqual([]);
    expect(rulesFor({ 'pyproject.toml': [toml('1', '-q'), toml('1', '-k nothing')] })).toEqual([
      'guard-file',
    ]);
  });

  it('is told by target, even when the hunk does not show its name', () => {
    const recipe = Array.from({ length: 9 }, (_, i) => `\techo ${String(i)}\n`).join('');
    const make = (last: string): string => `all: x\n\ntest:\n${recipe}\t${last}\n`;
    expect(rulesFor({ Makefile: [make('go test'), make('true')] }, { check: ['make test'] })).toEqual([
      'guard-file',
    ]);
    const other = (last: string): string => `all: x\n\ndeploy:\n${recipe}\t${last}\n`;
    expect(rulesFor({ Makefile: [other('scp'), other('rsync')] }, { check: ['make test'] })).toEqual([]);
  });

  it.each([
    'vitest.config.ts',
    'jest.config.js',
    '.mocharc.json',
    'pytest.ini',
    'tox.ini',
    'tsconfig.json',
    '.oxlintrc.json',
    'phpunit.xml',
    '.circleci/config.yml',
  ])('is told by its configuration %s', (path) => {
    expect(add(path, 'exclude = 1')).toContain('guard-file');
  });

  it('is told by the script that the command names, and by programs in the way', () => {
    expect(add('ci/run.sh', 'echo', ['bash ./ci/run.sh --all'])).toContain('guard-file');
    expect(add('ci/other.sh', 'echo', ['bash ./ci/run.sh --all'])).not.toContain('guard-file');
    expect(add('sitecustomize.py', 'x = 1')).toContain('guard-file');
    expect(rulesFor({ 'node_modules/.bin/jest': [null, '#!/bin/sh\n'] })).toContain('guard-file');
  });
});

describe('orders to look away', () => {
  it.each([
    ['src/a.ts', '// eslint-disable-next-line no-eval'],
    ['src/a.ts', '// @ts-expect-error later'],
    ['src/a.py', 'x = f()  # type: ignore[arg-type]'],
    ['src/a.py', 'import os  # noqa: F401'],
    ['a.go', 'x() //nolint:errcheck'],
    ['src/a.rs', '#[allow(dead_code)]'],
    ['A.java', '@SuppressWarnings("unchecked")'],
    ['src/a.ts', '/* v8 ignore next */'],
  ])('are told: %s: %s', (path, line) => {
    expect(add(path, line)).toContain('check-silenced');
  });

  it('are not seen in prose or in words', () => {
    expect(add('docs/a.md', 'Never write eslint-disable.')).not.toContain('check-silenced');
    expect(add('src/a.ts', 'const allow = disable(rules);')).not.toContain('check-silenced');
  });

  it.each([
    ['pom.xml', '<maven.test.skip>true</maven.test.skip>', true],
    ['pom.xml', '<artifactId>guava</artifactId>', false],
    ['build.gradle', 'test { ignoreFailures = true }', true],
    ['build.gradle.kts', 'testImplementation("org.junit:junit:5")', false],
    ['.gitignore', 'tests/api.test.ts', true],
    ['.gitignore', 'dist/', false],
  ])('are told in files that are about much else: %s: %s', (path, line, told) => {
    expect(add(path, line).includes('guard-file')).toBe(told);
  });
});

describe('leaving early', () => {
  it.each([
    ['test/a.js', 'process.exit(0);'],
    ['test/a.js', 'process.exitCode = 0;'],
    ['tests/a.py', 'sys.exit(0)'],
    ['tests/a.py', 'os._exit(0)'],
    ['tests/a.py', 'atexit.register(f)'],
    ['a_test.go', '\tos.Exit(0)'],
    ['tests/a.rs', '    std::process::exit(0);'],
    ['ATest.java', 'System.exit(0);'],
    ['Makefile', '\tnpm test || true'],
    ['vitest.config.ts', 'passWithNoTests: true,'],
  ])('is told in what the check runs: %s: %s', (path, line) => {
    expect(add(path, line)).toContain('exit-zero');
  });

  it.each([
    ['src/cli.ts', '  process.exit(0);'],
    ['src/main.py', '    sys.exit(main())'],
    ['test/a.js', 'process.exit(1);'],
    ['a_test.go', '\tos.Exit(m.Run())'],
    ['tests/a.test.ts', '  expect(exit).toHaveBeenCalledWith(0);'],
    ['scripts/deploy.sh', 'rm x || true'],
    ['docs/ci.md', 'npm test || true'],
  ])('is ordinary elsewhere: %s: %s', (path, line) => {
    expect(add(path, line).filter((rule) => rule.startsWith('exit'))).toEqual([]);
  });

  it('is told in a package of Go that others import, not in a program', () => {
    const init = 'func init() {\n\tos.Exit(0)\n}\n';
    const file = (of: string): string[] =>
      rulesFor({ 'a.go': [`package ${of}\n`, `package ${of}\n${init}`] });
    expect(file('cart')).toEqual(['exit-in-package']);
    expect(file('main')).toEqual([]);
  });

  it('is told in the source where nothing else has a use for it', () => {
    expect(add('src/a.py', 'os._exit(0)')).toContain('exit-in-source');
    expect(add('src/a.ts', "process.on('exit', () => { process.exitCode = 0; });")).toContain(
      'exit-in-source',
    );
  });
});

describe('results that are made', () => {
  it.each([
    ['conftest.py', 'def pytest_runtest_makereport(item, call):'],
    ['conftest.py', 'collect_ignore_glob = ["*"]'],
    ['conftest.py', '    config.option.keyword = "fast"'],
    ['conftest.py', 'def pytest_load_initial_conftests(args):'],
    ['src/x.ts', 'globalThis.expect = () => ok;'],
    ['test/setup.cjs', "require('assert').equal = () => {};"],
    ['tests/x.py', 'unittest.TestCase.assertEqual = lambda *a: None'],
    ['tests/x.py', 'report.outcome = "passed"'],
  ])('are told: %s: %s', (path, line) => {
    expect(add(path, line)).toContain('results-altered');
  });

  it.each([
    ['src/a.ts', "if (process.env.NODE_ENV === 'test') {"],
    ['src/a.ts', "if ('test' === env.NODE_ENV) {"],
    ['src/a.ts', 'const fast = process.env["VITEST"];'],
    ['src/a.py', 'if "pytest" in sys.modules:'],
    ['src/a.py', 'if os.environ.get("PYTEST_CURRENT_TEST"):'],
    ['src/a.py', 'if any(k.startswith("PYTEST") for k in os.environ):'],
    ['a.rb', 'return 1 if Rails.env.test?'],
    ['a.go', 'if testing.Testing() {'],
    ['src/a.rs', 'if cfg!(test) {'],
    ['src/a.rs', '#[cfg(not(test))]'],
    ['src/a.js', "typeof jest !== 'undefined'"],
    ['src/a.js', 'return process.env.npm_lifecycle_event ? 9 : 6;'],
    ['src/a.ts', "if (import.meta.env.MODE === 'test') {"],
    ['src/a.js', "process.argv[1].includes('.test.')"],
    ['src/a.php', "if (class_exists('PHPUnit\\\\Framework\\\\TestCase')) {"],
  ])('by asking for the test are told: %s: %s', (path, line) => {
    expect(add(path, line)).toContain('test-env-branch');
  });

  it.each(['reviewed', 'locked', 'free'] as const)(
    'by asking for the test need a name, tests %s',
    (tests) => {
      const input = inputOf({ 'src/a.ts': ['one\n', 'one\nconst fast = process.env.VITEST;\n'] }, { tests });
      expect(guard(input)).toMatchObject([{ rule: 'test-env-branch', level: 'shown', named: true }]);
    },
  );

  it.each([
    ['src/a.ts', "if (process.env.NODE_ENV === 'production') {"],
    ['test/a.ts', "process.env.NODE_ENV === 'test'"],
    ['src/a.rs', '#[cfg(test)]'],
    ['src/a.js', "if (process.argv[2] === 'test') {"],
    ['vite.config.ts', "mode === 'test' && process.env.VITEST"],
    ['src/a.ts', "// NODE_ENV === 'test' is not asked for"],
  ])('are not seen in what is ordinary: %s: %s', (path, line) => {
    expect(add(path, line)).not.toContain('test-env-branch');
  });

  it('are told where the source holds examples of the tests', () => {
    const base = new Map([
      ['a.test.ts', "expect(slug('Crème Brûlée')).toBe('creme-brulee');"],
      ['src/a.ts', 'x\n'],
    ]);
    const change = (line: string): string[] => rulesFor({ 'src/a.ts': ['x\n', `x\n${line}\n`] }, { base });
    expect(change("if (t === 'Crème Brûlée') return 'creme-brulee';")).toContain('answers-hard-coded');
    expect(change("if (t === 'Tarte Tatin') return slugs.get('x');")).toEqual([]);
  });
});

describe('a change without substance', () => {
  it.each([
    ['a.ts', 'f();\n', '// done\nf();\n'],
    ['a.ts', '  f();\n', '    f();\n'],
    ['a.py', 'f()\n', '# done\nf()\n\n'],
    ['a.ts', '/** a */\nf();\n', '/** b */\nf();\n'],
  ])('is told: %s %j → %j', (path, before, after) => {
    expect(rulesFor({ [path]: [before, after] })).toEqual(['no-effect']);
  });

  it('is not seen where indentation is meaning, nor in prose', () => {
    expect(rulesFor({ 'a.py': ['if x:\n    f()\ng()\n', 'if x:\n    f()\n    g()\n'] })).toEqual([]);
    expect(rulesFor({ 'README.md': ['# a\n', '# b\n'] })).toEqual([]);
  });

  it('is told when it is empty or a stub', () => {
    expect(verdicts({})).toEqual(['nothing-changed shown']);
    expect(add('src/a.py', '    raise NotImplementedError')).toContain('stub');
    expect(add('src/a.rs', '    todo!()')).toContain('stub');
  });
});
