import type { Event } from '../domain/event.ts';
import { mayShare } from '../domain/glob.ts';
import { orderOverlaps } from '../domain/overlap.ts';
import { leftOver, renumbered, standing } from '../domain/replan.ts';
import type { Run } from '../domain/run.ts';
import type { Result } from '../agent/result.ts';
import { ModelError } from '../model/errors.ts';
import type { Planned } from '../roles/planner.ts';
import { replanBrief } from '../roles/replan-brief.ts';
import { askPlanner, type Planning } from './ask-planner.ts';
import type { Control, Emit } from './drive.ts';
import { pauseFor } from './provider.ts';

type Left = ReturnType<typeof leftOver>;

/** A plan anew is a help, not a need: an outage is not sat out for it. */
const RETRIES = { retries: 2, rateLimitRetries: 2, longestAskedMs: 10_000 };

/**
 * Has what is left planned anew, with what its failures taught. Where no other plan can be had, whatever the planner's
 * model or its provider did, that is said, and what is blocked stays so: nothing that has landed depends on it. Only a limit
 * of the run pauses it.
 */
export async function replan(run: Run, world: Planning, emit: Emit, control: Control): Promise<Event> {
  const left = leftOver(run);
  try {
    const result = await askPlanner(run, world, {
      conversation: `planner.again.${String(run.replans.length + 1)}`,
      commit: run.head,
      emit,
      control,
      left: replanBrief(run, left),
      stands: (said) => standing(said, run, left),
      retries: RETRIES,
    });
    return remade(result, run, left);
  } catch (error) {
    if (error instanceof ModelError) {
      return nothing(`the planner could not be asked: ${error.message}`);
    }
    return pauseFor(error);
  }
}

const nothing = (detail: string): Event => ({
  type: 'plan.remade',
  replaces: [],
  checkpoints: [],
  edges: [],
  detail,
});

function remade(result: Result<Planned>, run: Run, left: Left): Event {
  switch (result.end) {
    case 'finished':
      return accepted(result.value, run, left);
    case 'unfit':
      return nothing(`no valid plan: ${result.problem}`);
    case 'text':
      return nothing('the planner gave no plan, only text');
    case 'turns':
    case 'stuck':
    case 'overflow':
    case 'truncated':
    case 'refused':
      return nothing(`the planner gave no plan: ${result.detail}`);
  }
}

function accepted(value: Planned, run: Run, left: Left): Event {
  switch (value.kind) {
    case 'nothing_to_do':
      return nothing(`the planner sees no other way: ${value.reason}`);
    case 'question':
      return nothing(`the planner asks: ${value.question}`);
    case 'plan': {
      const taken = run.progress.map((p) => p.checkpoint.id);
      const { plan, edges } = orderOverlaps(renumbered(value.plan, taken), mayShare);
      const { checkpoints } = plan;
      const replaces = left.map((p) => p.checkpoint.id);
      const detail = `${replaces.join(', ')} as ${checkpoints.map(({ id }) => id).join(', ')}`;
      return { type: 'plan.remade', replaces, checkpoints, edges: [...edges], detail };
    }
  }
}
