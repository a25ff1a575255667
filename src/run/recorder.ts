import { apply, fold } from '../domain/apply.ts';
import type { Event } from '../domain/event.ts';
import type { Run } from '../domain/run.ts';

type Put = (event: Event) => Promise<void>;

export type Recorder = {
  /** The run as it is now. */
  readonly run: () => Run;
  /** Whether nothing more can be recorded: one event could not. */
  readonly isOver: () => boolean;
  /** What is put in one turn is put together: nothing else comes in between. */
  readonly inTurn: (turn: (put: Put) => Promise<void>) => Promise<void>;
};

/** The only writer of a run: one event after the other, and each counts once it is in the journal. */
export function recorder(log: Iterable<Event>, append: (event: Event) => Promise<void>): Recorder {
  let run = fold(log);
  let written: Promise<void> = Promise.resolve();
  let over = false;
  const put: Put = async (event) => {
    const next = apply(run, event);
    await append(event);
    run = next;
  };
  return {
    run: () => run,
    isOver: () => over,
    inTurn: async (turn) => {
      const before = written;
      written = (async () => {
        await before;
        await turn(put);
      })();
      written.catch(() => (over = true));
      return written;
    },
  };
}
