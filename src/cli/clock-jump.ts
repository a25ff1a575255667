/** Clocks in milliseconds: `wall` is that on the wall, `steady` stands still while the machine sleeps and is never set. */
export type Clocks = { readonly wall: () => number; readonly steady: () => number };

const real: Clocks = { wall: Date.now, steady: () => performance.now() };

/** Further apart than this and it was no hiccup. */
const NOTABLE_MS = 30_000;

/**
 * Calls back with the milliseconds by which the wall clock went ahead of the steady one since the last look: the machine
 * slept, or its clock was set. No time limit counts such a time; what was connected may be broken. Gives a function that
 * ends the watching.
 */
export function watchJumps(onJump: (ms: number) => void, everyMs = 5_000, clocks: Clocks = real): () => void {
  const ahead = (): number => clocks.wall() - clocks.steady();
  let before = ahead();
  const timer = setInterval(() => {
    const now = ahead();
    const jump = now - before;
    before = now;
    if (Math.abs(jump) >= NOTABLE_MS) {
      onJump(jump);
    }
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** `the machine slept for 2h 05m 10s, or its clock was set: …` */
export function jumpWords(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000);
  const long = `${String(Math.floor(seconds / 3600))}h ${String(Math.floor(seconds / 60) % 60)}m ${String(seconds % 60)}s`;
  return ms > 0
    ? `the machine slept for ${long}, or its clock was set ahead; no limit counts that time, and calls that it broke are made again`
    : `the clock of the machine was set back by ${long}; no limit looks at it`;
}
