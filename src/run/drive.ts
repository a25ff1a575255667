import { decide, type Command } from '../domain/decide.ts';
import type { Event } from '../domain/event.ts';
import { wordsFor } from '../domain/person.ts';
import type { Run } from '../domain/run.ts';
import { grant } from '../domain/wish.ts';
import { Stopped } from '../agent/loop.ts';
import { attend, type Letter, type Letters } from './letters.ts';
import { recorder } from './recorder.ts';

/** Resolves once the event is in the journal and in the state. */
export type Emit = (event: Event) => Promise<void>;

export type Control = {
  /** Ends everything at once. */
  readonly signal: AbortSignal;
  /** Lets what is under way come to its next resting place, and begins nothing new. */
  readonly stopping: AbortSignal;
  /** What a person has said for an attempt since it began; of null: for the planner. */
  readonly words: (attempt: string | null) => readonly string[];
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
  /** What a person wants meanwhile. */
  readonly letters?: Letters;
};

/** What is nearest to landing goes first; coders wait. */
const PRIORITY: Record<Command['do'], number> = {
  end: 9,
  pause: 9,
  land: 8,
  rebase: 8,
  block: 7,
  stop: 7,
  rewind: 7,
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

/** A command under way, and a way to break it off: its outcome does not count then. */
type Under = {
  readonly command: Command;
  readonly broken: AbortController;
  readonly done: Promise<void>;
};

/**
 * Fold, decide, perform, repeat, until the run has ended or rests. Resuming is this same function on a longer log. Where
 * one command breaks down, the others go on to their end, so that their work is kept; then its failure is that of the
 * run. Where nothing more can be recorded, nothing more is begun.
 */
export async function drive({
  log,
  append,
  perform,
  execute,
  signal,
  letters = none,
}: DriveOptions): Promise<Run> {
  const { run, inTurn, isOver } = recorder(log, append);
  const stopping = new AbortController();
  const control: Control = {
    signal,
    stopping: AbortSignal.any([signal, stopping.signal]),
    words: (attempt) => wordsFor(run(), attempt),
  };
  const emit: Emit = async (event) => inTurn(async (put) => put(event));
  const under = new Map<string, Under>();
  const fallen = new Map<string, unknown>();

  const work = async (command: Command, key: string, broken: AbortSignal): Promise<void> => {
    const own = withEnd(control, broken);
    const here = async (): Promise<Event> => {
      if (own.stopping.aborted) {
        throw new Stopped();
      }
      return perform(command, run(), emit, own);
    };
    try {
      const priority = PRIORITY[command.do];
      const event = await execute({ command, priority, run, emit, control: own, here });
      await inTurn(async (put) => (broken.aborted ? undefined : put(event)));
    } catch (error) {
      if (error instanceof Stopped || broken.aborted) {
        return;
      }
      if (signal.aborted || isOver()) {
        throw error;
      }
      fallen.set(key, error);
    }
  };
  const begin = (command: Command): void => {
    // One thing at a time for each attempt: what is decided while another is under way may not hold once it is done.
    const key = 'attempt' in command ? command.attempt : JSON.stringify(command);
    if (!under.has(key) && !fallen.has(key)) {
      const broken = new AbortController();
      const done = work(command, key, broken.signal).finally(() => under.delete(key));
      under.set(key, { command, broken, done });
    }
  };

  let wake: (() => void) | undefined;
  const take = async ({ id, wish, answer }: Letter): Promise<void> => {
    await inTurn(async (put) => {
      const granted = grant(run(), wish, id);
      for (const event of granted.ok ? granted.events : []) {
        await put(event);
      }
      unwanted(run(), under.values()).forEach(({ broken }) => broken.abort(new Stopped()));
      await answer(granted.ok ? { ok: true, says: granted.says } : granted);
    });
    wake?.();
  };
  const listening = new AbortController();
  const attending = attend(letters, take, listening.signal);

  const rest = async (): Promise<void> => {
    listening.abort();
    stopping.abort();
    await Promise.allSettled([attending.heard, ...[...under.values()].map(async ({ done }) => done)]);
  };

  try {
    await attending.first;
    while (run().at !== 'ended' && !run().paused) {
      decide(run()).forEach(begin);
      if (under.size === 0) {
        const [failure = new Error(`nothing can be done in a run that is ${run().at}`)] = fallen.values();
        throw failure;
      }
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      await Promise.race([woken, attending.heard, ...[...under.values()].map(async ({ done }) => done)]);
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
  return run();
}

const none: Letters = async () => Promise.resolve([]);

const withEnd = (control: Control, end: AbortSignal): Control => ({
  ...control,
  signal: AbortSignal.any([control.signal, end]),
  stopping: AbortSignal.any([control.stopping, end]),
});

/** What is not to be done any more after a person has spoken. A run that rests lets everything come to its rest. */
function unwanted(run: Run, under: Iterable<Under>): Under[] {
  const wanted = decide(run);
  if (run.paused || wanted.some((command) => command.do === 'pause')) {
    return [];
  }
  const left = new Set(wanted.map((command) => JSON.stringify(command)));
  return [...under].filter(({ command }) => !left.has(JSON.stringify(command)));
}
