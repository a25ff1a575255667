import { repositoryName } from '../../scale/job.ts';
import { connect, packages } from '../../scale/redis.ts';
import { workersOf, type Heartbeat } from '../../scale/registry.ts';
import { openRemote } from '../../io/git/remote.ts';
import { here } from '../runs.ts';
import type { Shell } from '../shell.ts';
import { redisOf } from '../meeting.ts';

export type WorkersFlags = {
  readonly redis?: string;
  readonly remote?: string;
  readonly queue?: string;
  readonly json?: boolean;
};

/** A worker that has said nothing for so long is likely to be gone. */
const SILENT_MS = 10_000;

/** `orchestrate workers`: who serves this repository, and what each does. */
export async function workers(flags: WorkersFlags, shell: Shell): Promise<number> {
  const redis = await connect(await packages(), {
    url: redisOf(flags, shell),
    onNotice: () => undefined,
    name: 'orchestrate workers',
  });
  try {
    const repository = flags.queue ?? (await nameOf(flags, shell));
    const all = await workersOf(redis, repository, Date.now());
    if (flags.json === true) {
      all.forEach((one) => shell.out(`${JSON.stringify(one)}\n`));
      return 0;
    }
    if (all.length === 0) {
      shell.err(`No worker serves ${repository}. Start one: orchestrate worker --help\n`);
    }
    all.forEach((one) => shell.out(`${described(one, Date.now()).join('\n')}\n`));
    return 0;
  } finally {
    redis.disconnect();
  }
}

async function nameOf({ remote = 'origin' }: WorkersFlags, shell: Shell): Promise<string> {
  const { git } = await here(shell);
  return repositoryName((await openRemote(git, { name: remote, env: shell.env })).url);
}

function described(one: Heartbeat, now: number): string[] {
  const { name, version, slots, labels, jobs, at, draining } = one;
  const silent = now - at > SILENT_MS ? ` · silent for ${seconds(now - at)}` : draining ? ' · leaving' : '';
  const marks = labels.length > 0 ? ` · ${labels.join(', ')}` : '';
  const head = `${name} · ${String(jobs.length)} of ${String(slots)} busy${marks} · ${version}${silent}`;
  return [
    head,
    ...jobs.map(
      ({ id, since, activeAt, doing }) =>
        `  ${id} for ${seconds(now - since)} · ${doing}, ${seconds(now - activeAt)} ago`,
    ),
  ];
}

const seconds = (ms: number): string => `${String(Math.max(0, Math.round(ms / 1_000)))} s`;
