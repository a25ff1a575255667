import { appendFileSync } from 'node:fs';
import { onMoment, type Moment } from '../io/phase.ts';
import type { Shell } from './shell.ts';

/**
 * For tests: the process dies at a chosen moment as by a power cut, with nothing saved and nothing told.
 * ORCHESTRATE_KILL_AT is the number of an event (`12`), or a phase with how many times it is reached first
 * (`tool.begun:2`), counted from the latest event of a type where one is named (`command.begun:1@attempt.submitted`).
 * ORCHESTRATE_PHASES names a file that takes every moment, a line each: `phase@type of the event before`.
 */
export function armKillPoint({ env, die }: Pick<Shell, 'env' | 'die'>): void {
  const { ORCHESTRATE_KILL_AT: at, ORCHESTRATE_PHASES: file } = env;
  if (at === undefined && file === undefined) {
    return;
  }
  const isIt = at === undefined ? () => false : wanted(at);
  let after = 'nothing';
  onMoment((moment) => {
    if (file !== undefined) {
      appendFileSync(file, `${moment.phase}@${after}\n`);
    }
    if (isIt(moment, after)) {
      moment.half?.();
      die();
    }
    after = moment.phase.startsWith('event.') ? moment.phase.slice('event.'.length) : after;
  });
}

function wanted(at: string): (moment: Moment, after: string) => boolean {
  if (/^\d+$/.test(at)) {
    return ({ seq }) => seq === Number(at);
  }
  const [, phase, times, type] = /^([^:@]+)(?::(\d+))?(?:@(.+))?$/.exec(at) ?? [];
  let left = Number(times ?? 1);
  return (moment, after) => moment.phase === phase && (type ?? after) === after && --left === 0;
}
