import type { Guard } from './guard.ts';
import { trailing } from './steps.ts';

/** One that may change things and only ever looks at them. */
export const idle: Guard = {
  hintAt: 30,
  endAt: 80,
  look: (steps) => ({
    count: trailing(steps, (s) => s.kind === 'look' || !s.ok),
    what: steps.at(-1)?.call ?? '',
  }),
  hint: ({ count }) =>
    `Your last ${String(count)} calls changed nothing. You know enough to begin: make the first change now, or call finish and say what is missing.`,
  end: ({ count, what }) => `${String(count)} calls in a row changed nothing; the last one: ${what}`,
};
