import { readFileSync } from 'node:fs';

/**
 * Asks every process below one to end, leaving out that one and its child, the first process of a sandbox: those only wait
 * for the others. Says whether there was anybody to ask.
 */
export function askInside(outer: number): boolean {
  const inside = childrenOf(outer).flatMap(descendants);
  for (const pid of inside) {
    try {
      process.kill(pid, 'SIGTERM');
    } catch {
      // It ended by itself.
    }
  }
  return inside.length > 0;
}

/** All that a process has started and that is still there, as far as their parents are. */
export const descendants = (pid: number): number[] =>
  childrenOf(pid).flatMap((child) => [child].concat(descendants(child)));

function childrenOf(pid: number): number[] {
  try {
    const at = `/proc/${String(pid)}/task/${String(pid)}/children`;
    return readFileSync(at, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
