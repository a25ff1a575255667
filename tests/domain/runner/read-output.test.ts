import { countsOf } from '../../../src/domain/runner/status-line.ts';
import { describe, expect, it } from 'vitest';
import type { TestCounts } from '../../../src/domain/check.ts';
import {
  checkStatus,
  hintOf,
  sumCounts,
  type Ending,
  parseTests,
} from '../../../src/domain/runner/read-output.ts';

const counts = (run: number, failed = 0, runner = 'vitest'): TestCounts => ({
  runner,
  run,
  failed,
  passed: run - failed,
  skipped: 0,
  failures: Array.from({ length: failed }, (_, i) => ({ name: `t${String(i)}` })),
  skips: [],
  passes: [],
});

const ending = (part: Partial<Ending>): Ending => ({
  exitCode: 0,
  signal: null,
  timedOut: false,
  output: 'done',
  command: 'npm test',
  tests: undefined,
  ...part,
});

describe('the status of a check', () => {
  it.each<[string, Partial<Ending>, string]>([
    ['passes with something to show', { tests: counts(3) }, 'passed'],
    ['passes when words were printed that no runner wrote', { output: 'all fine' }, 'passed'],
    ['is no evidence when nothing was printed', { output: ' \n\n' }, 'no_evidence'],
    [
      'is no evidence when only the command was announced',
      { output: '\n> notes@1.0.0 test\n> true\n\n' },
      'no_evidence',
    ],
    ['is vacuous when no test ran', { tests: counts(0) }, 'no_tests'],
    ['fails with another code', { exitCode: 1, tests: counts(3, 1) }, 'failed'],
    ['fails when the runner itself found no test', { exitCode: 1, tests: counts(0) }, 'failed'],
    ['times out', { timedOut: true, exitCode: null, signal: 'SIGKILL' }, 'timeout'],
    ['is killed by a signal', { exitCode: null, signal: 'SIGSEGV' }, 'killed'],
    [
      'fails when tests ran before a tool was missed',
      { exitCode: 127, tests: counts(4), output: 'sh: 1: gone: not found' },
      'failed',
    ],
  ])('%s', (_, part, status) => {
    expect(checkStatus(ending(part))).toBe(status);
  });

  it.each([
    ['sh: 1: vitest: not found', 127, 'npm test'],
    ['bash: line 1: pytest: command not found', 127, 'pytest -q'],
    ['zsh: command not found: cargo', 127, 'cargo test'],
    ['make: go: No such file or directory\nmake: *** [Makefile:2: test] Error 127', 2, 'make test'],
    ['/usr/bin/python3: No module named pytest', 1, 'python3 -m pytest'],
    ['error: no such command: `nextest`', 101, 'cargo nextest run'],
    ['env: ‘ruby’: No such file or directory', 127, 'env ruby x.rb'],
    ['', 127, 'CI=1 jest --ci'],
    ['bash: line 1: ./missing.sh: No such file or directory', 127, './missing.sh'],
    ['bash: line 1: ./scripts/run: Permission denied', 126, './scripts/run'],
    ['sh: 1: ./scripts/run: not found', 127, './scripts/run --all'],
    ['npm error Missing script: "nosuch"', 1, 'npm run nosuch'],
    ['npm ERR! Missing script: "nosuch"', 1, 'npm run nosuch'],
    ["make: *** No rule to make target 'check'.  Stop.", 2, 'make check'],
  ])('is the environment when a tool is missing: %s', (output, exitCode, command) => {
    expect(checkStatus(ending({ output, exitCode, command }))).toBe('environment');
  });

  it.each([
    ['AssertionError: page not found', 1],
    ['Error: user: not found in cache', 1],
    ['sh: 1: ./scripts/run: not found', 127],
    ['ModuleNotFoundError: No module named cart', 1],
    ["make: *** No rule to make target 'a.o', needed by 'all'.  Stop.", 2],
  ])('stays a failure although words sound alike: %s', (output, exitCode) => {
    expect(checkStatus(ending({ output, exitCode, command: 'npm test' }))).toBe('failed');
  });
});

describe('hints', () => {
  it('tell a watcher from a slow test', () => {
    const watching = ending({ timedOut: true, output: ' PASS  Waiting for file changes...\n' });
    expect(hintOf(watching)).toMatch(/waits for changes/);
    expect(hintOf(ending({ timedOut: true, output: 'still running' }))).toBeUndefined();
  });

  it('point at an exit code that hides failures', () => {
    expect(hintOf(ending({ tests: counts(3, 2) }))).toMatch(
      /exit 0 although its runner counts 2 failed tests/,
    );
  });

  it('say nothing of an ordinary ending', () => {
    expect(hintOf(ending({ tests: counts(3) }))).toBeUndefined();
    expect(hintOf(ending({ exitCode: 1, tests: counts(3, 1) }))).toBeUndefined();
  });
});

describe('what a runner does not list', () => {
  const plain = (text: string) => parseTests(text);

  it('is counted by package, and known to be no count of tests', () => {
    const ran = plain(
      'ok  \tx/a\t0.005s\nok  \tx/b\t(cached)\tcoverage: 80.0% of statements\n?   \tx/c\t[no test files]\n',
    );
    expect(ran).toMatchObject({ run: 2, passed: 2, failed: 0, unlisted: 2, passes: ['x/a', 'x/b'] });
    expect(ran && countsOf(ran)).toBe('2 tests passed (2 packages without a list of tests)');
  });

  it('names what fails all the same', () => {
    const ran = plain(
      'ok  \tx/a\t0.005s\n--- FAIL: TestC (0.00s)\n    b_test.go:3: no\nFAIL\nFAIL\tx/b\t0.002s\nFAIL\n',
    );
    expect(ran).toMatchObject({ run: 2, failed: 1, unlisted: 2, failures: [{ name: 'x/b TestC' }] });
  });

  it.each([
    ['every test is listed', '=== RUN   TestA\n--- PASS: TestA (0.00s)\nPASS\nok  \tx/a\t0.005s\n'],
    ['there is no test to run', 'ok  \tx/a\t0.005s [no tests to run]\n?   \tx/c\t[no test files]\n'],
    ['a package does not build', '# x/a\n./a.go:3:1: syntax error\nFAIL\tx/a [build failed]\nFAIL\n'],
  ])('is nothing where %s', (_, text) => {
    expect(plain(text)).not.toHaveProperty('unlisted');
  });
});

describe('the sum of two commands', () => {
  it('adds what there is', () => {
    expect(sumCounts(undefined, undefined)).toBeUndefined();
    expect(sumCounts(undefined, counts(2))).toEqual(counts(2));
    expect(sumCounts(counts(2, 1), counts(3, 0, 'pytest'))).toMatchObject({
      runner: 'vitest + pytest',
      run: 5,
      failed: 1,
    });
  });
});
