import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseTests } from '../../../src/domain/runner/read-output.ts';

const folder = new URL('../../corpus/runners/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(`${name}.txt`, folder), 'utf8');

/** Runs of real runners on one small suite: what each counted, and a test of the suite prints a false summary. */
const COUNTS: Readonly<
  Record<string, readonly [runner: string, run: number, failed: number, skipped: number]>
> = {
  'cargo-mixed': ['cargo test', 3, 1, 1],
  'cargo-nofail': ['cargo test', 5, 1, 1],
  'cargo-none': ['cargo test', 0, 0, 0],
  'cargo-pass': ['cargo test', 1, 0, 0],
  'cargo-quiet': ['cargo test', 5, 1, 1],
  'go-broken': ['go test', 2, 1, 0],
  'go-json': ['go test', 6, 2, 1],
  'go-none': ['go test', 0, 0, 0],
  'go-none-v': ['go test', 0, 0, 0],
  'go-notests': ['go test', 0, 0, 0],
  'go-panic': ['go test', 1, 1, 0],
  'go-pass': ['go test', 1, 0, 0],
  'go-verbose': ['go test', 6, 2, 1],
  'jest-broken': ['jest', 5, 3, 2],
  'jest-filtered': ['jest', 0, 0, 2],
  'jest-mixed': ['jest', 6, 2, 2],
  'jest-none': ['jest', 0, 0, 0],
  'jest-none-pass': ['jest', 0, 0, 0],
  'jest-pass': ['jest', 2, 0, 0],
  'jest-verbose': ['jest', 6, 2, 2],
  'mocha-dot': ['mocha', 5, 2, 1],
  'mocha-mixed': ['mocha', 5, 2, 1],
  'mocha-none': ['mocha', 0, 0, 0],
  'mocha-pass': ['mocha', 2, 0, 0],
  'mocha-tap': ['TAP', 5, 2, 1],
  'mocha-xunit': ['JUnit XML', 5, 2, 1],
  'node-direct': ['node:test', 6, 3, 2],
  'node-empty': ['node:test', 0, 0, 0],
  'node-junit-mixed': ['JUnit XML', 8, 3, 2],
  'node-spec-mixed': ['node:test', 8, 3, 2],
  'node-spec-none': ['node:test', 0, 0, 2],
  'node-spec-pass': ['node:test', 2, 0, 0],
  'node-tap-mixed': ['node:test', 8, 3, 2],
  'node-tap-none': ['node:test', 0, 0, 2],
  'node-tap-pass': ['node:test', 2, 0, 0],
  'pytest-broken': ['pytest', 1, 1, 0],
  'pytest-mixed': ['pytest', 8, 3, 2],
  'pytest-none': ['pytest', 0, 0, 0],
  'pytest-pass': ['pytest', 2, 0, 0],
  'pytest-pass-q': ['pytest', 2, 0, 0],
  'pytest-quiet': ['pytest', 6, 3, 2],
  'pytest-ra': ['pytest', 6, 3, 2],
  'pytest-verbose': ['pytest', 6, 3, 2],
  'rspec-doc': ['rspec', 3, 2, 1],
  'rspec-mixed': ['rspec', 3, 2, 1],
  'rspec-none': ['rspec', 0, 0, 0],
  'rspec-pass': ['rspec', 1, 0, 0],
  'unittest-broken': ['unittest', 1, 1, 0],
  'unittest-mixed': ['unittest', 3, 2, 2],
  'unittest-none': ['unittest', 0, 0, 0],
  'unittest-pass': ['unittest', 2, 0, 0],
  'unittest-verbose': ['unittest', 3, 2, 2],
  'vitest-broken': ['vitest', 3, 1, 0],
  'vitest-filtered': ['vitest', 0, 0, 2],
  'vitest-junit': ['JUnit XML', 4, 2, 2],
  'vitest-mixed': ['vitest', 6, 2, 2],
  'vitest-none': ['vitest', 0, 0, 0],
  'vitest-none-pass': ['vitest', 0, 0, 0],
  'vitest-pass': ['vitest', 2, 0, 0],
  'vitest-tap': ['TAP', 4, 2, 2],
  'vitest-verbose': ['vitest', 4, 2, 2],
};

/** A plain `go test` prints a package's line in the words of the runner: a test that prints one adds a package. */
const FOOLED = 'go-mixed';
/** A build that failed before any test program ran. */
const NO_RUN = 'cargo-broken';

describe('recorded runs', () => {
  it.each(Object.entries(COUNTS))('%s', (name, [runner, run, failed, skipped]) => {
    const counts = parseTests(read(name));
    expect(counts).toMatchObject({ runner, run, failed, skipped, passed: run - failed });
    expect(counts?.failures).toHaveLength(failed);
  });

  it('are all accounted for', () => {
    const recorded = readdirSync(folder).map((file) => file.replace(/\.txt$/, ''));
    expect(recorded.toSorted()).toEqual([...Object.keys(COUNTS), FOOLED, NO_RUN].toSorted());
  });

  it('tell nothing when no test was run at all', () => {
    expect(parseTests(read(NO_RUN))).toBeUndefined();
  });

  it('are read alike with colours and carriage returns', () => {
    const coloured = read('vitest-mixed')
      .replaceAll('failed', '\u001B[31mfailed\u001B[39m')
      .replaceAll('\n', '\r\n');
    expect(parseTests(coloured)).toEqual(parseTests(read('vitest-mixed')));
  });

  it('add up when several runs are in one output', () => {
    const both = parseTests(`${read('vitest-mixed')}\n${read('vitest-pass')}`);
    expect(both).toMatchObject({ runner: 'vitest', run: 8, failed: 2, skipped: 2 });
    const mixed = parseTests(`${read('jest-mixed')}\n${read('pytest-mixed')}`);
    expect(mixed).toMatchObject({ runner: 'jest + pytest', run: 14, failed: 5, skipped: 4 });
  });
});

const first = (name: string): { name?: string; detail?: string | undefined } =>
  parseTests(read(name))?.failures[0] ?? {};

describe('names and words of failures', () => {
  it.each([
    ['vitest-mixed', 'vt/price.test.js > total > is zero for an empty cart', /expected \+0 to be 1/],
    ['jest-mixed', 'jt/price.test.js › total › is zero for an empty cart', /Expected: 1\nReceived: 0/],
    ['mocha-mixed', 'total › is zero for an empty cart', /0 == 1/],
    ['node-spec-mixed', 'nt/price.test.mjs › is zero for an empty cart', /0 == 1/],
    ['node-tap-mixed', 'total › is zero for an empty cart', /expected: 1\nactual: 0/],
    ['pytest-mixed', 'test_price.py::test_empty_cart', /assert 0 == 1/],
    ['unittest-mixed', 'ut.test_u.CartTest.test_error', /ValueError: boom/],
    ['go-json', 'example.com/cart/price TestEmpty', /Total\(nil\) = 0, want 1/],
    ['cargo-nofail', 'src/lib.rs tests::empty', /left: 0\n right: 1/],
    ['rspec-mixed', 'total is zero for an empty cart', /expected: 1\n +got: 0/],
    ['vitest-junit', 'vt/price.test.js › total > is zero for an empty cart', /expected \+0 to be 1/],
    ['vitest-tap', 'vt/price.test.js › total › is zero for an empty cart', /expected: "1"/],
  ])('%s', (recording, name, words) => {
    const failure = first(recording);
    expect(failure.name).toBe(name);
    expect(failure.detail).toMatch(words);
  });

  it('name what could not be loaded', () => {
    expect(first('vitest-broken')).toMatchObject({ name: 'vt/broken.test.js' });
    expect(first('pytest-broken').name).toBe('test_broken.py');
    expect(first('pytest-broken').detail).toMatch(/nothing_here/);
    expect(parseTests(read('jest-broken'))?.failures.at(-1)?.name).toMatch(/broken.*failed to run/);
    expect(first('go-broken').detail).toContain('undefinedThing');
  });

  it('list skipped and passed tests where the runner prints them', () => {
    expect(parseTests(read('pytest-verbose'))).toMatchObject({
      skips: ['test_price.py::test_discounts', 'test_price.py::test_known'],
      passes: [
        'test_price.py::test_adds',
        'test_price.py::test_same[1-1]',
        'test_price.py::TestCart::test_method',
      ],
    });
    expect(parseTests(read('node-tap-mixed'))?.skips).toEqual([
      'total › knows discounts',
      'total › knows vouchers',
    ]);
    expect(parseTests(read('cargo-nofail'))?.passes).toContain('tests/it.rs works');
    expect(parseTests(read('vitest-verbose'))?.passes).toContain('vt/price.test.js > top level');
  });
});
