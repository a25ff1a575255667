import { setMaxListeners } from 'node:events';

/** A wait that people should know of: why, how long, and for which model or provider. */
export type Wait = {
  readonly why: 'rate limit' | 'retry' | 'budget';
  /** Milliseconds, as far as known now; 0 where it depends on others. */
  readonly ms: number;
  readonly of: string;
  /** What led to it, in words. */
  readonly reason: string;
};

export type OnWait = (wait: Wait) => void;

/** Calls `act` when the signal is aborted, until the function it returns is called. One signal may have many listeners. */
export function onAbort(signal: AbortSignal, act: () => void): () => void {
  // A run's one signal is listened to by all of its workers at once.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', act, { once: true });
  return () => {
    signal.removeEventListener('abort', act);
  };
}

/** Why a signal was aborted, as something that can be thrown. */
export const reasonOf = ({ reason }: AbortSignal): Error =>
  reason instanceof Error ? reason : new Error(String(reason));

/** Resolves after `ms`, or rejects with the signal's reason. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      forget();
      resolve();
    }, ms);
    const forget = onAbort(signal, () => {
      clearTimeout(timer);
      reject(reasonOf(signal));
    });
  });
}
