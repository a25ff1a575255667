import type { TestCounts } from '../check.ts';
import { plural, SHOWN, type GuardInput, type Rule } from './rule.ts';

const both = ({ counts }: GuardInput): { before: TestCounts; after: TestCounts } | undefined =>
  counts?.before && counts.after ? { before: counts.before, after: counts.after } : undefined;

const some = (names: readonly string[]): string =>
  names.length === 0 ? '' : ` (${names.slice(0, 5).join('; ')}${names.length > 5 ? '; …' : ''})`;

export const fewerTests: Rule = {
  name: 'fewer-tests',
  levels: SHOWN,
  find(input) {
    const runs = both(input);
    const before = input.counts?.before?.run ?? 0;
    if (!runs && before > 0) {
      return [{ file: '', detail: `The runner gave no results; ${plural(before, 'test')} ran at the base.` }];
    }
    if (!runs || runs.after.run >= runs.before.run) {
      return [];
    }
    const now = new Set([
      ...runs.after.passes,
      ...runs.after.failures.map((f) => f.name),
      ...runs.after.skips,
    ]);
    const gone = runs.after.passes.length > 0 ? runs.before.passes.filter((name) => !now.has(name)) : [];
    const detail = `${plural(runs.after.run, 'test')} ran, ${String(runs.before.run)} ran at the base${some(gone)}.`;
    return [{ file: '', detail }];
  },
};

export const moreSkipped: Rule = {
  name: 'more-skipped',
  levels: SHOWN,
  find(input) {
    const runs = both(input);
    if (!runs || runs.after.skipped <= runs.before.skipped) {
      return [];
    }
    const known = new Set(runs.before.skips);
    const fresh = runs.after.skips.filter((name) => !known.has(name));
    const detail = `${plural(runs.after.skipped, 'test')} skipped, ${String(runs.before.skipped)} at the base${some(fresh)}.`;
    return [{ file: '', detail }];
  },
};
