import { describe, expect, it } from 'vitest';
import type { GuardFinding } from '../../src/domain/finding.ts';
import { measureOf, weighed } from '../../src/domain/measure.ts';
import { check } from './world.ts';

const fewer = (tests?: string[]): GuardFinding => ({
  rule: 'fewer-tests',
  level: 'shown',
  file: '',
  detail: '7 tests ran, 9 ran at the base.',
  named: true,
  ...(tests ? { tests } : {}),
});
const dropped: GuardFinding = {
  rule: 'cases-dropped',
  level: 'shown',
  file: 'test/a.js',
  detail: 'two tests are gone',
  named: true,
};
const asked = (guard: readonly GuardFinding[], differs: string[], files = ['test/a.js']) =>
  measureOf({
    checkpoint: { acceptance: ['It works.'] },
    changed: ['test/a.js'],
    baseTests: { files, result: check(), differs },
    guard,
  }).differs;

describe('what an acceptance has to approve by name', () => {
  it('is each test that fails as it was, and the losses that none of these stands for', () => {
    expect(asked([dropped], [], ['test/a.js'])).toEqual(['test/a.js']);
    expect(asked([dropped], ['adds'])).toEqual(['adds']);
    expect(asked([dropped], ['adds'], ['test/b.js'])).toEqual(['adds', 'test/a.js']);
  });

  it('is a loss in one file although a test of another one differs', () => {
    const files = ['test/a.js', 'test/b.js'];
    expect(asked([dropped], ['test/b.js > adds'], files)).toEqual(['test/b.js > adds', 'test/a.js']);
    expect(asked([dropped], ['test/a.js > adds'], files)).toEqual(['test/a.js > adds']);
    expect(asked([dropped], ['adds'], files)).toEqual(['adds']);
  });

  it('is a lower count only where not each test that is gone is approved itself', () => {
    expect(asked([fewer(['adds', 'takes'])], ['adds', 'takes', 'joins'])).toEqual(['adds', 'takes', 'joins']);
    expect(asked([fewer(['adds', 'takes'])], ['adds'])).toEqual(['adds', 'fewer-tests']);
    expect(asked([fewer()], ['adds'])).toEqual(['adds', 'fewer-tests']);
    expect(asked([fewer(['adds'])], [])).toEqual(['fewer-tests']);
  });

  it('is told to the reviewer as no more than that, and nothing is left out', () => {
    const baseTests = { files: [], result: check(), differs: ['adds'] };
    const told = weighed({ baseTests, guard: [fewer(['adds']), fewer(['takes']), dropped] });
    expect(told.map(({ named }) => named)).toEqual([false, true, true]);
  });
});
