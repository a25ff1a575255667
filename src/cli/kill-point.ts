import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { onMoment, type Moment } from '../io/phase.ts';
import type { Shell } from './shell.ts';

type IsIt = (moment: Moment, after: string) => boolean;

/**
 * For tests: the process dies at a chosen moment as by a power cut, with nothing saved and nothing told.
 * ORCHESTRATE_KILL_AT is the number of an event (`12`), or a phase with how many times it is reached first
 * (`tool.begun:2`), counted from the latest event of a type where one is named (`command.begun:1@attempt.submitted`).
 * ORCHESTRATE_KILL_NEW names a file of moments, a line each, `phase@type of the event before`: the process dies at the
 * first one that is not in it, and adds it. ORCHESTRATE_PHASES names a file that takes every moment.
 */
export function armKillPoint({ env, die }: Pick<Shell, 'env' | 'die'>): void {
  const { ORCHESTRATE_KILL_AT: at, ORCHESTRATE_KILL_NEW: seen, ORCHESTRATE_PHASES: file } = env;
  if (at === undefined && seen === undefined && file === undefined) {
    return;
  }
  const isIt: IsIt = at !== undefined ? wanted(at) : seen !== undefined ? isNew(seen) : () => false;
  let after = 'nothing';
  onMoment((moment) => {
    if (file !== undefined) {
      appendFileSync(file, nameOf(moment, after));
    }
    if (isIt(moment, after)) {
      moment.half?.();
      die();
    }
    after = moment.phase.startsWith('event.') ? moment.phase.slice('event.'.length) : after;
  });
}

const nameOf = ({ phase }: Moment, after: string): string => `${phase}@${after}\n`;

function wanted(at: string): IsIt {
  if (/^\d+$/.test(at)) {
    return ({ seq }) => seq === Number(at);
  }
  const [, phase, times, type] = /^([^:@]+)(?::(\d+))?(?:@(.+))?$/.exec(at) ?? [];
  let left = Number(times ?? 1);
  return (moment, after) => moment.phase === phase && (type ?? after) === after && --left === 0;
}

function isNew(file: string): IsIt {
  const seen = new Set(existsSync(file) ? readFileSync(file, 'utf8').split(/(?<=\n)/) : []);
  return (moment, after) => {
    const name = nameOf(moment, after);
    if (seen.has(name)) {
      return false;
    }
    appendFileSync(file, name);
    return true;
  };
}
