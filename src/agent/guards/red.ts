import type { Guard } from './guard.ts';
import type { Step } from './steps.ts';

/** Runs of the tests that stay red without getting better than the best run of as many tests. */
export const red: Guard = {
  hintAt: 2,
  endAt: 10,
  look(steps) {
    const least = new Map<number, number>();
    let seen = { count: 0, what: '' };
    for (const step of steps) {
      const what = firstLine(step);
      const tests = testsIn(what);
      if (tests?.failed === 0) {
        least.clear();
        seen = { count: 0, what };
      } else if (tests) {
        const better = tests.failed < (least.get(tests.total) ?? Infinity);
        least.set(tests.total, Math.min(tests.failed, least.get(tests.total) ?? Infinity));
        seen = { count: better ? 1 : seen.count + 1, what };
      }
    }
    return seen;
  },
  hint: ({ what }) =>
    `The tests are red again and no fewer fail than before (${what}). Stop changing things. Read the first failing test and the code that it calls, whole; say which of your assumptions the output contradicts; then make one change for that.`,
  end: ({ count, what }) =>
    `${String(count)} runs of the tests in a row got no better; the last one: ${what}`,
};

const firstLine = ({ kind, text }: Step): string =>
  kind === 'command' ? (text.split('\n', 1)[0] ?? '') : '';

type Tests = { readonly failed: number; readonly total: number };

/** The counts in the first line of a command's result. */
function testsIn(line: string): Tests | undefined {
  const some = /(\d+) of (\d+) tests? failed/.exec(line);
  if (some) {
    return { failed: Number(some[1]), total: Number(some[2]) };
  }
  const none = /(\d+) tests? passed/.exec(line);
  return none ? { failed: 0, total: Number(none[1]) } : undefined;
}
