import { z } from 'zod';
import type { Event } from '../domain/event.ts';
import { checkpointOf } from '../domain/ids.ts';
import { dropStaleLocks } from '../io/git/refs.ts';
import type { Remote } from '../io/git/remote.ts';
import { startLineProcess } from '../io/line-process.ts';
import { filesBelow } from '../io/small-file.ts';
import { endMarked } from '../io/shell-leftovers.ts';
import { claim, handIn } from './claim.ts';
import { Job, jobId, SKEW, STOPPED, type Done } from './job.ts';
import { emptyPlace, foldersOf, type Place } from './place.ts';
import { outcomeFile, workOf } from './result.ts';
import { saidIn, type Said } from './said.ts';

/** Why a piece of work came to no result here. `again` where another try, here or elsewhere, may do better. */
export class Undone extends Error {
  override readonly name = 'Undone';
  readonly again: boolean;

  constructor(message: string, { again }: { readonly again: boolean }) {
    super(message);
    this.again = again;
  }
}

export type Errand = {
  readonly job: Job;
  readonly remote: Remote;
  readonly place: Place;
  readonly worker: string;
  /** How the process of an attempt is started, and what it reads first. */
  readonly program: {
    readonly file: string;
    readonly args: readonly string[];
    readonly env: Readonly<Record<string, string>>;
  };
  readonly redis: string;
  readonly repository: string;
  /** Whether the broker still counts the job as ours. */
  readonly holds: () => Promise<boolean>;
  /** Told of what the attempt says, and that it lives. */
  readonly onSaid: (said: Said, delivery: number) => void;
  /** Asks it to come to an end, with what it has. */
  readonly stop: AbortSignal;
  /** Ends it at once: nobody waits for what it would give. */
  readonly end: AbortSignal;
};

/** What the process of an attempt reads first. */
export const Asked = z.strictObject({
  job: Job,
  place: z.strictObject({ dir: z.string(), own: z.string() }),
  mirror: z.string(),
  redis: z.string(),
  repository: z.string(),
});

/** Every command of a place carries its name, so that none outlives what it was for. */
export const MARK = 'ORCHESTRATE_PLACE';

/** Does one job from its claim to the push of its result. The lease is the caller's; the work is another process's. */
export async function doErrand(errand: Errand): Promise<Done> {
  const { job, remote, place, worker, holds, end } = errand;
  const own = place.own;
  await dropStaleLocks(remote.git, [`refs/orchestrate/${job.run}/${job.attempt}`, own]);
  const claimed = await claim(remote, { refs: job.refs, task: job.task, own, worker, holds });
  end.throwIfAborted();
  switch (claimed.kind) {
    case 'done':
      return { delivery: claimed.delivery, commit: claimed.commit };
    case 'closed':
      throw new Undone(`${jobId(job)} is closed: nobody waits for it`, { again: false });
    case 'lost':
      throw new Undone(`${jobId(job)} is somebody else's by now`, { again: true });
    case 'claimed': {
      await endMarked(MARK, place.dir);
      await emptyPlace(place);
      const { event, calls } = await work(errand, claimed.delivery);
      const { folder } = foldersOf(place);
      const files = new Map([
        outcomeFile({ event, calls }, folder.logs),
        ...(await filesBelow(folder.dir, TRAVELS)),
      ]);
      const given = await handIn(remote, {
        refs: job.refs,
        own,
        claim: claimed,
        work: workOf(event),
        files,
        signal: end,
      });
      if (given === 'fenced') {
        throw new Undone(`${jobId(job)} was taken over by somebody else; what was done here is kept beside`, {
          again: true,
        });
      }
      return given;
    }
  }
}

/** Tools end at once; what lies there is then committed, which takes its time on a busy machine. */
const ASKED_MS = 30_000;

async function work(errand: Errand, delivery: number): Promise<{ event: Event; calls: Event[] }> {
  const { job, place, program, redis, repository, onSaid, stop, end } = errand;
  const calls: Event[] = [];
  let came: Event | undefined;
  const child = startLineProcess({
    ...program,
    cwd: place.dir,
    input: JSON.stringify({ job, place, mirror: errand.remote.git.root, redis, repository } satisfies z.infer<
      typeof Asked
    >),
    onLine: (text) => {
      const said = saidIn(text);
      if (!said) {
        return;
      }
      if (said.say === 'call') {
        calls.push(said.event);
      }
      if (said.say === 'done') {
        came = said.event;
      }
      onSaid(said, delivery);
    },
  });
  let insist: NodeJS.Timeout | undefined;
  const ask = (): void => {
    child.ask();
    insist = setTimeout(() => child.kill(), ASKED_MS);
  };
  const kill = (): void => child.kill();
  stop.addEventListener('abort', ask, { once: true });
  end.addEventListener('abort', kill, { once: true });
  // Either may have come while the work was being claimed.
  if (stop.aborted) {
    ask();
  }
  if (end.aborted) {
    kill();
  }
  const late = setTimeout(kill, job.deadlineMs);
  try {
    const { code, signal, stderr } = await child.done;
    end.throwIfAborted();
    if (came) {
      return { event: came, calls };
    }
    if (stop.aborted) {
      throw new Undone(STOPPED, { again: false });
    }
    if (stderr.startsWith(SKEW)) {
      throw new Undone(stderr.trim(), { again: true });
    }
    const how = signal === null ? `exit ${String(code)}` : `killed by ${signal}`;
    throw new Undone(
      `${checkpointOf(job.attempt)}: its process ended without a result (${how}): ${stderr.trim().slice(-600)}`,
      {
        again: true,
      },
    );
  } finally {
    clearTimeout(insist);
    clearTimeout(late);
    stop.removeEventListener('abort', ask);
    end.removeEventListener('abort', kill);
    // What left its group still carries the place's name.
    await endMarked(MARK, place.dir);
  }
}

/** Larger files stay on the worker: whole outputs of commands may be of any size. */
const TRAVELS = { mostBytes: 4 * 1024 * 1024, mostInAll: 64 * 1024 * 1024 };
