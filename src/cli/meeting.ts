import type { Meeting } from './away.ts';
import type { RunFlags } from './flags.ts';
import type { Shell } from './shell.ts';
import { UserError, USAGE } from './user-error.ts';

/** Where a run meets its workers, as the flags say; undefined where it has none. */
export function meetingOf(
  { workers, remote = 'origin', queue }: Pick<RunFlags, 'workers' | 'remote' | 'queue'>,
  shell: Pick<Shell, 'env'>,
): Meeting | undefined {
  if (workers === undefined) {
    return undefined;
  }
  const redis = redisOf(workers === true ? {} : { redis: workers }, shell);
  return { redis, remote, ...(queue === undefined ? {} : { queue }) };
}

/** The address may hold a password: the environment keeps it out of the list of processes. */
export function redisOf({ redis }: { readonly redis?: string }, { env }: Pick<Shell, 'env'>): string {
  const url = redis ?? env['ORCHESTRATE_REDIS'];
  if (url === undefined || url === '') {
    throw new UserError(
      USAGE,
      'No Redis is named: give its address, such as redis://127.0.0.1:6379, or set ORCHESTRATE_REDIS.',
    );
  }
  return url;
}
