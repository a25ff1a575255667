import { firstLine, firstOf } from '../cut.ts';
import type { Guard } from './guard.ts';
import type { Step } from './steps.ts';
import { trailing } from './steps.ts';

const WINDOW = 20;
const SHARE = 0.9;
const MOST_NAMED = 3;

/** Nearly every call of late has failed. */
export const failing: Guard = {
  hintAt: 10,
  endAt: WINDOW,
  look(steps) {
    for (let length = Math.min(WINDOW, steps.length); length > 0; length--) {
      const bad = steps.slice(-length).filter((s) => !s.ok);
      if (bad.length >= length * SHARE) {
        return { count: length, what: errorsOf(bad) };
      }
    }
    return undefined;
  },
  hint: ({ what }) =>
    `Nearly all of your last calls failed. Read what they said before you make another:\n${what}\nIf something here is broken for good, call finish and say so.`,
  end: ({ count, what }) => `nearly all of the last ${String(count)} calls failed:\n${what}`,
};

/** The commonest errors with their numbers, one line each; of equals the newest. */
function errorsOf(bad: readonly Step[]): string {
  const counts = new Map<string, number>();
  for (const { tool, text } of bad.toReversed()) {
    const line = `${tool}: ${firstLine(text, 200)}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MOST_NAMED)
    .map(([line, count]) => `- ${String(count)} × ${line}`)
    .join('\n');
}

/** Changes to files that do not go through, one after the other. */
export const unchanged: Guard = {
  hintAt: 3,
  endAt: 8,
  look(steps) {
    const changes = steps.filter((s) => s.kind === 'change');
    const last = changes.at(-1);
    return (
      last && { count: trailing(changes, (s) => !s.ok), what: `${last.call}: ${firstOf(last.text, 300)}` }
    );
  },
  hint: ({ count }) =>
    `${String(count)} changes in a row did not go through. Do not send the same again: read the place in the file as it is now, copy the old text from there to the letter, and change one small piece at a time.`,
  end: ({ count, what }) => `${String(count)} changes in a row did not go through; the last one: ${what}`,
};
