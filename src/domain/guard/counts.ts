import type { TestCounts } from '../check.ts';
import { titleOf } from '../runner/title.ts';
import { COUNT_LOSS, plural, SHOWN, type GuardInput, type Rule } from './rule.ts';
import { isExistingTest } from './test-files.ts';

type Runs = { readonly before: TestCounts; readonly after: TestCounts };

const both = ({ counts }: GuardInput): Runs | undefined =>
  counts?.before && counts.after ? { before: counts.before, after: counts.after } : undefined;

const some = (names: readonly string[]): string =>
  names.length === 0 ? '' : ` (${names.slice(0, 5).join('; ')}${names.length > 5 ? '; …' : ''})`;

/** Tests that passed at the base and are not heard of now, wherever they stand; empty where not all names are known. */
function gone({ before, after }: Runs): string[] {
  const now = [...after.passes, ...after.failures.map((f) => f.name), ...after.skips];
  const titles = new Set(now.map(titleOf));
  return after.passes.length < after.passed ? [] : before.passes.filter((name) => !titles.has(titleOf(name)));
}

/** Whatever made it so: a count that falls where no test was seen to go is the least that can be said of it. */
export const fewerTests: Rule = {
  name: 'fewer-tests',
  levels: COUNT_LOSS,
  find(input) {
    const runs = both(input);
    const before = input.counts?.before?.run ?? 0;
    if (!runs && before > 0) {
      return [{ file: '', detail: `The runner gave no results; ${plural(before, 'test')} ran at the base.` }];
    }
    if (!runs || runs.after.run >= runs.before.run) {
      return [];
    }
    if (isUnlisted(runs.after) && !isUnlisted(runs.before)) {
      return [
        {
          file: '',
          detail: `The runner lists its tests no more; ${plural(before, 'test')} ran at the base.`,
        },
      ];
    }
    const tests = gone(runs);
    const detail = `${plural(runs.after.run, 'test')} ran, ${String(runs.before.run)} ran at the base${some(tests)}.`;
    const isWhole = tests.length > 0 && tests.length >= runs.before.run - runs.after.run;
    return [{ file: '', detail, ...(isWhole ? { tests } : {}) }];
  },
};

const isUnlisted = ({ unlisted = 0 }: TestCounts): boolean => unlisted > 0;

/** Where a change touches tests, somebody has to count them who can. */
export const testsNotListed: Rule = {
  name: 'tests-not-listed',
  levels: SHOWN,
  find(input) {
    const runs = both(input);
    const touched = input.patch.find(isExistingTest);
    const packages = runs?.before.unlisted;
    return runs && touched && packages !== undefined && isUnlisted(runs.after)
      ? [
          {
            file: touched.path,
            detail: `The check lists no tests of ${plural(packages, 'package')}, so that nobody knows whether fewer ran than at the base; \`go test -v\` or \`-json\` lists them.`,
          },
        ]
      : [];
  },
};

/** Where others came in their place, so that no count falls. */
export const testsReplaced: Rule = {
  name: 'tests-replaced',
  levels: SHOWN,
  find(input) {
    const runs = both(input);
    const names = runs && runs.after.run >= runs.before.run ? gone(runs) : [];
    return names.length > 0
      ? [{ file: '', detail: `${plural(names.length, 'test')} of the base did not run${some(names)}.` }]
      : [];
  },
};

export const nowSkipped: Rule = {
  name: 'now-skipped',
  levels: COUNT_LOSS,
  find(input) {
    const runs = both(input);
    const ran = new Set([
      ...(runs?.before.passes ?? []),
      ...(runs?.before.failures ?? []).map((f) => f.name),
    ]);
    const names = (runs?.after.skips ?? []).filter((name) => ran.has(name));
    return names.length > 0
      ? [
          {
            file: '',
            detail: `${plural(names.length, 'test')} ran at the base and is skipped now${some(names)}.`,
          },
        ]
      : [];
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
