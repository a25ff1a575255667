import { describe, expect, it } from 'vitest';
import { parseTests } from '../../../src/domain/runner/read-output.ts';

const tap = (...lines: string[]): string => `TAP version 14\n${lines.join('\n')}\n`;

describe('TAP', () => {
  it('counts sub-tests and not the points that sum them up', () => {
    const out = tap('    ok 1 - a', '    not ok 2 - b', '    1..2', 'not ok 1 - group', 'ok 2 - c', '1..2');
    expect(parseTests(out)).toMatchObject({ run: 3, failed: 1, failures: [{ name: 'b' }] });
  });

  it('gives sub-tests the name of their group', () => {
    const out = tap(
      '# Subtest: outer',
      '    # Subtest: inner',
      '        not ok 1 - x',
      '        1..1',
      '    not ok 1 - inner',
      '    1..1',
      'not ok 1 - outer',
      '1..1',
    );
    expect(parseTests(out)).toMatchObject({ run: 1, failures: [{ name: 'outer › inner › x' }] });
  });

  it('tells skipped and unfinished tests apart from passed ones', () => {
    const out = tap('1..3', 'ok 1 - a # SKIP no network', 'not ok 2 - b # TODO later', 'ok 3 - c');
    expect(parseTests(out)).toMatchObject({ run: 1, passed: 1, skipped: 2, skips: ['a', 'b'] });
  });

  it('counts what was planned and never ran as failed', () => {
    expect(parseTests(tap('1..4', 'ok 1', 'ok 2 - b'))).toMatchObject({
      failed: 1,
      failures: [{ name: '2 of 4 planned tests did not run' }],
    });
    expect(parseTests(tap('1..2', 'ok 1 - a', 'Bail out! no database'))).toMatchObject({
      failed: 1,
      failures: [{ name: 'Bail out! no database' }],
    });
  });

  it('knows an empty plan', () => {
    expect(parseTests(tap('1..0 # no tests'))).toMatchObject({ run: 0 });
  });

  it('keeps the words below a point', () => {
    const out = tap(
      'not ok 1 - adds',
      '  ---',
      '  message: wrong sum',
      '  found: 4',
      '  wanted: 5',
      '  ...',
      '1..1',
    );
    expect(parseTests(out)?.failures).toEqual([
      { name: 'adds', detail: 'message: wrong sum\nfound: 4\nwanted: 5' },
    ]);
  });
});

const xml = (body: string): string =>
  `<?xml version="1.0"?>\n<testsuites><testsuite name="s">${body}</testsuite></testsuites>`;

describe('JUnit XML', () => {
  it('reads entities, CDATA and angle brackets inside of attributes', () => {
    const counts = parseTests(
      xml(
        '<testcase classname="a.B" name="x &lt; y &#39;q&#39;"><failure message="a > b"><![CDATA[1 < 2]]></failure></testcase>',
      ),
    );
    expect(counts?.failures).toEqual([{ name: "a.B › x < y 'q'", detail: 'a > b\n1 < 2' }]);
  });

  it('ignores what tests printed', () => {
    const printed =
      '<system-out>&lt;testcase name="no"&gt; <testcase name="fake"><failure/></testcase></system-out>';
    expect(parseTests(xml(`<testcase name="a">${printed}</testcase>`))).toMatchObject({ run: 1, failed: 0 });
  });

  it('knows errors, skips and an empty suite', () => {
    expect(
      parseTests(
        xml(
          '<testcase name="a"><error/></testcase><testcase name="b"><skipped/></testcase><testcase name="c"/>',
        ),
      ),
    ).toMatchObject({ run: 2, failed: 1, skipped: 1 });
    expect(parseTests('<testsuites tests="0"></testsuites>')).toMatchObject({ run: 0, failed: 0 });
  });
});

describe('a run that broke off', () => {
  it('is a failure in cargo, where a program printed no result', () => {
    const out =
      '     Running tests/a.rs (target/x)\n\nrunning 3 tests\ntest one ... ok\nerror: test failed, to rerun pass `--test a`\n';
    expect(parseTests(out)).toMatchObject({
      failed: 1,
      failures: [{ name: 'tests/a.rs ended before it reported' }],
    });
  });

  it('is a failure in go, where a package failed without a failing test', () => {
    const out = 'panic: test timed out after 1s\nFAIL\texample.com/x\t1.005s\nFAIL\n';
    expect(parseTests(out)).toMatchObject({ failed: 1, failures: [{ name: 'example.com/x' }] });
    expect(parseTests(out)?.failures[0]?.detail).toContain('timed out');
  });

  it('is a failure in vitest, where an error escaped all tests', () => {
    const out =
      ' RUN  v4.1.0 /x\n\n⎯⎯⎯⎯⎯⎯ Unhandled Rejection ⎯⎯⎯⎯⎯\nError: late\n\n Test Files  1 passed (1)\n      Tests  2 passed (2)\n     Errors  1 error\n';
    expect(parseTests(out)).toMatchObject({ run: 3, failed: 1, failures: [{ name: 'unhandled error' }] });
  });
});

describe('prefixes of workspaces', () => {
  it('are taken off', () => {
    const out = [
      'packages/web test$ vitest run',
      'packages/web test:  Test Files  1 passed (1)',
      'packages/web test:       Tests  3 passed (3)',
    ].join('\n');
    expect(parseTests(out)).toMatchObject({ runner: 'vitest', run: 3 });
  });

  it('are not seen in the lines of a runner', () => {
    expect(
      parseTests(
        'running 1 test\ntest tests::adds ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n',
      )?.passes,
    ).toEqual(['tests::adds']);
  });
});

describe('a great deal of output', () => {
  it.each([
    ['running 1 test\n', 'cargo test'],
    [' RUN  v1.0.0\n Test Files  1 passed (1)\n      Tests  1 passed (1)\n', 'vitest'],
    ['ok  \tpkg\t0.1s\n', 'go test'],
    ['# tests 1\n# pass 1\n# fail 0\n# cancelled 0\n# skipped 0\n# todo 0\nTAP version 13\n', 'node:test'],
  ])('is read in one go: %j', (piece, runner) => {
    const counts = parseTests(piece.repeat(20_000));
    expect(counts).toMatchObject({ runner, run: 20_000 });
    expect(counts?.passes.length).toBeLessThanOrEqual(2000);
  });

  it('counts a file that could not be loaded once, in whichever run', () => {
    const broken =
      ' RUN  v1.0.0\n\n FAIL  a.test.ts [ a.test.ts ]\nError: x\n\n Test Files  1 failed (1)\n      Tests  no tests\n';
    const fine = ' RUN  v1.0.0\n\n Test Files  1 passed (1)\n      Tests  2 passed (2)\n';
    expect(parseTests(broken + fine)).toMatchObject({ run: 3, failed: 1, failures: [{ name: 'a.test.ts' }] });
  });
});
