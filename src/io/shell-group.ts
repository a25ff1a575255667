import type { ChildProcess } from 'node:child_process';

/** Why we ended it. */
export type Cause = 'timedOut' | 'aborted' | 'overflowed' | 'filled';

export type GroupExit = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** When, on the clock of `performance.now()`. */
  readonly at: number;
};

const GRACE_MS = 500;

/** Groups that may still hold a process. */
const alive = new Set<ProcessGroup>();

// Whatever ends this program, an exit in a hurry included, nothing that it started goes on by itself.
process.on('exit', () => {
  for (const group of alive) {
    group.kill('SIGKILL');
  }
});

/** A process that leads its own group, and all that it started and that did not leave it. */
export class ProcessGroup {
  cause: Cause | undefined;
  /** Rejects where the program cannot be started. */
  readonly started: Promise<void>;
  readonly exit: Promise<GroupExit>;
  readonly #pid: number | undefined;
  readonly #ask: ((pid: number) => boolean) | undefined;
  #hasExited = false;
  #insist: NodeJS.Timeout | undefined;

  /**
   * To be called in the same turn as `spawn`, so that no event is missed. `ask` is another way to ask for an end than a
   * signal to the group; it says whether it reached anybody.
   */
  constructor(child: ChildProcess, ask?: (pid: number) => boolean) {
    this.#pid = child.pid;
    this.#ask = ask;
    alive.add(this);
    this.started = new Promise((resolve, reject) => {
      child.once('spawn', resolve).once('error', (error) => {
        alive.delete(this);
        reject(error);
      });
    });
    this.exit = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.#hasExited = true;
        clearTimeout(this.#insist);
        resolve({ code, signal, at: performance.now() });
      });
    });
  }

  /** Asks, then insists. What ended it first is what is told. */
  end(cause: Cause): void {
    if (this.#hasExited || this.cause) {
      return;
    }
    this.cause = cause;
    if (this.#pid === undefined || this.#ask?.(this.#pid) !== true) {
      this.kill('SIGTERM');
    }
    this.#insist = setTimeout(() => this.kill('SIGKILL'), GRACE_MS);
  }

  /** Ends what its leader left behind. */
  clear(): void {
    this.kill('SIGKILL');
    alive.delete(this);
  }

  kill(signal: NodeJS.Signals): void {
    try {
      if (this.#pid !== undefined) {
        process.kill(-this.#pid, signal);
      }
    } catch {
      // The group is gone.
    }
  }
}
