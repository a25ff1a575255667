import type { Line } from '../domain/event.ts';
import type { Shell } from './shell.ts';

/**
 * Tests set ORCHESTRATE_KILL_AT to the number of an event: the process dies the moment that event is in the journal, as
 * by a power cut. Nothing is saved, nothing is told.
 */
export function killPoint(shell: Pick<Shell, 'env' | 'die'>): (line: Line) => void {
  const at = shell.env['ORCHESTRATE_KILL_AT'];
  return (line) => {
    if (at !== undefined && line.seq === Number(at)) {
      shell.die();
    }
  };
}
