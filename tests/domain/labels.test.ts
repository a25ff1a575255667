import { expect, test } from 'vitest';
import { hasAll, Label, labelsOf, labelsOfAll } from '../../src/domain/labels.ts';

test('a checkpoint asks for what it names, else for what its run does', () => {
  const settings = { labels: ['node22'] };
  expect(labelsOf({ labels: ['gpu', 'big', 'gpu'] }, settings)).toEqual(['big', 'gpu']);
  expect(labelsOf({}, settings)).toEqual(['node22']);
  expect(labelsOf({ labels: [] }, settings)).toEqual([]);
});

test('what takes the place of several asks for all that they did', () => {
  const settings = { labels: ['node22'] };
  expect(labelsOfAll([{ labels: ['gpu'] }, {}], settings)).toEqual(['gpu', 'node22']);
  expect(labelsOfAll([{}, {}], settings)).toBeUndefined();
});

test('a machine that has more than is asked for will do, one that lacks something will not', () => {
  expect(hasAll(['gpu', 'big'], ['big'])).toBe(true);
  expect(hasAll(['gpu'], ['big', 'gpu'])).toBe(false);
  expect(hasAll([], [])).toBe(true);
});

test.each(['', 'a b', 'a,b', 'a+b', '-x', 'x'.repeat(41)])('%j is no label', (text) => {
  expect(Label.safeParse(text).success).toBe(false);
});
