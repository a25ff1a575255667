import { describe, expect, it } from 'vitest';
import { echo } from '../world.ts';
import { times, turn, when } from './world.ts';

const tests = (failed: number, i = 0) =>
  turn([
    'bash',
    { command: `npm test ${String(i)}` },
    failed > 0
      ? `exit 1 · ${String(failed)} of 41 tests failed · 1.0 s\nred`
      : 'exit 0 · 41 tests passed · 1.0 s',
  ]);
const change = (i: number) => turn(['pen', { i }, 'changed 1 place']);
const look = (i: number) => turn(['echo', { path: `f${String(i)}` }, 'text']);

describe('red tests', () => {
  it('are a reason to stop and read when the second run is no better', () => {
    const seen = when([tests(3, 1), change(1), tests(3, 2), change(2)]);
    expect(seen).toMatchObject({ hint: 3, end: 0 });
    expect(seen.hints[0]).toContain('(exit 1 · 3 of 41 tests failed · 1.0 s)');
    expect(seen.hints[0]).toContain('Read the first failing test');
  });

  it('end the attempt after ten runs that get no better', () => {
    const seen = when(times(24, (i) => (i % 2 === 0 ? change(i) : tests(3 + (i % 4), i))));
    expect(seen.end).toBe(20);
    expect(seen.stuck).toContain('10 runs of the tests in a row got no better');
    expect(seen.hints).toHaveLength(1);
  });

  it('are no alarm while fewer and fewer fail', () => {
    expect(when(times(20, (i) => tests(20 - i, i)))).toMatchObject({ hint: 0, end: 0 });
  });

  it('are compared with runs of as many tests only', () => {
    const one = turn(['bash', { command: 'npm test -- a' }, 'exit 1 · 1 of 1 tests failed · 0.1 s']);
    expect(when([one, tests(3), tests(2), tests(1)])).toMatchObject({ hint: 0 });
  });

  it('count anew once all are green', () => {
    expect(when([tests(3, 1), tests(0), tests(3, 2), change(1)])).toMatchObject({ hint: 0 });
  });

  it('are told by the first line alone, not by what a file says', () => {
    const text = 'exit 0 · 0.1 s\n3 of 41 tests failed';
    expect(when(times(9, (i) => turn(['bash', { command: `cat ${String(i)}` }, text])))).toMatchObject({
      hint: 0,
    });
  });
});

describe('a role that may change things and only looks', () => {
  it('is told to begin, and ended when it never does', () => {
    const seen = when(times(90, look));
    expect(seen).toMatchObject({ hint: 30, end: 80 });
    expect(seen.hints[0]).toContain('make the first change now');
  });

  it('is left alone once it has changed something', () => {
    expect(when(times(90, (i) => (i % 20 === 19 ? change(i) : look(i))))).toMatchObject({ hint: 0, end: 0 });
  });

  it('is left alone where looking is all it can do', () => {
    expect(when(times(90, look), [echo])).toMatchObject({ hint: 0, end: 0 });
  });
});
