import { onAbort, reasonOf } from '../model/wait.ts';

/** What a call gives, or the signal's reason: calls wait as long as Redis is out of reach. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return new Promise<T>((resolve, reject) => {
    const forget = onAbort(signal, () => reject(reasonOf(signal)));
    work.then(resolve, reject).finally(forget);
  });
}
