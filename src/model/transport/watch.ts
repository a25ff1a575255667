import { ModelError } from '../errors.ts';
import { onAbort } from '../wait.ts';

export type Patience = {
  /** How long the first byte of an answer may take, in milliseconds. */
  readonly firstByteMs: number;
  /** How long there may be no progress after that. */
  readonly idleMs: number;
  /** How long to wait for the usage once the turn is whole. */
  readonly graceMs: number;
};

export const defaultPatience: Patience = { firstByteMs: 290_000, idleMs: 120_000, graceMs: 1500 };

/** Aborts one request when its caller does, or when nothing comes for too long. */
export class Watch {
  readonly #controller = new AbortController();
  readonly #patience: Patience;
  readonly #forget: () => void;
  #state: 'waiting' | 'reading' | 'whole' = 'waiting';
  #timer: NodeJS.Timeout;
  #verdict: ModelError | undefined;

  constructor(caller: AbortSignal, patience: Patience) {
    const end = (): void => {
      this.#controller.abort(caller.reason);
    };
    this.#patience = patience;
    this.#timer = this.#expiry('the server did not answer', patience.firstByteMs);
    this.#forget = onAbort(caller, end);
    if (caller.aborted) {
      end();
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** What it was aborted with by its own timer. */
  get verdict(): ModelError | undefined {
    return this.#verdict;
  }

  progress(): void {
    if (this.#state === 'waiting') {
      this.#state = 'reading';
      this.#arm('the stream stalled: no data', this.#patience.idleMs);
    } else {
      this.#timer.refresh();
    }
  }

  /** The turn is whole: only its usage may still come. */
  whole(): void {
    if (this.#state !== 'whole') {
      this.#state = 'whole';
      this.#arm('the stream stayed open', Math.min(this.#patience.graceMs, this.#patience.idleMs));
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#forget();
  }

  #arm(what: string, ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = this.#expiry(what, ms);
  }

  #expiry(what: string, ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#verdict = new ModelError('timeout', `${what} for ${seconds(ms)}`);
      this.#controller.abort(this.#verdict);
    }, ms);
  }
}

const seconds = (ms: number): string => `${String(Math.round(ms / 100) / 10)} s`;
