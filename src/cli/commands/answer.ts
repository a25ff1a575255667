import type { Run } from '../../domain/run.ts';
import { deliver } from '../deliver.ts';
import { here, pickRun } from '../runs.ts';
import type { Shell } from '../shell.ts';

/** `orchestrate answer "…"`: answers what a run asks. One that rests is resumed by a step of its own. */
export async function answer(text: string, name: string | undefined, shell: Shell): Promise<number> {
  const at = await here(shell);
  const found = await pickRun(at, name, { first: asks, else: NOBODY });
  return deliver({ at, found, wish: { wish: 'answer', checkpoint: null, text }, shell });
}

const NOBODY = {
  none: 'No run of this repository waits for an answer. See where one stands: orchestrate status',
};

const asks = (run: Run): boolean =>
  run.at !== 'ended' && (run.question !== null || run.progress.some((p) => p.at === 'asking'));
