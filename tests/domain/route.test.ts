import { expect, it } from 'vitest';
import { route, type Routes } from '../../src/domain/route.ts';

const routes: Routes = { easy: ['small', 'large'], medium: ['large'], hard: ['large', 'largest'] };

it.each([
  ['easy', 0, 'small'],
  ['easy', 1, 'large'],
  ['easy', 9, 'large'],
  ['medium', 0, 'large'],
  ['medium', 3, 'large'],
  ['hard', 0, 'large'],
  ['hard', 1, 'largest'],
] as const)('%s after %i failures is for %s', (difficulty, failures, model) => {
  expect(route(routes, difficulty, failures)).toBe(model);
});
