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

/** Tests that fail as they were, and files in which the guard saw a loss that no such test already stands for. */
function differsOf({ baseTests, guard }: InReview): readonly string[] {
  const differs = baseTests?.differs ?? [];
  const spoken = differs.length > 0 ? (baseTests?.files ?? []) : [];
  const lost = guard.filter((f) => f.named === true && !spoken.includes(f.file)).map(nameOf);
  return [...new Set([...differs, ...lost])];
}
