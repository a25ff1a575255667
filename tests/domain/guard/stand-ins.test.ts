import { describe, expect, it } from 'vitest';
import { rulesFor } from './changes.ts';

/** These are about whole files, of which only a line is here. */
const OF_FILES = new Set(['test-changed', 'scripts-changed']);

const add = (path: string, line: string): string[] =>
  rulesFor({ [path]: ['one\n', `one\n${line}\n`] }).filter((rule) => !OF_FILES.has(rule));

describe('what the tests stand on, put in the place of something else', () => {
  it.each([
    ['src/a.js', 'Object.is = () => true;', 'built-in-replaced'],
    ['src/a.js', '  Array.prototype.includes = function () { return true; };', 'built-in-replaced'],
    ['src/a.js', "Object.defineProperty(String.prototype, 'length', { get: () => 3 });", 'built-in-replaced'],
    ['a.py', 'builtins.sorted = list', 'built-in-replaced'],
    ['package.json', '    "vitest": "file:./tools/vitest",', 'tool-replaced'],
    ['package.json', '    "jest": "npm:quiet-jest@1",', 'tool-replaced'],
    ['go.mod', 'replace github.com/stretchr/testify => ./quiet', 'tool-replaced'],
    ['pyproject.toml', 'pytest = { path = "tools/pytest" }', 'tool-replaced'],
    ['ci/env.sh', 'pytest() { true; }', 'tool-replaced'],
    ['ci/env.sh', 'alias tsc=true', 'tool-replaced'],
    ['src/a.js', "const wanted = readFileSync('test/wanted.json');", 'answers-borrowed'],
    ['src/a.ts', "import { CASES } from '../tests/cases.ts';", 'answers-borrowed'],
    ['a.go', '\traw, _ := os.ReadFile("testdata/answers.json")', 'answers-borrowed'],
    ['src/a.rs', 'const A: &str = include_str!("../tests/answers.txt");', 'answers-borrowed'],
    ['a.py', '    return sys._getframe(1).f_locals["expected"]', 'answers-borrowed'],
    ['a.py', 'from unittest.mock import MagicMock', 'answers-borrowed'],
    ['src/a.ts', '  return vi.fn();', 'answers-borrowed'],
    ['a.go', '\tflag.Set("test.run", "^$")', 'results-altered'],
    ['Cargo.toml', 'autotests = false', 'results-altered'],
    ['plugin.py', 'def pytest_make_collect_report(collector):', 'results-altered'],
    ['pyproject.toml', '[project.entry-points.pytest11]', 'results-altered'],
    ['src/a.js', "process.on('unhandledRejection', () => {});", 'exit-in-source'],
    ['src/lib.rs', '    std::panic::set_hook(Box::new(|_| std::process::exit(0)));', 'exit-in-source'],
    ['A.java', '        Runtime.getRuntime().halt(0);', 'exit-in-source'],
    ['lib/a.sh', "trap 'exit 0' EXIT", 'exit-in-source'],
    ['test/a.test.ts', '].slice(9);', 'test-data-emptied'],
    ['test/a.test.ts', "it.each([])('%s', () => {", 'test-data-emptied'],
    ['a_test.go', '\tfor _, c := range cases[:0] {', 'test-data-emptied'],
    ['tests/test_a.py', '@pytest.mark.parametrize("n", [])', 'test-data-emptied'],
    ['.mvn/maven.config', '-DskipTests', 'guard-file'],
  ])('is told: %s: %s', (path, line, rule) => {
    expect(add(path, line)).toContain(rule);
  });

  it.each([
    ['src/a.js', 'Error.stackTraceLimit = 50;'],
    ['src/a.js', 'if (Object.is(a, b)) {'],
    ['src/a.ts', 'const total = Math.max(a, b);'],
    ['src/a.ts', 'Symbol.dispose ??= Symbol();'],
    ['package.json', '    "vitest": "^2.1.0",'],
    ['package.json', '    "@shop/core": "file:../core",'],
    ['package.json', '    "typescript": "workspace:*",'],
    ['bin/serve.sh', 'go_on() {'],
    ['bin/serve.sh', "trap 'exit 0' INT TERM"],
    ['bin/serve.sh', "trap 'rm -f x' EXIT"],
    ['src/a.js', "const text = readFileSync('spec/openapi.yaml');"],
    ['src/a.js', "import test from 'node:test';"],
    ['scripts/seed.js', "load('tests/seed.json');"],
    ['a.py', '    frame = inspect.stack()[1]'],
    ['a.go', '\tflag.Set("logtostderr", "true")'],
    ['Cargo.toml', 'harness = false'],
    ['tests/conftest.py', 'def pytest_addoption(parser):'],
    ['src/a.js', "process.on('uncaughtException', (error) => { log(error); });"],
    ['test/a.test.ts', 'const part = rows.slice(1);'],
    ['scripts/Dockerfile.sh', '\t-rm -rf .cache'],
  ])('is not: %s: %s', (path, line) => {
    expect(add(path, line)).toEqual([]);
  });
});
