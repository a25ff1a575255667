import type { Env } from '../config/environment.ts';
import { acquireLock, type Lock } from '../io/lock.ts';
import { listRuns, type RepositoryState } from '../io/state.ts';
import { PreflightError } from '../run/preflight.ts';
import { begun } from './runs.ts';

type Wanted = {
  /** What the lock is for, as others read it. */
  readonly run: string;
  readonly env: Env;
  readonly onNotice?: ((text: string) => void) | undefined;
};

/** Takes the lock of a repository, or throws a PreflightError that names the process and the run that have it. */
export async function takeLock(state: RepositoryState, { run, env, onNotice }: Wanted): Promise<Lock> {
  const acquired = await acquireLock({ file: state.lock, run, env });
  if (acquired.kind === 'held') {
    const { holder } = acquired;
    const who = holder ? `process ${String(holder.pid)}` : 'another process';
    // A run that has only just begun had no name yet when it took the lock: it is the newest one.
    const [newest] = await begun(await listRuns(state));
    throw new PreflightError(
      `A run is under way in this repository: ${newest?.id ?? 'it has just begun'} (${who}). Nothing was changed. Wait for it, watch it (orchestrate status) or have it rest (orchestrate pause).`,
    );
  }
  if (acquired.reclaimed) {
    const { pid } = acquired.reclaimed;
    onNotice?.(`process ${String(pid)} died with the lock of this repository; it was taken over`);
  }
  return acquired.lock;
}
