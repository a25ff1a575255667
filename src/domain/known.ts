import type { CheckResult } from './check.ts';
import type { Run } from './run.ts';

/**
 * How a commit that work starts from fared in its own check, as far as one was made: what is red there is nobody's new
 * failure, and what a landed checkpoint has mended must stay mended.
 */
export function checkAt(run: Run, commit: string): CheckResult | null {
  const landed = run.progress.find((p) => p.at === 'landed' && p.commit === commit);
  return landed?.at === 'landed' ? landed.check : run.baseline;
}
