import { apply, fold } from '../domain/apply.ts';
import { decide, type Command } from '../domain/decide.ts';
import type { Event } from '../domain/event.ts';
import type { Run } from '../domain/run.ts';
import { Stopped } from '../agent/loop.ts';

/** Resolves once the event is in the journal and in the state. */
export type Emit = (event: Event) => Promise<void>;

export type Control = {
  /** Ends everything at once. */
  readonly signal: AbortSignal;
  /** Lets what is under way come to its next resting place, and begins nothing new. */
  readonly stopping: AbortSignal;
};

/** One command, one outcome. `emit` is for what happens on the way, such as model calls. */
export type Perform = (command: Command, run: Run, emit: Emit, control: Control) => Promise<Event>;

/** A command that is to be carried out, with what whoever does it needs. */
export type Task = {
  readonly command: Command;
  /** The highest goes first where not everything can be under way at once. */
  readonly priority: number;
  /** The state as it is now. */
  readonly run: () => Run;
  readonly emit: Emit;
  readonly control: Control;
  /** Carries the command out on this machine. */
  readonly here: () => Promise<Event>;
};

/** Says when and where a command is carried out; resolves with its outcome, or rejects as `here` does. */
export type Executor = (task: Task) => Promise<Event>;

export type DriveOptions = {
  readonly log: readonly Event[];
  readonly append: (event: Event) => Promise<void>;
  readonly perform: Perform;
  readonly execute: Executor;
  /** Ends everything at once: the run can be resumed from its journal. */
  readonly signal: AbortSignal;
};

/** What is nearest to landing goes first; coders wait. */
const PRIORITY: Record<Command['do'], number> = {
  end: 9,
  pause: 9,
  land: 8,
  rebase: 8,
  block: 7,
  start: 6,
  guard: 5,
  review: 4,
  check: 3,
  final: 3,
  look: 3,
  baseline: 1,
  plan: 1,
  replan: 1,
  code: 0,
};

/**
 * Fold, decide, perform, repeat, until the run has ended or rests. Resuming is this same function on a longer log. Where
 * one command breaks down, the others go on to their end, so that their work is kept; then its failure is that of the
 * run. Where nothing more can be recorded, nothing more is begun.
 */
export async function drive({ log, append, perform, execute, signal }: DriveOptions): Promise<Run> {
  let run = fold(log);
  let written: Promise<void> = Promise.resolve();
  let recording: 'possible' | 'over' = 'possible';
  const emit: Emit = async (event) => {
    const before = written;
    written = (async () => {
      await before;
      const next = apply(run, event);
      await append(event);
      run = next;
    })();
    written.catch(() => (recording = 'over'));
    return written;
  };
  const stopping = new AbortController();
  const control: Control = { signal, stopping: AbortSignal.any([signal, stopping.signal]) };
  const under = new Map<string, Promise<void>>();
  const fallen = new Map<string, unknown>();

  const work = async (command: Command, key: string): Promise<void> => {
    const here = async (): Promise<Event> => {
      if (control.stopping.aborted) {
        throw new Stopped();
      }
      return perform(command, run, emit, control);
    };
    try {
      const priority = PRIORITY[command.do];
      await emit(await execute({ command, priority, run: () => run, emit, control, here }));
    } catch (error) {
      if (error instanceof Stopped) {
        return;
      }
      if (signal.aborted || recording === 'over') {
        throw error;
      }
      fallen.set(key, error);
    }
  };
  const begin = (command: Command): void => {
    // One thing at a time for each attempt: what is decided while another is under way may not hold once it is done.
    const key = 'attempt' in command ? command.attempt : JSON.stringify(command);
    if (!under.has(key) && !fallen.has(key)) {
      under.set(
        key,
        work(command, key).finally(() => under.delete(key)),
      );
    }
  };

  const rest = async (): Promise<void> => {
    stopping.abort();
    await Promise.allSettled(under.values());
  };

  try {
    while (run.at !== 'ended' && !run.paused) {
      decide(run).forEach(begin);
      if (under.size === 0) {
        const [failure = new Error(`nothing can be done in a run that is ${run.at}`)] = fallen.values();
        throw failure;
      }
      await Promise.race(under.values());
      signal.throwIfAborted();
    }
  } catch (error) {
    await rest();
    if (!signal.aborted) {
      throw error;
    }
    await emit({ type: 'run.paused', reason: 'interrupted', detail: 'stopped on request' });
  }
  await rest();
  return run;
}
