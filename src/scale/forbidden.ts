import type { Permit } from '../agent/permit.ts';
import type { Run } from '../domain/run.ts';
import { progressOf } from '../run/start.ts';
import type { Job } from './job.ts';

/** A run's own command that this worker's policy rules out: nothing is run, another worker may be freer. */
class Forbidden extends Error {
  override readonly name = 'Forbidden';
}

/** The commands of a piece of work that nobody here has chosen: its setup, and its check where that is the work. */
export async function refuseForbidden(
  { attempt, work }: Pick<Job, 'attempt' | 'work'>,
  run: Run,
  permit: Permit,
): Promise<void> {
  const { setup, check } = run.settings;
  const own = progressOf(run, attempt).checkpoint.check;
  const checks = own === undefined ? check : [own, ...check];
  for (const command of [...(setup === null ? [] : [setup]), ...(work === 'check' ? checks : [])]) {
    const said = await permit({ tool: 'bash', wish: { kind: 'command', command } });
    if (said.decision === 'deny') {
      throw new Forbidden(
        `this worker's own rules forbid ${JSON.stringify(command)} (${said.rule}); its mode and permissions are in its config.yaml`,
      );
    }
  }
}
