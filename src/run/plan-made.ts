import type { EventOf } from '../domain/event.ts';
import { mayShare } from '../domain/glob.ts';
import { orderOverlaps } from '../domain/overlap.ts';
import type { Plan } from '../domain/plan.ts';
import { planRemarks } from '../domain/plan-size.ts';

/** A planner's plan for a spec, with what is remarkable of it. */
export function planFor(spec: string, proposed: Plan): EventOf<'plan.made'> {
  const remarks = planRemarks(proposed, spec);
  const made = planMade(proposed, 'planner');
  return remarks.length > 0 ? { ...made, remarks } : made;
}

/** A plan whose overlapping checkpoints follow each other, with the edges that this took. */
export function planMade(proposed: Plan, by: EventOf<'plan.made'>['by']): EventOf<'plan.made'> {
  const { plan, edges } = orderOverlaps(proposed, mayShare);
  return { type: 'plan.made', plan, by, edges: [...edges] };
}
