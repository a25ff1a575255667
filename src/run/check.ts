import type { Event } from '../domain/event.ts';
import type { CheckResult } from '../domain/check.ts';
import type { Run } from '../domain/run.ts';
import { runCheck } from './check-commands.ts';
import type { Control } from './drive.ts';
import { inState } from './start.ts';
import type { World } from './world.ts';

type Checking = Pick<World, 'workspaces' | 'logs'>;

/** Once on the base, before anything is paid for: what fails there already is known and blocks nobody. */
export async function baseline(run: Run, world: Checking, control: Control): Promise<Event> {
  const result = await checkCommit(run.base, run.settings.check, { run, world, control, name: 'baseline' });
  return { type: 'baseline.ran', commit: run.base, check: result };
}

/** On exactly the commit that was handed in, in a workspace that no agent can write. */
export async function check(attempt: string, run: Run, world: Checking, control: Control): Promise<Event> {
  const { commit, checkpoint } = inState(run, attempt, 'checking');
  const commands = [...(checkpoint.check === undefined ? [] : [checkpoint.check]), ...run.settings.check];
  const name = `${attempt}.check.${commit.slice(0, 8)}`;
  const result = await checkCommit(commit, commands, { run, world, control, name });
  return { type: 'check.ran', attempt, commit, result };
}

export async function finalCheck(run: Run, world: Checking, control: Control): Promise<Event> {
  const result = await checkCommit(run.head, run.settings.check, { run, world, control, name: 'final' });
  return { type: 'run.checked', commit: run.head, result };
}

type Where = {
  readonly run: Run;
  readonly world: Checking;
  readonly control: Control;
  readonly name: string;
};

async function checkCommit(
  commit: string,
  commands: readonly string[],
  { run, world, control, name }: Where,
): Promise<CheckResult> {
  const { signal } = control;
  const workspace = await world.workspaces.lease('check', commit);
  try {
    const unready = await workspace.prepare(signal);
    return (
      unready ??
      (await runCheck(commands, {
        cwd: workspace.start,
        env: workspace.env,
        timeoutMs: run.settings.checkTimeoutMs,
        signal,
        log: (n) => `${world.logs}/${name}.${String(n)}.log`,
      }))
    );
  } finally {
    await workspace.release();
  }
}
