import type { BlockCause, EventOf } from './event.ts';
import { labelsOfAll } from './labels.ts';
import type { Checkpoint, Plan, Requirement } from './plan.ts';
import { begin, kept, type At, type Progress } from './progress.ts';
import type { Run } from './run.ts';

/** Whether another plan may help where a checkpoint was given up for this cause. */
const MAY_HELP: Record<BlockCause | 'person', boolean> = {
  attempts: true,
  reviews: true,
  /** As long as everything that it builds on is planned anew, too. */
  dependency: true,
  check: false,
  person: false,
};

/**
 * Blocked checkpoints to be planned anew: those whose attempts or reviews came to nothing, and what builds on them. Empty
 * where the run may not plan again. What is impossible, or has used up a limit of its own, is for a person to look at; and
 * a plan that a person approved is not replaced by another.
 */
export function leftOver({ progress, replans, settings }: Run): At<'blocked'>[] {
  if (settings.single || settings.approve === 'plan' || replans.length >= settings.replans) {
    return [];
  }
  const blocked = progress.filter((p) => p.at === 'blocked');
  const left = new Set(blocked.filter((p) => p.cause !== null && MAY_HELP[p.cause]));
  const lost = (p: At<'blocked'>): boolean =>
    blocked.some((q) => !left.has(q) && p.checkpoint.after.includes(q.checkpoint.id));
  let size: number;
  do {
    size = left.size;
    [...left].filter(lost).forEach((p) => left.delete(p));
  } while (left.size < size);
  return [...left].some((p) => p.cause !== 'dependency') ? [...left] : [];
}

/** Requirements that only what is left over covers. */
export function requirementsLeft({ requirements, progress }: Run, left: readonly Progress[]): Requirement[] {
  const others = progress.filter((p) => !left.includes(p) && p.at !== 'replaced');
  return requirements.filter(({ id }) => isCovered(id, left) && !isCovered(id, others));
}

const isCovered = (id: string, by: readonly Progress[]): boolean =>
  by.some(({ checkpoint }) => checkpoint.covers.includes(id));

/**
 * What a planner proposes for what is left, as a plan that stands by itself: what has landed need not be waited for, and
 * requirements that others cover are theirs. It may need any machine that what it replaces needs.
 */
export function standing(
  { checkpoints }: Pick<Plan, 'checkpoints'>,
  run: Run,
  left: readonly Progress[],
): Plan {
  const own = new Set(checkpoints.map(({ id }) => id));
  const landed = new Set(run.progress.flatMap((p) => (p.at === 'landed' ? [p.checkpoint.id] : [])));
  const requirements = requirementsLeft(run, left);
  const labels = labelsOfAll(
    left.map(({ checkpoint }) => checkpoint),
    run.settings,
  );
  const others = new Set(run.requirements.filter((r) => !requirements.includes(r)).map(({ id }) => id));
  return {
    requirements,
    checkpoints: checkpoints.map((c) => ({
      ...c,
      after: c.after.filter((id) => own.has(id) || !landed.has(id)),
      covers: c.covers.filter((id) => !others.has(id)),
      ...(labels ? { labels } : {}),
    })),
  };
}

/** The same with ids that go on from those that are taken: attempts, refs and notes of old ones stay apart. */
export function renumbered(plan: Plan, taken: readonly string[]): Plan {
  const first = Math.max(0, ...taken.map((id) => Number(id.slice(1)))) + 1;
  const names = new Map(plan.checkpoints.map(({ id }, i) => [id, `c${String(first + i)}`]));
  const named = (id: string): string => names.get(id) ?? id;
  const checkpoints = plan.checkpoints.map((c): Checkpoint => ({
    ...c,
    id: named(c.id),
    after: c.after.map(named),
  }));
  return { ...plan, checkpoints };
}

/** What is left makes room for what was planned in its place; where nothing was, it stays blocked. */
export function remade(run: Run, event: EventOf<'plan.remade'>): Run {
  const by = event.checkpoints.map(({ id }) => id);
  const after = run.progress.map((p): Progress =>
    p.at === 'blocked' && event.replaces.includes(p.checkpoint.id)
      ? { ...kept(p), at: 'replaced', reason: p.reason, by }
      : p,
  );
  return {
    ...run,
    replans: [...run.replans, event.detail],
    progress: [...after, ...event.checkpoints.map((c) => begin(c, run.words))],
  };
}
