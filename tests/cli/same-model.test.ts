import { expect, test } from 'vitest';
import { reviewsItself } from '../../src/cli/same-model.ts';

const role = (...ladder: [string, ...string[]]) => ({
  routes: { easy: ladder, medium: ladder, hard: ladder },
});
const model = (name: string) => ({ model: `${name}-wire` });

test('says so where any coder may be its own reviewer, by the names on the wire', () => {
  const twin = { model: 'a-wire' };
  const roles = { coder: role('b', 'a'), reviewer: role('twin') };
  expect(reviewsItself({ roles, models: { a: model('a'), b: model('b'), twin } })).toContain(
    'a-wire reviews',
  );
});

test('says nothing where others review', () => {
  const roles = { coder: role('a'), reviewer: role('b') };
  expect(reviewsItself({ roles, models: { a: model('a'), b: model('b') } })).toBeUndefined();
});
