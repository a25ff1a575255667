import type { EventOf } from './event.ts';
import { same } from './ids.ts';
import { move } from './move.ts';
import { kept, type At, type Progress } from './progress.ts';
import type { Run } from './run.ts';

/** The branch stands at what was checked and accepted: the same change to the same tree, under its final message. */
export function landed(run: Run, event: EventOf<'checkpoint.landed'>): Run {
  let head = run.head;
  const moved = move(run, event.attempt, ['landing'], (p) => {
    const accepted = same(p.commit, event.accepted ?? event.commit);
    if (p.changed.length > 0) {
      same(run.head, p.base);
    }
    if (p.held === p.base) {
      throw new Error(`${p.attempt}: its check on ${p.base} was red`);
    }
    // A checkpoint that needed no change leaves the branch where it is.
    head = p.changed.length > 0 ? event.commit : run.head;
    return {
      ...kept(p),
      wanted: null,
      at: 'landed',
      attempt: p.attempt,
      commit: event.commit,
      accepted,
      check: p.check,
    };
  });
  const progress = moved.progress.map((p) => restood(p, moved));
  // What was checked as a whole before is not the whole any more.
  return { ...moved, progress, head, final: head === run.head ? moved.final : null };
}

/** The commit of the same tree that has landed, where a commit has; else itself. */
export function asLanded({ progress }: Pick<Run, 'progress'>, commit: string): string {
  const landing = progress.find((p): p is At<'landed'> => p.at === 'landed' && p.accepted === commit);
  return landing?.commit ?? commit;
}

/** What was put on an accepted commit stands on it as it landed. */
const restood = (p: Progress, run: Run): Progress =>
  'held' in p
    ? { ...p, base: asLanded(run, p.base), held: p.held === null ? null : asLanded(run, p.held) }
    : p;
