import type { Event } from '../domain/event.ts';
import { baseline, check, finalCheck } from './check.ts';
import { code } from './code.ts';
import type { Perform } from './drive.ts';
import { guardCommit } from './guard.ts';
import { land } from './land.ts';
import { rebaseOnto } from './rebase-onto.ts';
import { makePlan } from './plan.ts';
import { replan } from './replan.ts';
import { review } from './review.ts';
import { reviewWhole } from './review-whole.ts';
import { startAttempt } from './start.ts';
import { stop } from './stop.ts';
import { rewind } from './undo.ts';
import type { World } from './world.ts';

/** What carries out each command. No rule of the domain stands here: what a result means, `apply` decides. */
export const performer =
  (world: World): Perform =>
  async (command, run, emit, control): Promise<Event> => {
    switch (command.do) {
      case 'baseline':
        return baseline(run, world, control);
      case 'plan':
        return makePlan(run, world, emit, control);
      case 'replan':
        return replan(run, world, emit, control);
      case 'start':
        return startAttempt(command.attempt, run, { git: world.git, routes: world.roles.coder.routes });
      case 'code':
        return code(command.attempt, run, world, emit, control);
      case 'check':
        return check(command.attempt, run, world, control);
      case 'guard':
        return guardCommit(command.attempt, run, world);
      case 'review':
        return review(command.attempt, run, world, emit, control);
      case 'rebase':
        return rebaseOnto(command, run, world, control);
      case 'land':
        return land(command.attempt, run, world.git);
      case 'stop':
        return stop(command.attempt, run, world);
      case 'block':
        return {
          type: 'checkpoint.blocked',
          checkpoint: command.checkpoint,
          reason: command.reason,
          cause: command.cause,
        };
      case 'rewind':
        return rewind(run, world.git);
      case 'final':
        return finalCheck(run, world, control);
      case 'look':
        return reviewWhole(run, world, emit, control);
      case 'pause':
        return { type: 'run.paused', reason: command.reason, detail: command.detail };
      case 'end':
        return { type: 'run.ended', outcome: command.outcome, detail: command.detail };
    }
  };
