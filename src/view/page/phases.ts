import type { Progress } from '../../domain/progress.ts';
import type { Run } from '../../domain/run.ts';

/** Where a checkpoint's time goes. `person`: it waits for an answer or an approval. */
export type PhaseKind = 'todo' | 'coding' | 'checking' | 'reviewing' | 'landing' | 'person';

/** A stretch of a checkpoint's way. Times in milliseconds since 1970; `to` is null while it lasts. */
export type Phase = {
  readonly kind: PhaseKind;
  /** Null while it is to do. */
  readonly attempt: string | null;
  readonly from: number;
  readonly to: number | null;
  /** US dollars spent in it, as far as prices are known. */
  readonly usd: number;
};

const KIND: { readonly [S in Progress['at']]: PhaseKind | null } = {
  todo: 'todo',
  coding: 'coding',
  checking: 'checking',
  guarding: 'checking',
  reviewing: 'reviewing',
  approving: 'person',
  asking: 'person',
  landing: 'landing',
  landed: null,
  blocked: null,
  replaced: null,
};

/** The way of one checkpoint after it has come to where `p` says. The same list where nothing has changed. */
export function moved(phases: readonly Phase[], p: Progress, now: number): readonly Phase[] {
  const kind = KIND[p.at];
  const attempt = 'attempt' in p ? p.attempt : null;
  const last = phases.at(-1);
  if (last?.to === null && last.kind === kind && last.attempt === attempt) {
    return phases;
  }
  const before = last?.to === null ? [...phases.slice(0, -1), { ...last, to: now }] : phases;
  return kind === null ? before : [...before, { kind, attempt, from: now, to: null, usd: 0 }];
}

/** The same with money on its last stretch. */
export function paid(phases: readonly Phase[], usd: number): readonly Phase[] {
  const last = phases.at(-1);
  return last ? [...phases.slice(0, -1), { ...last, usd: last.usd + usd }] : phases;
}

export type Span = { readonly from: number; readonly to: number };

/** A stretch as it is shown: waiting is told apart by what was waited for. */
export type Stretch = Span & {
  readonly kind: Exclude<PhaseKind, 'todo'> | 'before' | 'worker';
  readonly attempt: string | null;
  readonly usd: number;
  /** The checkpoint that was waited for last, where one was. */
  readonly for: string | null;
};

/** When each checkpoint landed. */
export type Landings = ReadonlyMap<string, number>;

/** A checkpoint waits for what it comes after, then for a free worker. `now` ends what still lasts. */
export function stretches(
  phases: readonly Phase[],
  { after, landings, now }: { after: readonly string[]; landings: Landings; now: number },
): Stretch[] {
  return phases.flatMap(({ kind, attempt, from, to: end, usd }): Stretch[] => {
    const to = Math.max(from, end ?? now);
    if (kind !== 'todo') {
      return [{ kind, attempt, from, to, usd, for: null }];
    }
    const last = lastOf(after, landings);
    const free = Math.min(to, Math.max(from, last?.at ?? (after.length > 0 ? to : from)));
    return [
      ...(free > from
        ? [{ kind: 'before' as const, attempt, from, to: free, usd, for: last?.id ?? after[0] ?? null }]
        : []),
      ...(to > free ? [{ kind: 'worker' as const, attempt, from: free, to, usd, for: null }] : []),
    ];
  });
}

/** The one that landed last of those that have to land first; undefined while not all have. */
function lastOf(after: readonly string[], landings: Landings): { id: string; at: number } | undefined {
  const known = after.flatMap((id) => {
    const at = landings.get(id);
    return at === undefined ? [] : [{ id, at }];
  });
  return known.length < after.length ? undefined : known.toSorted((a, b) => b.at - a.at)[0];
}

/** Milliseconds of a stretch during which the run did not lie still. */
export const atWork = ({ from, to }: Span, pauses: readonly Span[]): number =>
  pauses.reduce((left, p) => left - Math.max(0, Math.min(to, p.to) - Math.max(from, p.from)), to - from);

/** Milliseconds and money by kind of stretch, pauses left out. */
export function totals(
  all: readonly Stretch[],
  pauses: readonly Span[],
): ReadonlyMap<Stretch['kind'], { readonly ms: number; readonly usd: number }> {
  const sums = new Map<Stretch['kind'], { ms: number; usd: number }>();
  for (const stretch of all) {
    const sum = sums.get(stretch.kind) ?? { ms: 0, usd: 0 };
    sums.set(stretch.kind, { ms: sum.ms + atWork(stretch, pauses), usd: sum.usd + stretch.usd });
  }
  return sums;
}

/** When the run lay still: between its last event and its being resumed, and since it was paused. */
export const stillNow = (run: Run, lastAt: number, now: number): Span[] =>
  run.paused === null ? [] : [{ from: lastAt, to: Math.max(lastAt, now) }];
