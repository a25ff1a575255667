import { describe, expect, it } from 'vitest';
import { testReader, type TestRun } from '../../../src/agent/tools/bash-tests.ts';

/** Output of a runner that names what passes. */
const tap = (tests: Readonly<Record<string, 'ok' | 'not ok'>>): string => {
  const lines = Object.entries(tests).map(([name, how], i) => `${how} ${String(i + 1)} - ${name}`);
  return ['TAP version 13', ...lines, `1..${String(lines.length)}`].join('\n');
};
/** Output of a runner that names only what fails. */
const pytest = (failed: readonly string[], passed: number): string =>
  [
    '============================= test session starts ==============================',
    ...(failed.length === 0
      ? []
      : ['=================================== FAILURES ===================================']),
    ...failed.flatMap((name) => [`_____ ${name} _____`, '', 'E       assert 1 == 2', '']),
    '=========================== short test summary info ============================',
    ...failed.map((name) => `FAILED test_a.py::${name} - assert 1 == 2`),
    `========================= ${String(failed.length)} failed, ${String(passed)} passed in 0.10s =========================`,
  ].join('\n');

const run = (output: string, more: Partial<TestRun> = {}): TestRun => ({
  command: 'npm test',
  output,
  length: 'short',
  ...more,
});

describe('runs of tests in one attempt', () => {
  it('are counted, and what is no run of tests is left alone', () => {
    const read = testReader();
    expect(read(run('hello'))).toBeUndefined();
    expect(read(run(tap({ a: 'ok', b: 'not ok' })))).toEqual({ counts: '1 of 2 tests failed', lines: '' });
  });

  it('are marked against the one before', () => {
    const read = testReader();
    read(run(tap({ a: 'not ok', b: 'not ok', c: 'ok' })));
    expect(read(run(tap({ a: 'not ok', b: 'ok', c: 'not ok' })))?.lines).toBe('new   c\nstill a\nfixed b');
    expect(read(run(tap({ a: 'ok', b: 'ok', c: 'ok' })))?.lines).toBe('fixed a\nfixed c');
    expect(read(run(tap({ a: 'ok', b: 'ok', c: 'ok' })))?.lines).toBe('');
  });

  it('say nothing of tests that did not run this time', () => {
    const read = testReader();
    read(run(tap({ a: 'not ok', b: 'not ok' })));
    expect(read(run(tap({ b: 'ok' }), { command: 'npm test b' }))?.lines).toBe('fixed b');
    expect(read(run(tap({ a: 'not ok' }), { command: 'npm test a' }))?.lines).toBe('still a');
  });

  it('count a test that is no longer red as mended only in the same command, run to the same extent', () => {
    const read = testReader();
    read(run(pytest(['one', 'two'], 3)));
    expect(read(run(pytest([], 1), { command: 'pytest other.py' }))?.lines).toBe('');
    expect(read(run(pytest(['one'], 0)))?.lines).toMatch(/^still \S*one$/);
    expect(read(run(pytest(['one'], 4)))?.lines).toMatch(/^still \S*one\nfixed \S*two$/);
  });

  it('come with the runner’s words where the output is long, from the first run on', () => {
    const read = testReader();
    const first = read(run(pytest(['one'], 3), { length: 'long' }));
    expect(first?.lines).toMatch(/^failed \S*one\n[\s\S]*assert 1 == 2/);
    expect(read(run(pytest(['one'], 3), { length: 'long' }))?.lines).toMatch(
      /^still \S*one\n[\s\S]*assert 1 == 2/,
    );
  });

  it('name no more than can be read', () => {
    const many = Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [`t${String(i)}`, 'not ok'] as const),
    );
    const lines = testReader()(run(tap(many), { length: 'long' }))?.lines.split('\n') ?? [];
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toBe('failed (and 30 more)');
  });
});
