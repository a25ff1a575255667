import type { EventOf } from './event.ts';
import { move } from './move.ts';
import { noCheckpoint } from './no-checkpoint.ts';
import { dependantsOf } from './person.ts';
import { kept, type At } from './progress.ts';
import type { Run } from './run.ts';

type Replayed = EventOf<'checkpoint.undone'>['replayed'][number];

/**
 * Why a checkpoint cannot be taken back from the branch, and what to do instead; undefined where it can, as far as the run
 * itself tells.
 */
export function whyNotUndo(run: Run, checkpoint: string): string | undefined {
  const p = run.progress.find((q) => q.checkpoint.id === checkpoint);
  if (!p) {
    return noCheckpoint(run, checkpoint);
  }
  if (p.at !== 'landed') {
    return `${checkpoint} has not landed, so there is nothing to take back. To set it aside: orchestrate skip ${checkpoint}`;
  }
  const above = dependantsOf(run, checkpoint);
  const users = run.progress.filter((q) => above.has(q.checkpoint.id));
  const landed = users.findLast((q) => q.at === 'landed');
  if (landed) {
    return `${landed.checkpoint.id} builds on ${checkpoint} and has landed. Take that back first: orchestrate undo ${landed.checkpoint.id}`;
  }
  const under = users.find((q) => q.at !== 'todo' && q.at !== 'blocked' && q.at !== 'replaced');
  return under
    ? `${under.checkpoint.id} builds on ${checkpoint} and is under way. Set it aside first: orchestrate skip ${under.checkpoint.id}`
    : undefined;
}

/** The branch is to stand elsewhere: what landed after it is on it anew, as other commits. */
export function undone(run: Run, { checkpoint, head, replayed }: EventOf<'checkpoint.undone'>): Run {
  const anew = new Map(replayed.map((one) => [one.attempt, one]));
  const moved = move(run, checkpoint, ['landed'], (p) => ({
    ...kept(p),
    work: p.commit,
    at: 'blocked',
    reason: 'taken back by you',
    cause: 'person',
  }));
  return {
    ...moved,
    head,
    behind: head === run.head ? run.behind : (run.behind ?? run.head),
    final: null,
    whole: null,
    progress: moved.progress.map((p) => {
      const one = p.at === 'landed' ? anew.get(p.attempt) : undefined;
      return p.at === 'landed' && one ? standsAs(p, one) : p;
    }),
  };
}

const standsAs = (p: At<'landed'>, { commit, check }: Replayed): At<'landed'> => ({ ...p, commit, check });

/** The branch stands where the run says that it does. */
export function rewound(run: Run, { from }: EventOf<'run.rewound'>): Run {
  if (run.behind !== from) {
    throw new Error(`the branch was expected at ${run.behind ?? run.head}, was ${from}`);
  }
  return { ...run, behind: null };
}
