import type { Event } from '../domain/event.ts';
import type { Sent } from '../domain/progress.ts';
import type { Remote } from '../io/git/remote.ts';
import type { RunFolder } from '../io/state.ts';
import type { Executor, Task } from '../run/drive.ts';
import type { Travelling } from './bring-home.ts';
import type { Posted } from './broker.ts';
import { jobId, jobOf, type Job, type Piece } from './job.ts';
import { labelsFor, standsOn } from './outcome.ts';
import type { Listening } from './overheard.ts';
import type { Sheet } from './task.ts';

/** A run, as far as its work is done on other machines. */
export type Away = Listening & {
  readonly run: string;
  readonly remote: Remote;
  readonly folder: RunFolder;
  readonly repository: string;
  readonly redis: string;
  readonly version: string;
  /** The journal so far. */
  readonly log: () => Promise<readonly Event[]>;
  readonly sheet: () => Promise<Sheet>;
  /** Carries out what stays on this machine. */
  readonly here: Executor;
  readonly onNotice: (text: string) => void;
};

/** Work that is out: what is waited for, and how whoever waits is woken. */
export type Out = Posted & {
  readonly task: Task;
  readonly sent: Sent;
  readonly job: Job;
  look: () => void;
};

export const pieceOf = (
  { run }: Pick<Away, 'run'>,
  { attempt, do: work }: Travelling,
  generation: number,
): Piece => ({ run, attempt, work, generation });

export function outOf(away: Pick<Away, 'run' | 'version'>, task: Task, of: Travelling & { sent: Sent }): Out {
  const { sent } = of;
  const run = task.run();
  const piece = pieceOf(away, of, sent.generation);
  const { base } = standsOn(run, of);
  return {
    id: jobId(piece),
    labels: labelsFor(run, of),
    task,
    sent,
    job: jobOf(piece, { version: away.version, base, task: sent.task }),
    look: () => undefined,
  };
}

/** Resolves with the next hint that something may have come. */
export const hinted = async (out: Out): Promise<void> =>
  new Promise((resolve) => {
    out.look = resolve;
  });
