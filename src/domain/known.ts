import type { CheckResult } from './check.ts';
import type { At, Progress } from './progress.ts';
import type { Run } from './run.ts';

/**
 * How a commit that work stands on fared in its own check, as far as one was made: what is red there is nobody's new
 * failure, and what another checkpoint has mended must stay mended.
 */
export function checkAt(run: Pick<Run, 'progress' | 'baseline'>, commit: string): CheckResult | null {
  const owner = ownerOf(run, commit);
  return (owner && checkOf(owner)) ?? run.baseline;
}

/** What the check of an attempt's commit is measured against: how the commit fared that it stands on now. */
export function checkBelow(run: Pick<Run, 'progress' | 'baseline'>, attempt: string): CheckResult | null {
  const p = run.progress.find((q) => 'attempt' in q && q.attempt === attempt);
  return p && 'base' in p ? checkAt(run, p.base) : run.baseline;
}

/** Whether what a change stands on is sound: the branch as it is or was, or an accepted commit whose check was green. */
export function isProven(run: Run, { base, place }: Pick<At<'checking'>, 'base' | 'place'>): boolean {
  const owner = ownerOf(run, base);
  return (
    place === null ||
    base === run.base ||
    owner?.at === 'landed' ||
    (owner?.at === 'landing' && owner.held !== owner.base)
  );
}

const ownerOf = (run: Pick<Run, 'progress'>, commit: string): Progress | undefined =>
  run.progress.find((p) => 'commit' in p && p.commit === commit && isAccepted(p));

const isAccepted = (p: Progress): boolean => p.at === 'landed' || ('place' in p && p.place !== null);

/** Of a commit that is being checked: how the change fared before it was put where it is. */
function checkOf(p: Progress): CheckResult | null {
  if (p.at === 'checking') {
    return p.before;
  }
  return 'check' in p ? p.check : null;
}
