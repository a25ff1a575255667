import { setTimeout } from 'node:timers/promises';

/** Waits; rejects with the signal's reason. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await setTimeout(ms, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

/** Waits for a hint, or for so long. */
export async function atMost(hint: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = globalThis.setTimeout(resolve, ms);
  });
  await Promise.race([hint, late]);
  clearTimeout(timer);
}
