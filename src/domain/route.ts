import type { Difficulty } from './plan.ts';

/** Names of models, cheapest first; the last one serves every further attempt. */
export type Ladder = readonly [string, ...string[]];
export type Routes = { readonly [D in Difficulty]: Ladder };

/** The model for a checkpoint after so many failures that were the model's own. */
export function route(routes: Routes, difficulty: Difficulty, failures: number): string {
  const ladder = routes[difficulty];
  return ladder[Math.min(failures, ladder.length - 1)] ?? ladder[0];
}
