import type { Git } from './call.ts';
import { moveRef, readRef } from './refs.ts';

/** Points a ref that is ours alone at a commit, wherever it was before. */
export async function setRef(git: Git, ref: string, commit: string): Promise<void> {
  const moved = await moveRef(git, { ref, from: await readRef(git, ref), to: commit });
  if (moved.kind !== 'moved') {
    throw new Error(`${ref} could not be set: somebody else holds it`);
  }
}
