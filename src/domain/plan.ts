import { z } from 'zod';
import { CheckpointId } from './ids.ts';
import { Label } from './labels.ts';

export const Requirement = z.strictObject({
  id: z.string().regex(/^R\d+$/, 'expected an id such as R1'),
  text: z.string().min(1),
});
export type Requirement = z.infer<typeof Requirement>;

export const Difficulty = z.enum(['easy', 'medium', 'hard']);
export type Difficulty = z.infer<typeof Difficulty>;

export const Checkpoint = z.strictObject({
  id: CheckpointId,
  title: z.string().min(1).max(120),
  /** What the coder is asked to do; stands alone. */
  goal: z.string().min(1),
  /** What a reviewer must find true, one sentence each. */
  acceptance: z.array(z.string().min(1)).min(1),
  /** Checkpoints that must have landed before this one starts. */
  after: z.array(z.string()).default([]),
  /** Globs of the files that it may change; empty means any. */
  files: z.array(z.string()).default([]),
  covers: z.array(z.string()).default([]),
  difficulty: Difficulty.default('medium'),
  /** A check command of its own, run before the run's. */
  check: z.string().min(1).optional(),
  /** What a worker on another machine must have to do it. A person says so, never a planner. */
  labels: z.array(Label).exactOptional(),
});
export type Checkpoint = z.infer<typeof Checkpoint>;

export const Plan = z.strictObject({
  requirements: z.array(Requirement).default([]),
  checkpoints: z.array(Checkpoint).min(1, 'a plan has at least one checkpoint'),
});
export type Plan = z.infer<typeof Plan>;

/** What is wrong with a plan, one sentence each; empty when it can be worked on. */
export function planProblems(plan: Plan, cap: number): string[] {
  return [
    ...sizeProblems(plan, cap),
    ...repeated(plan.checkpoints.map((c) => c.id)).map((id) => `checkpoint ${id} is listed twice`),
    ...repeated(plan.requirements.map((r) => r.id)).map((id) => `requirement ${id} is listed twice`),
    ...dependencyProblems(plan.checkpoints),
    ...coverageProblems(plan),
    ...plan.checkpoints.flatMap(pathProblems),
  ];
}

function sizeProblems({ checkpoints }: Plan, cap: number): string[] {
  return checkpoints.length > cap
    ? [`${String(checkpoints.length)} checkpoints are too many, at most ${String(cap)}: make them coarser`]
    : [];
}

function dependencyProblems(checkpoints: readonly Checkpoint[]): string[] {
  const known = new Set(checkpoints.map((c) => c.id));
  const unknown = checkpoints.flatMap((c) =>
    c.after.filter((dep) => !known.has(dep)).map((dep) => `${c.id} comes after ${dep}, which does not exist`),
  );
  const cycle = findCycle(checkpoints);
  return cycle ? [...unknown, `the order goes round in a circle: ${cycle.join(' → ')}`] : unknown;
}

function coverageProblems({ requirements, checkpoints }: Plan): string[] {
  const known = new Set(requirements.map((r) => r.id));
  const covered = new Set(checkpoints.flatMap((c) => c.covers));
  return [
    ...requirements.filter((r) => !covered.has(r.id)).map((r) => `no checkpoint covers ${r.id} (${r.text})`),
    ...checkpoints.flatMap((c) =>
      c.covers.filter((id) => !known.has(id)).map((id) => `${c.id} covers ${id}, which is not a requirement`),
    ),
  ];
}

function pathProblems(checkpoint: Checkpoint): string[] {
  return checkpoint.files
    .filter((glob) => glob.startsWith('/') || /^[A-Za-z]:/.test(glob) || glob.split('/').includes('..'))
    .map((glob) => `${checkpoint.id}: files has ${glob}, which is not a path inside the repository`);
}

const repeated = (ids: readonly string[]): string[] => [
  ...new Set(ids.filter((id, i) => ids.indexOf(id) !== i)),
];

/** A circle of dependencies as a path that ends where it began, or undefined. */
function findCycle(checkpoints: readonly Checkpoint[]): string[] | undefined {
  const after = new Map(checkpoints.map((c) => [c.id, c.after]));
  const done = new Set<string>();
  const visit = (id: string, path: readonly string[]): string[] | undefined => {
    const seen = path.indexOf(id);
    if (seen >= 0) {
      return [...path.slice(seen), id];
    }
    if (done.has(id)) {
      return undefined;
    }
    for (const dep of after.get(id) ?? []) {
      const cycle = visit(dep, [...path, id]);
      if (cycle) {
        return cycle;
      }
    }
    done.add(id);
    return undefined;
  };
  for (const { id } of checkpoints) {
    const cycle = visit(id, []);
    if (cycle) {
      return cycle;
    }
  }
  return undefined;
}
