import type { Run } from './run.ts';

/** The last place in the line for landing that is taken; 0 where nobody waits. */
export const lastPlace = (run: Run): number =>
  Math.max(0, ...run.progress.map((p) => ('place' in p ? (p.place ?? 0) : 0)));

/** The lowest number that no attempt under way uses: the same slot after a restart, since only events decide it. */
export function freeSlot(run: Run): number {
  const taken = new Set(run.progress.flatMap((p) => (p.at === 'coding' ? [p.slot] : [])));
  let slot = 1;
  while (taken.has(slot)) {
    slot++;
  }
  return slot;
}
