import type { Plan } from './plan.ts';

/** From here on a spec is more than one sitting's work, by any of these. */
const LARGE = { words: 600, items: 8, requirements: 6 } as const;

/**
 * What is to be pointed out of a plan that can be worked on all the same, one sentence each: a large spec in one piece lands
 * whole or not at all, and is hard to review.
 */
export function planRemarks({ requirements, checkpoints }: Plan, spec: string): string[] {
  const [only, ...others] = checkpoints;
  const words = spec.split(/\s+/).filter(Boolean).length;
  const items = spec.match(/^(?:[-*+]|\d+[.)])\s+\S/gm)?.length ?? 0;
  const isLarge = words >= LARGE.words || items >= LARGE.items || requirements.length >= LARGE.requirements;
  return only !== undefined && others.length === 0 && isLarge
    ? [
        `${only.id} is the whole of a large spec (${String(words)} words, ${String(requirements.length)} requirements): it lands all at once or not at all. Split the spec, or edit the plan with --approve plan.`,
      ]
    : [];
}
