import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { jsonResults } from '../../../src/domain/runner/json-results.ts';
import { programOf } from '../../../src/domain/runner/program.ts';
import { reportingOf } from '../../../src/domain/runner/reporting.ts';

const scripts = {
  test: 'vitest run',
  unit: 'node --test test/*.test.js',
  all: 'npm test && eslint .',
  nested: 'npm test',
};
const words = (command: string): string | undefined => programOf(command, scripts)?.words.join(' ');

describe('what a command starts', () => {
  it.each([
    ['node --test', 'node --test'],
    ['CI=1 FORCE=a npx --no-install vitest run src', 'vitest run src'],
    ['pnpm exec jest', 'jest'],
    ['uv run pytest -q', 'pytest -q'],
    ['npm test', 'vitest run'],
    ['npm t', 'vitest run'],
    ['npm run --silent unit', 'npm run --silent unit'],
    ['npm --silent run unit', 'node --test test/*.test.js'],
    ['yarn unit', 'node --test test/*.test.js'],
    ['pnpm run unit', 'node --test test/*.test.js'],
  ])('%s: %s', (command, started) => {
    expect(words(command)).toBe(started);
  });

  it.each([
    'npm test && npm run lint',
    'npm test | tee log',
    'npm test > log',
    'sh -c $CHECK',
    'npm run all',
    'npm run nested',
    'npm run nosuch',
    'vitest run; true',
    '(vitest run)',
    'vitest run\ntrue',
  ])('%j is more than one plain command, or nobody knows', (command) => {
    expect(words(command)).toBeUndefined();
  });
});

const asked = (command: string, settled: readonly string[] = []): unknown =>
  reportingOf(command, { scripts, settled })?.ask('/tmp/f');

describe('a runner is had to report into a file', () => {
  it.each([
    ['npx vitest run', 'npx vitest run --reporter=default --reporter=json --outputFile.json=/tmp/f'],
    ['npm test', 'npm test -- --reporter=default --reporter=json --outputFile.json=/tmp/f'],
    ['yarn test', 'yarn test --reporter=default --reporter=json --outputFile.json=/tmp/f'],
    ['npx jest src', 'npx jest src --json --outputFile=/tmp/f'],
  ])('by arguments: %s', (command, run) => {
    expect(asked(command)).toEqual({ command: run, env: {} });
  });

  it.each([
    ['node --test', 'NODE_OPTIONS', '--test-reporter=tap --test-reporter-destination=/tmp/f'],
    ['npm --silent run unit', 'NODE_OPTIONS', '--test-reporter=tap --test-reporter-destination=/tmp/f'],
    ['pytest -q', 'PYTEST_ADDOPTS', '--junitxml=/tmp/f'],
    ['python3 -m pytest tests', 'PYTEST_ADDOPTS', '--junitxml=/tmp/f'],
  ])('by a variable, the command as it was: %s', (command, name, value) => {
    expect(asked(command)).toEqual({ command, env: { [name]: expect.stringContaining(value) as string } });
  });

  it.each([
    'vitest run --reporter=dot',
    'vitest watch',
    'jest --json',
    'jest --watchAll',
    'node --test --test-reporter=dot',
    'node build.js',
    'pytest --junitxml=mine.xml',
    'pytest -p no:junitxml',
    'mocha',
    'go test ./...',
    'cargo test',
    'make test',
  ])('but not: %s', (command) => {
    expect(asked(command)).toBeUndefined();
  });

  it('nor where its configuration says where it reports', () => {
    expect(asked('vitest run', ['vitest'])).toBeUndefined();
  });
});

describe('a results file', () => {
  it.each(['jest', 'vitest'])('of %s gives counts and names, whatever a test printed', (runner) => {
    const file = new URL(`../../corpus/results/${runner}.json`, import.meta.url);
    const tally = jsonResults(readFileSync(file, 'utf8'), '/work');
    expect(tally).toMatchObject({
      passed: 1,
      failed: 2,
      skipped: 2,
      passes: ['t/a.test.js > outer > passes'],
      skips: ['t/a.test.js > outer > later', 't/a.test.js > outer > some day'],
    });
    const failures = new Map(tally?.failures?.map((f) => [f.name, f.detail]));
    expect([...failures.keys()].toSorted()).toEqual(['t/a.test.js > outer > fails', 't/b.test.js']);
    expect(failures.get('t/a.test.js > outer > fails')).toMatch(/2/);
    expect(failures.get('t/a.test.js > outer > fails')).not.toContain('/work/');
  });

  it('that is none is told', () => {
    expect(jsonResults('{"testResults":', '/')).toBeUndefined();
    expect(jsonResults('{}', '/')).toBeUndefined();
    expect(jsonResults('{"testResults":[]}', '/')).toMatchObject({ passed: 0, failed: 0 });
  });
});
