import { ModelError } from '../errors.ts';

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
export type Watch = {
  readonly signal: AbortSignal;
  /** What it was aborted with by its own timer. */
  readonly verdict: () => ModelError | undefined;
  progress(): void;
  /** The turn is whole: only its usage may still come. */
  whole(): void;
  stop(): void;
};

export function watch(caller: AbortSignal, patience: Patience): Watch {
  const controller = new AbortController();
  let verdict: ModelError | undefined;
  const end = (): void => {
    controller.abort(caller.reason);
  };
  const expire = (what: string, ms: number) => (): void => {
    verdict = new ModelError('timeout', `${what} for ${seconds(ms)}`);
    controller.abort(verdict);
  };
  let timer = setTimeout(expire('the server did not answer', patience.firstByteMs), patience.firstByteMs);
  let state: 'waiting' | 'reading' | 'whole' = 'waiting';
  const arm = (what: string, ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(expire(what, ms), ms);
  };
  if (caller.aborted) {
    end();
  } else {
    caller.addEventListener('abort', end, { once: true });
  }
  return {
    signal: controller.signal,
    verdict: () => verdict,
    progress() {
      if (state === 'waiting') {
        state = 'reading';
        arm('the stream stalled: no data', patience.idleMs);
      } else if (state === 'reading') {
        timer.refresh();
      }
    },
    whole() {
      if (state !== 'whole') {
        state = 'whole';
        arm('the stream stayed open', Math.min(patience.graceMs, patience.idleMs));
      }
    },
    stop() {
      clearTimeout(timer);
      caller.removeEventListener('abort', end);
    },
  };
}

const seconds = (ms: number): string => `${String(Math.round(ms / 100) / 10)} s`;
