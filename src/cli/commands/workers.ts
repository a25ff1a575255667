import { repositoryName } from '../../scale/job.ts';
import { connect, packages } from '../../scale/redis.ts';
import { SILENT_MS, workersOf, type Heartbeat } from '../../scale/registry.ts';
import { waitingIn, type Waiting } from '../../scale/waiting.ts';
import { plainText } from '../../io/text-terminal.ts';
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

/** `orchestrate workers`: who serves this repository, what each does, and what waits for one. */
export async function workers(flags: WorkersFlags, shell: Shell): Promise<number> {
  const found = await packages();
  const redis = await connect(found, {
    url: redisOf(flags, shell),
    onNotice: () => undefined,
    name: 'orchestrate workers',
  });
  try {
    const repository = flags.queue ?? (await nameOf(flags, shell));
    const all = await workersOf(redis, repository, Date.now());
    const waiting = await waitingIn(found, { redis, repository }, all);
    if (flags.json === true) {
      [...all, ...waiting].forEach((one) => shell.out(`${JSON.stringify(one)}\n`));
      return 0;
    }
    if (all.length === 0) {
      shell.err(`No worker serves ${repository}. Start one: orchestrate worker --help\n`);
    }
    // Whoever can write to the Redis has chosen these words.
    all.forEach((one) => shell.out(`${described(one, Date.now()).map(plainText).join('\n')}\n`));
    waiting.forEach((one) => shell.out(`${plainText(queued(one))}\n`));
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

function queued({ waiting, labels, able, jobs }: Waiting): string {
  const needs = labels.length > 0 ? ` with ${labels.join(', ')}` : '';
  const who = able === 0 ? `a worker${needs}, and there is none` : `one of ${String(able)}${needs}`;
  const more = waiting > jobs.length ? ', …' : '';
  return `${String(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for ${who}: ${jobs.join(', ')}${more}`;
}

const seconds = (ms: number): string => `${String(Math.max(0, Math.round(ms / 1_000)))} s`;
