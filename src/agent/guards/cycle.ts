import type { Guard, Sighting } from './guard.ts';
import type { Step } from './steps.ts';

const LONGEST = 4;

/** The same call, or the same few calls in turn, each with the same result as before. */
export const cycle: Guard = {
  hintAt: 3,
  endAt: 5,
  look(steps) {
    const acts = steps.filter((s) => s.kind !== 'wait');
    return Array.from({ length: LONGEST }, (_, i) => rounds(acts, i + 1))
      .toSorted((a, b) => b.count - a.count)
      .at(0);
  },
  hint: ({ count, what }) =>
    `You have made the same calls with the same results ${String(count)} times: ${what}. They will not change by themselves. Try something else, or call finish and say what stops you.`,
  end: ({ count, what }) => `the same calls with the same results ${String(count)} times: ${what}`,
};

/** How often the last so many steps have come one after the other. */
function rounds(steps: readonly Step[], length: number): Sighting {
  const last = steps.slice(-length);
  let count = 0;
  while (
    last.length === length &&
    last.every((step, i) => steps.at(i - length * (count + 1))?.key === step.key)
  ) {
    count++;
  }
  return { count, what: last.map((s) => s.call).join(', then ') };
}

/** A command in the background that is asked for again and again, and has nothing to say. */
export const waiting: Guard = {
  hintAt: 4,
  endAt: 25,
  look(steps) {
    const last = steps.at(-1);
    return last?.kind === 'wait'
      ? { count: steps.length - 1 - steps.findLastIndex((s) => s.key !== last.key), what: last.call }
      : undefined;
  },
  hint: ({ what }) =>
    `It still runs and has printed nothing new: ${what}. Wait longer in one call by timeoutMs, do something else meanwhile, or stop it.`,
  end: ({ count, what }) =>
    `waited ${String(count)} times in a row for a command that printed nothing: ${what}`,
};
