import { describe, expect, it } from 'vitest';
import { echo } from '../world.ts';
import { times, turn, when, type Act } from './world.ts';

const miss = (i: number): Act => ['echo', { path: `f${String(i)}` }, `f${String(i)} does not exist`, false];
const hit = (i: number): Act => ['echo', { path: `g${String(i)}` }, 'text', true];

const wrong = (i: number) => turn([i % 3 === 0 ? 'pan' : 'echo', { i }, 'no such thing\nmore', false]);
const change = (i: number, ok = false) =>
  turn(['pen', { path: 'a.js', old: String(i) }, `old text not found ${String(i)}`, ok]);
const look = (i: number) => turn(['echo', { path: 'a.js', offset: i }, 'text']);
const run = (i: number) => turn(['bash', { command: `try ${String(i)}` }, `exit 2 · 0.1 s\n${String(i)}`]);

describe('calls that fail', () => {
  it('are told at ten, and end at twenty with the errors in sum', () => {
    const seen = when(times(25, (i) => turn(miss(i))));
    expect(seen).toMatchObject({ hint: 10, end: 20 });
    expect(seen.stuck).toContain('nearly all of the last 20 calls failed');
    expect(seen.stuck).toContain('f19 does not exist');
  });

  it('end it although one in ten goes well', () => {
    expect(when(times(40, (i) => turn(i % 10 === 5 ? hit(i) : miss(i)))).end).toBeGreaterThan(0);
  });

  it('do not when one in five goes well', () => {
    expect(
      when(
        times(60, (i) => turn(i % 5 === 4 ? hit(i) : miss(i))),
        [echo],
      ),
    ).toMatchObject({ hint: 0, end: 0 });
  });

  it('are summed up by what they say, the commonest first', () => {
    expect(when(times(20, wrong)).stuck).toBe(
      'nearly all of the last 20 calls failed:\n- 13 × echo: no such thing\n- 7 × pan: no such thing',
    );
  });

  it('are told of before they end it, however many come in one reply', () => {
    expect(when([turn(...times(30, miss)), turn(miss(99))])).toMatchObject({ hint: 1, end: 2 });
  });
});

describe('changes that do not go through', () => {
  it('are told at three with what to do, and end at eight', () => {
    const seen = when(times(10, (i) => change(i)));
    expect(seen).toMatchObject({ hint: 3, end: 8 });
    expect(seen.hints[0]).toContain('copy the old text from there to the letter');
    expect(seen.stuck).toContain('old text not found 7');
  });

  it('count with looks in between', () => {
    expect(when(times(20, (i) => (i % 2 === 0 ? change(i) : look(i)))).end).toBe(15);
  });

  it('count anew after one that went through', () => {
    expect(when([change(1), change(2), change(3, true), change(4), change(5)])).toMatchObject({ hint: 0 });
  });

  it('are not commands that end badly', () => {
    expect(when(times(20, run))).toMatchObject({ hint: 0, end: 0 });
  });
});
