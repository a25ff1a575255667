import { hostname } from 'node:os';
import path from 'node:path';
import { loadConfiguration } from '../../config/load.ts';
import { Label } from '../../domain/labels.ts';
import { openRemote } from '../../io/git/remote.ts';
import { repositoryName } from '../../scale/job.ts';
import { openMirror, takePlaces, tidyMirror } from '../../scale/place.ts';
import { whyOutOfReach } from '../../scale/reach.ts';
import { serve } from '../../scale/worker.ts';
import { confinement } from '../confinement.ts';
import { redisOf } from '../meeting.ts';
import { recordsFolder } from '../records.ts';
import type { Shell } from '../shell.ts';
import { exitOf } from '../stopping.ts';
import { UserError, USAGE } from '../user-error.ts';

const DAY_MS = 86_400_000;

export type WorkerFlags = {
  readonly redis?: string;
  readonly remote?: string;
  readonly slots: number;
  readonly labels?: string;
  readonly queue?: string;
  readonly name?: string;
  readonly lease: number;
};

/** `orchestrate worker`: takes coding and checking off the coordinators that share this Redis and this repository. */
export async function worker(flags: WorkerFlags, shell: Shell): Promise<number> {
  const redis = redisOf(flags, shell);
  const { env, version } = shell;
  const { remote } = flags;
  if (remote === undefined) {
    throw new UserError(USAGE, 'No repository is named: --remote git@host:team/shop.git');
  }
  const labels = labelsOfFlag(flags.labels ?? '');
  const repository = flags.queue ?? repositoryName(remote);
  const folder = path.join(await recordsFolder(env), 'workers', repository);
  await confinedAs(folder, env);
  const { places, release } = await takePlaces(folder, { count: flags.slots, env });
  const [drain, leave] = [new AbortController(), new AbortController()];
  const unwatch = shell.onStop((signal) => {
    if (leave.signal.aborted) {
      shell.exit(exitOf(signal));
    }
    (drain.signal.aborted ? leave : drain).abort();
    shell.err(leave.signal.aborted ? HANDS_BACK : DRAINS);
  });
  try {
    const git = await openMirror(folder, env);
    await tidyMirror(git);
    setInterval(() => void tidyMirror(git).catch(() => undefined), DAY_MS).unref();
    const home = await openRemote(git, { name: remote, env });
    const say = (text: string): void => shell.err(`${text}\n`);
    // Nobody waits for it: jobs come by Redis, and a repository that is away may come back.
    whyOutOfReach(home).then((why) => why !== null && say(why), say);
    await serve({
      redis,
      repository,
      remote: home,
      places,
      name: flags.name ?? `${hostname()}-${String(process.pid)}`,
      version,
      labels,
      leaseMs: flags.lease * 1_000,
      program: {
        file: process.execPath,
        args: [process.argv[1] ?? '', 'worker', '--attempt'],
        env: setOnly(env),
      },
      drain: drain.signal,
      leave: leave.signal,
      onNotice: say,
    });
  } finally {
    unwatch();
    await release();
  }
  // Connections to a Redis that is away would keep the process.
  return shell.exit(0);
}

/** Each attempt needs it: better told now than by every job. */
async function confinedAs(root: string, env: Shell['env']): Promise<void> {
  const { machine, settings } = await loadConfiguration({ root, env });
  const { remember } = await confinement({ kind: settings.sandbox, root, env, machine, consent: {} });
  await remember();
}

const DRAINS = 'no new jobs; what is under way is finished. Once more hands it back\n';
const HANDS_BACK = 'what is under way goes back into the queue\n';

function labelsOfFlag(text: string): string[] {
  const labels = text.split(/[\s,]+/).filter(Boolean);
  const wrong = labels.find((label) => !Label.safeParse(label).success);
  if (wrong !== undefined) {
    throw new UserError(
      USAGE,
      `--labels has ${JSON.stringify(wrong)}: a label is made of letters, digits, _, . and -, such as gpu or node22`,
    );
  }
  return labels;
}

const setOnly = (env: Shell['env']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
