import { z } from 'zod';

/** `c3`: the third checkpoint of a plan. */
export const CheckpointId = z.string().regex(/^c[1-9]\d*$/, 'expected an id such as c1');
/** `c3.a2`: its second attempt. */
export const AttemptId = z.string().regex(/^c[1-9]\d*\.a[1-9]\d*$/, 'expected an id such as c1.a1');
/** A commit or tree by its full name. */
export const Sha = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/, 'expected a full commit id');

export const checkpointOf = (attempt: string): string => attempt.split('.', 1)[0] ?? attempt;

/** Whom the limits of a checkpoint are counted on: anew after each attempt before which a person had it begun again. */
export const accountOf = (checkpoint: string, formerly: number): string =>
  formerly === 0 ? checkpoint : `${checkpoint} after a${String(formerly)}`;

/** A verdict and a check speak of one commit; of another they say nothing. */
export function same(expected: string, commit: string): string {
  if (expected !== commit) {
    throw new Error(`expected commit ${expected}, was ${commit}`);
  }
  return commit;
}

/** Every ref of a run lives below this prefix, except its branch. */
export const refPrefix = (run: string): string => `refs/orchestrate/${run}/`;
export const attemptRef = (run: string, attempt: string): string => `${refPrefix(run)}${attempt}/head`;
export const branchRef = (branch: string): string => `refs/heads/${branch}`;
