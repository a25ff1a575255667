import type { Run } from '../domain/run.ts';

/** A bug of this program in the midst of a run, of which everything up to there is saved. */
export class RunBroken extends Error {
  override readonly name = 'RunBroken';
  readonly run: Run;

  constructor(run: Run, cause: unknown) {
    super(`run ${run.id} broke off`, { cause });
    this.run = run;
  }
}
