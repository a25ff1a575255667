import { describe, expect, it } from 'vitest';
import { times, turn, when } from './world.ts';

const ls = () => turn(['bash', { command: 'ls' }, 'exit 0 · 0.1 s\na.js']);
const read = (path: string, text = path) => turn(['echo', { path }, text]);

const both = () => turn(['echo', { path: 'a' }, 'a'], ['echo', { path: 'b' }, 'b']);
const poll = (text: string) => turn(['bash', { job: '1' }, `job 1: ${text}`]);
const slow = (i: number) => {
  const n = String(i);
  return turn(['bash', { command: 'npm test' }, `exit 1 · ${n}.${n} s\n[10:0${n}:07] red (${n}0ms)`]);
};

describe('the same call with the same result', () => {
  it('is told at the third, and ends at the fifth', () => {
    const seen = when(times(6, ls));
    expect(seen).toMatchObject({ hint: 3, end: 5 });
    expect(seen.hints).toHaveLength(1);
    expect(seen.hints[0]).toContain('bash {"command":"ls"}');
    expect(seen.stuck).toContain('5 times: bash {"command":"ls"}');
  });

  it('is the same although it took longer or ran at another hour', () => {
    expect(when(times(5, slow))).toMatchObject({ hint: 3, end: 5 });
  });

  it('is told of before it ends the attempt, however many come in one reply', () => {
    const five = turn(...times(5, () => ['echo', { path: 'a' }, 'a'] as const));
    expect(when([five, read('b')])).toMatchObject({ hint: 1, end: 0 });
    expect(when([five, read('a')])).toMatchObject({ hint: 1, end: 2 });
  });

  it('is counted anew after another call', () => {
    expect(when([ls(), ls(), read('a'), ls(), ls()])).toMatchObject({ hint: 0, end: 0 });
  });
});

describe('calls in turn', () => {
  it.each([2, 3, 4])('%i of them are told at the third round, and end at the fifth', (length) => {
    const rounds = times(length * 6, (i) => read(String(i % length)));
    const seen = when(rounds);
    expect(seen).toMatchObject({ hint: length * 3, end: length * 5 });
    expect(seen.hints[0]).toContain(', then ');
  });

  it('within one reply each count alike', () => {
    expect(when(times(5, both))).toMatchObject({ hint: 3, end: 5 });
  });
});

describe('what looks alike and is none', () => {
  it.each([
    [
      'ten polls whose output changes',
      times(10, (i) => turn(['bash', { command: 'cat log' }, `exit 0 · 0.1 s\n${String(i)} of 10`])),
    ],
    [
      'ten changes to ten files',
      times(10, (i) => turn(['pen', { path: `f${String(i)}`, old: 'a', new: 'b' }, 'changed 1 place'])),
    ],
    [
      'ten looks at ten places of a file',
      times(10, (i) => turn(['echo', { path: 'a', offset: i }, 'the same text'])),
    ],
    [
      'edit and test in turn, with another result each time',
      times(20, (i) =>
        i % 2 === 0
          ? turn(['pen', { n: i }, 'changed'])
          : turn(['bash', { command: 'npm test' }, `exit 1 · ${String(30 - i)} of 41 tests failed · 1 s`]),
      ),
    ],
  ])('%s', (_, turns) => {
    expect(when(turns)).toMatchObject({ hint: 0, end: 0 });
  });
});

describe('a command in the background', () => {
  it('may be waited for a long time, though not for ever', () => {
    const seen = when(times(30, () => poll('running\n(no new output)')));
    expect(seen).toMatchObject({ hint: 4, end: 25 });
    expect(seen.hints[0]).toContain('timeoutMs');
  });

  it('may be waited for as long as it prints', () => {
    expect(
      when(
        times(40, (i) => poll(`running\nline ${String(i)}`)),
        [],
      ),
    ).toMatchObject({ hint: 0, end: 0 });
  });

  it('that has ended and is still asked for is a call like any other', () => {
    expect(when(times(6, () => poll('exit 0\n(no new output)')))).toMatchObject({ hint: 3, end: 5 });
  });
});
