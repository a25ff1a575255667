import { WHOLE_SPEC } from '../domain/criteria.ts';
import type { Event } from '../domain/event.ts';
import type { Plan } from '../domain/plan.ts';
import type { Run } from '../domain/run.ts';
import type { Result } from '../agent/result.ts';
import type { Planned } from '../roles/planner.ts';
import { askPlanner, type Planning } from './ask-planner.ts';
import type { Control, Emit } from './drive.ts';
import { planFor } from './plan-made.ts';
import { pauseFor } from './provider.ts';

/** Turns the spec into a plan: by the planner, or as one checkpoint where that was asked for. */
export async function makePlan(run: Run, world: Planning, emit: Emit, control: Control): Promise<Event> {
  if (run.settings.single) {
    return { type: 'plan.made', plan: singlePlan(run, world.spec), by: 'single', edges: [] };
  }
  try {
    const asked = run.answers.length + run.declined.length;
    const conversation = asked === 0 ? 'planner' : `planner.${String(asked + 1)}`;
    const asking = { conversation, commit: run.base, emit, control };
    return planned(await askPlanner(run, world, asking), world.spec);
  } catch (error) {
    return pauseFor(error);
  }
}

function planned(result: Result<Planned>, spec: string): Event {
  switch (result.end) {
    case 'finished':
      return accepted(result.value, spec);
    case 'unfit':
      return { type: 'plan.failed', reason: result.problem, raw: result.raw };
    case 'text':
      return { type: 'plan.failed', reason: 'the planner gave no plan, only text', raw: result.text };
    case 'turns':
    case 'stuck':
    case 'overflow':
    case 'truncated':
    case 'refused':
      return { type: 'plan.failed', reason: `the planner gave no plan: ${result.detail}`, raw: '' };
  }
}

function accepted(value: Planned, spec: string): Event {
  switch (value.kind) {
    case 'nothing_to_do':
      return { type: 'plan.empty', reason: value.reason };
    case 'question':
      return { type: 'plan.asked', question: value.question };
    case 'plan':
      return planFor(spec, value.plan);
  }
}

/** The whole spec as one checkpoint: its own words are the goal and the measure. */
function singlePlan(run: Run, spec: string): Plan {
  return {
    requirements: [{ id: 'R1', text: run.title }],
    checkpoints: [
      {
        id: 'c1',
        title: run.title.slice(0, 120),
        goal: spec,
        acceptance: [WHOLE_SPEC],
        after: [],
        files: [...run.settings.files],
        covers: ['R1'],
        difficulty: 'medium',
      },
    ],
  };
}
