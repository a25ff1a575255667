import type { Checkpoint, Plan } from './plan.ts';

export type Edge = { readonly from: string; readonly to: string; readonly because: string };

/**
 * Makes checkpoints that may touch the same files follow each other: an edge is added from the earlier to the later
 * where none orders them yet. `share` says whether two globs can name one file.
 */
export function orderOverlaps(
  plan: Plan,
  share: (a: string, b: string) => boolean,
): { readonly plan: Plan; readonly edges: readonly Edge[] } {
  const edges: Edge[] = [];
  const checkpoints: Checkpoint[] = plan.checkpoints.map((c) => ({ ...c }));
  checkpoints.forEach((later, i) => {
    for (const earlier of checkpoints.slice(0, i).toReversed()) {
      const clash = firstClash(earlier, later, share);
      if (clash !== undefined && !ordered(checkpoints, earlier.id, later.id)) {
        later.after = [...later.after, earlier.id];
        edges.push({ from: earlier.id, to: later.id, because: clash });
      }
    }
  });
  return { plan: { ...plan, checkpoints }, edges };
}

function firstClash(
  a: Checkpoint,
  b: Checkpoint,
  share: (a: string, b: string) => boolean,
): string | undefined {
  return a.files.find((x) => b.files.some((y) => share(x, y)));
}

function ordered(checkpoints: readonly Checkpoint[], a: string, b: string): boolean {
  const after = new Map(checkpoints.map((c) => [c.id, c.after]));
  const reaches = (from: string, to: string, seen: Set<string>): boolean => {
    if (from === to) {
      return true;
    }
    seen.add(from);
    return (after.get(from) ?? []).some((dep) => !seen.has(dep) && reaches(dep, to, seen));
  };
  return reaches(a, b, new Set()) || reaches(b, a, new Set());
}
