import { weigh, type CheckResult } from '../domain/check.ts';
import { twice, worthAnotherRun } from '../domain/flaky.ts';
import type { Run } from '../domain/run.ts';
import { runCheck } from './check-commands.ts';
import type { Control } from './drive.ts';
import type { Workspace } from './workspace.ts';
import type { World } from './world.ts';

export type Checking = Pick<World, 'git' | 'workspaces' | 'logs'>;

export type Trial = {
  readonly commit: string;
  readonly commands: readonly string[];
  /** Of its logs. */
  readonly name: string;
  /** Lays other files over those of the commit, before the setup. */
  readonly lay?: (workspace: Workspace) => Promise<void>;
  /** Whether the commands after a red one run as well; see `Where`. */
  readonly goesOn?: (soFar: CheckResult) => boolean;
};

/** To learn what fails before any change, in every command that ends by itself. */
export const toTheEnd = ({ status }: CheckResult): boolean => status === 'failed';

/** Runs the commands on a commit, each time in a workspace that no agent can write. */
export type Runs = (trial: Trial) => Promise<CheckResult>;

export const runsIn =
  (run: Run, world: Checking, { signal }: Control): Runs =>
  async ({ commit, commands, name, lay, goesOn }) => {
    const workspace = await world.workspaces.lease('check', commit);
    try {
      await lay?.(workspace);
      const unready = await workspace.prepare(signal);
      return (
        unready ??
        (await runCheck(commands, {
          cwd: workspace.start,
          env: workspace.env,
          filter: workspace.filter,
          timeoutMs: run.settings.checkTimeoutMs,
          signal,
          leftovers: 'end',
          wrap: workspace.wraps?.check,
          log: (n) => `${world.logs}/${name}.${String(n)}.log`,
          goesOn,
        }))
      );
    } finally {
      await workspace.release();
    }
  };

/**
 * A red check runs once more: what ends otherwise on the same files is flaky, not broken. Behind a command that fails only
 * as it did at the base the others run as well.
 */
export async function settled(trial: Trial, baseline: CheckResult | null, runs: Runs): Promise<CheckResult> {
  const goesOn = trial.goesOn ?? ((soFar: CheckResult): boolean => weigh(soFar, baseline) === 'green');
  const first = await runs({ ...trial, goesOn });
  return worthAnotherRun(first, baseline)
    ? twice(first, await runs({ ...trial, goesOn, name: `${trial.name}.again` }))
    : first;
}
