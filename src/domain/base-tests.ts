import { failedNames, weigh, type BaseTests, type CheckResult } from './check.ts';
import { sameTest } from './runner/title.ts';

/**
 * What the base's tests say of the new source: names that fail with them alone; where they are red without naming any,
 * the files that were put back. A test that is new may need what was put back, and says nothing.
 */
export function differing(
  { files, result }: Omit<BaseTests, 'differs'>,
  own: CheckResult,
  baseline: CheckResult | null,
): string[] {
  // What was red at the base and is so no longer has been mended, or its test was bent: then it is red again here.
  const key = sameTest(own.tests, result.tests);
  const still = new Set([...failedNames(own), ...(baseline?.flaky ?? []), ...(own.flaky ?? [])].map(key));
  const fresh = new Set(newTests(own, baseline).map(key));
  const failing = failedNames(result);
  const names = failing.filter((name) => !still.has(key(name)) && !fresh.has(key(name)));
  if (names.length > 0 || weigh(result, baseline) === 'green') {
    return names;
  }
  const unnamed = (result.unnamed ?? []).some((command) => baseline?.unnamed?.includes(command) !== true);
  const onlyNew = failing.some((name) => fresh.has(key(name))) && failing.length === result.tests?.failed;
  // A base that was red itself proves nothing by being red again.
  return unnamed || !(onlyNew || baseline?.status === 'failed') ? [...files] : [];
}

/** Tests that pass and that the base does not have; none where not all of its tests are known by name. */
function newTests(own: CheckResult, baseline: CheckResult | null): string[] {
  const before = baseline?.tests;
  if (!before || before.passes.length < before.passed || before.failures.length < before.failed) {
    return [];
  }
  const key = sameTest(before, own.tests);
  const known = new Set([...before.passes, ...before.skips, ...before.failures.map((f) => f.name)].map(key));
  return (own.tests?.passes ?? []).filter((name) => !known.has(key(name)));
}
