import { describe, expect, it } from 'vitest';
import { unproved, unspoken, WHOLE_SPEC } from '../../src/domain/criteria.ts';

const met = (criterion: string, evidence = 'src/a.ts:3') => ({ criterion, met: true, evidence });
const missing = (acceptance: readonly string[], ...said: string[]): string[] =>
  unspoken(
    acceptance,
    said.map((text) => met(text)),
  );

const LINES = 'A line that begins with # is skipped.';
const VALUES = 'A # inside of a value is kept';
const BOTH = [LINES, VALUES];

describe('a criterion is spoken of', () => {
  it.each([
    ['word for word', [LINES, VALUES]],
    ['in another order', [VALUES, LINES]],
    [
      'in another case, with other signs',
      ['a LINE that begins with `#` is skipped', 'A "#" inside of a value is kept!'],
    ],
    [
      'with its number before it',
      ['1. A line that begins with # is skipped.', '2) A # inside of a value is kept'],
    ],
    ['by its number alone', ['1', 'Criterion 2']],
    ['by its number, in other words', ['2. kept', '1. skipped']],
    ['by its beginning', ['A line that begins with #', 'A # inside of a value']],
    ['with a remark behind it', [`${LINES} (as in parse.test.js)`, `${VALUES}: yes`]],
    ['by most of its words', ['lines beginning with # are skipped', 'keeps a # inside values']],
    ['in its place, by a word of it', ['comment line handling', 'value with hash']],
    ['beside others', [LINES, VALUES, 'The README tells of it']],
  ])('%s', (_, said) => {
    expect(missing(BOTH, ...said)).toEqual([]);
  });
});

describe('a criterion is not spoken of', () => {
  it.each<[string, string[], string[]]>([
    ['when nothing was said', [], [`1. ${LINES}`, `2. ${VALUES}`]],
    ['by the same one said twice', [LINES, LINES], [`2. ${VALUES}`]],
    [
      'by the same one in other clothes',
      [LINES, '1. a line that begins with # is skipped'],
      [`2. ${VALUES}`],
    ],
    ['by words about something else', ['whatever', VALUES], [`1. ${LINES}`]],
    ['by two words about something else', ['whatever', 'all good'], [`1. ${LINES}`, `2. ${VALUES}`]],
    ['by a number that is none', ['1', '7'], [`2. ${VALUES}`]],
    ['by one for all', ['everything holds'], [`1. ${LINES}`, `2. ${VALUES}`]],
  ])('%s', (_, said, left) => {
    expect(missing(BOTH, ...said)).toEqual(left);
  });

  it('by chance: one word in common is enough only where all were said in order', () => {
    expect(missing(BOTH, 'a line')).toEqual([`1. ${LINES}`, `2. ${VALUES}`]);
  });
});

it('one criterion of a few words is matched as such', () => {
  expect(missing(['a'], 'a')).toEqual([]);
  expect(missing(['it holds'], 'It holds.')).toEqual([]);
  expect(missing(['it holds'], 'whatever')).toEqual(['1. it holds']);
});

it('a spec that nobody split is spoken of by its own points, but not by silence', () => {
  expect(missing([WHOLE_SPEC], 'the greeting is polite', 'it has a test')).toEqual([]);
  expect(missing([WHOLE_SPEC])).toEqual([`1. ${WHOLE_SPEC}`]);
});

it.each(['', '  ', '-', '…', 'yes', 'OK.', 'n/a', 'None', 'met', 'See above', 'x'])(
  '%j is no evidence',
  (evidence) => {
    expect(unproved([met('a', evidence)])).toEqual(['a']);
  },
);

it.each(['the diff', 'src/a.ts:3', 'seen', 'test "a" passed', '42 tests pass'])(
  '%j is evidence',
  (evidence) => {
    expect(unproved([met('a', evidence)])).toEqual([]);
  },
);

it('what is not met needs no evidence', () => {
  expect(unproved([{ criterion: 'a', met: false, evidence: '' }])).toEqual([]);
});
