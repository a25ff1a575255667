import type { ShellResult } from '../../io/shell.ts';
import type { Confined } from '../../io/shell-begin.ts';
import type { Facts } from '../permit.ts';

/** What an audit wants to know of a command that is over. */
export function factsOf(result: ShellResult): Facts {
  const killed = killedBy(result);
  return { exit: result.exitCode, ...(killed ? { killed } : {}), ...confinedFacts(result.confined) };
}

/** Of one that may still run: where it does, and what it has asked for so far. */
export function confinedFacts(confined: Confined | undefined): Facts {
  const { sandbox, network = [], held = [] } = confined ?? {};
  return {
    ...(sandbox === undefined ? {} : { sandbox }),
    ...(network.length > 0 ? { network } : {}),
    ...(held.includes('processes') ? { refused: 'processes' } : {}),
  };
}

function killedBy({ timedOut, aborted, overflowed, filled, confined }: ShellResult): Facts['killed'] {
  if (timedOut) {
    return 'timeout';
  }
  if (overflowed) {
    return 'output';
  }
  if (filled) {
    return 'disk';
  }
  if (aborted) {
    return 'stopped';
  }
  return confined?.held.includes('memory') === true ? 'memory' : undefined;
}
