import type { BaseTests } from './check.ts';
import { nameOf, type GuardFinding } from './finding.ts';
import type { Checkpoint } from './plan.ts';
import type { Measure } from './verdict.ts';

/** A commit in review, as far as its verdict is measured by it. */
type InReview = {
  readonly checkpoint: Pick<Checkpoint, 'acceptance'>;
  readonly changed: readonly string[];
  readonly baseTests: BaseTests | null;
  readonly guard: readonly GuardFinding[];
};

/** What a verdict on a commit is measured by. */
export const measureOf = (p: InReview): Measure => ({
  acceptance: p.checkpoint.acceptance,
  changed: p.changed,
  differs: differsOf(p),
});

/** Tests that fail as they were, and losses that no such test already stands for. */
function differsOf(p: Pick<InReview, 'baseTests' | 'guard'>): readonly string[] {
  const lost = weighed(p).filter((f) => f.named === true);
  return [...new Set([...(p.baseTests?.differs ?? []), ...lost.map(nameOf)])];
}

/**
 * The guard's findings as they are put to a reviewer: what is approved test by test anyway, since these fail as they were,
 * is told and asked for by no other name.
 */
export function weighed({ baseTests, guard }: Pick<InReview, 'baseTests' | 'guard'>): GuardFinding[] {
  const differs = new Set(baseTests?.differs ?? []);
  const files = filesOf(baseTests?.files ?? [], [...differs]);
  const isSpokenFor = ({ file, tests = [] }: GuardFinding): boolean =>
    files.includes(file) || (tests.length > 0 && tests.every((name) => differs.has(name)));
  return guard.map((f) => (f.named === true && isSpokenFor(f) ? { ...f, named: false } : f));
}

/** Those in which a test differs: others stand for what they lose themselves. All of them where names tell no file. */
function filesOf(files: readonly string[], differs: readonly string[]): readonly string[] {
  const told = files.filter((file) => differs.some((name) => name.includes(file)));
  return told.length > 0 || differs.length === 0 ? told : files;
}
