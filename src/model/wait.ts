/** A wait that people should know of: why, how long, and for which model or provider. */
export type Wait = {
  readonly why: 'rate limit' | 'retry' | 'budget';
  /** Milliseconds, as far as known now. */
  readonly ms: number;
  readonly of: string;
  /** What led to it, in words. */
  readonly reason: string;
};

export type OnWait = (wait: Wait) => void;

/** Why a signal was aborted, as something that can be thrown. */
export const reasonOf = ({ reason }: AbortSignal): Error =>
  reason instanceof Error ? reason : new Error(String(reason));

/** Resolves after `ms`, or rejects with the signal's reason. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(reasonOf(signal));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal.addEventListener('abort', abort, { once: true });
  });
}
