import type { EventOf } from '../domain/event.ts';
import { mayShare } from '../domain/glob.ts';
import { orderOverlaps } from '../domain/overlap.ts';
import type { Plan } from '../domain/plan.ts';

/** A plan whose overlapping checkpoints follow each other, with the edges that this took. */
export function planMade(proposed: Plan, by: EventOf<'plan.made'>['by']): EventOf<'plan.made'> {
  const { plan, edges } = orderOverlaps(proposed, mayShare);
  return { type: 'plan.made', plan, by, edges: [...edges] };
}
