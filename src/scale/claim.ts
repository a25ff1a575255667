import { randomUUID } from 'node:crypto';
import { GitError } from '../io/git/call.ts';
import type { Ref } from '../io/git/refs.ts';
import { fetchRef, listRemote, pushRefs, type Remote } from '../io/git/remote.ts';
import { storeFiles } from '../io/git/store.ts';
import { pause } from './pause.ts';
import { claimRef, deliveryOf, headRef, lateRef, resultRef, taskRef, type Done } from './job.ts';

export type Claim =
  /** It is ours: nobody else can hand in a result until somebody claims after us. */
  | { readonly kind: 'claimed'; readonly delivery: number; readonly commit: string }
  | ({ readonly kind: 'done' } & Done)
  /** Nobody waits for it any more. */
  | { readonly kind: 'closed' }
  /** Somebody else has it, or took it while we looked. */
  | { readonly kind: 'lost' };

type Claiming = {
  readonly refs: string;
  /** The commit that says what is to be done; no other will do. */
  readonly task: string;
  /** A folder of refs of ours, for one piece of work at a time. */
  readonly own: string;
  readonly worker: string;
  /** Whether the broker still counts the job as ours. */
  readonly holds: () => Promise<boolean>;
};

/**
 * Takes a piece of work, once. The order is what makes it safe: look at the refs, then make sure of the lease, then claim
 * on condition that nothing has moved. Whoever was frozen anywhere between finds the lease gone or the refs moved.
 */
export async function claim(remote: Remote, of: Claiming): Promise<Claim> {
  const { refs, task, own, worker, holds } = of;
  const seen = await listRemote(remote, refs);
  const result = resultIn(seen);
  if (result) {
    return { kind: 'done', ...result };
  }
  if (at(seen, taskRef(refs)) !== task) {
    return { kind: 'closed' };
  }
  if ((await fetchRef(remote, { from: taskRef(refs), to: `${own}task` })) !== task) {
    return { kind: 'closed' };
  }
  const delivery = 1 + Math.max(0, ...seen.map(({ ref }) => deliveryOf(ref, 'claim') ?? 0));
  const commit = await storeFiles(remote.git, {
    ref: `${own}claim`,
    parents: [task],
    // No two claims are the same commit, so that a ref that has come back to where it was never passes for unmoved.
    message: `Claimed by ${worker} (${randomUUID()})`,
    files: new Map(),
  });
  if (!(await holds())) {
    return { kind: 'lost' };
  }
  const pushed = await pushRefs(remote, [
    { ref: headRef(refs), from: at(seen, headRef(refs)), to: commit },
    { ref: claimRef(refs, delivery), from: null, to: commit },
  ]);
  return pushed === 'pushed' ? { kind: 'claimed', delivery, commit } : { kind: 'lost' };
}

export type Handing = {
  readonly refs: string;
  readonly own: string;
  readonly claim: { readonly delivery: number; readonly commit: string };
  readonly work: string | null;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly signal: AbortSignal;
};

const PATIENCE_MS = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 30_000];

/**
 * Hands a result in, on condition that the claim still stands; `fenced` where somebody has claimed after us, and then the
 * result is kept on a side ref. A remote that is out of reach is tried again for a while.
 */
export async function handIn(remote: Remote, of: Handing): Promise<Done | 'fenced'> {
  const { refs, own, claim: mine, work, files, signal } = of;
  const { delivery } = mine;
  const commit = await storeFiles(remote.git, {
    ref: `${own}result`,
    parents: [mine.commit, ...(work === null ? [] : [work])],
    message: `Result of delivery ${String(delivery)}`,
    files,
  });
  const moves = [
    { ref: headRef(refs), from: mine.commit, to: commit },
    { ref: resultRef(refs, delivery), from: null, to: commit },
  ];
  for (const ms of PATIENCE_MS) {
    const came = await pushRefs(remote, moves).catch(whereUnknown);
    const seen = came === 'pushed' ? [] : await listRemote(remote, refs).catch(whereUnknown);
    if (came === 'pushed' || (Array.isArray(seen) && at(seen, resultRef(refs, delivery)) === commit)) {
      return { delivery, commit };
    }
    if (Array.isArray(seen) && at(seen, headRef(refs)) !== mine.commit) {
      await keepLate(remote, { refs, commit });
      return 'fenced';
    }
    await pause(ms, signal);
  }
  throw new Error('the repository could not be reached to hand in the result');
}

async function keepLate(
  remote: Remote,
  { refs, commit }: { readonly refs: string; readonly commit: string },
): Promise<void> {
  const ref = lateRef(refs, commit.slice(0, 12));
  await pushRefs(remote, [{ ref, from: null, to: commit }]).catch(whereUnknown);
}

/** The first result there is. */
export function resultIn(seen: readonly Ref[]): Done | undefined {
  const found = seen.flatMap(({ ref, id }) => {
    const delivery = deliveryOf(ref, 'result');
    return delivery === null ? [] : [{ delivery, commit: id }];
  });
  return found.toSorted((a, b) => a.delivery - b.delivery)[0];
}

const at = (seen: readonly Ref[], name: string): string | null =>
  seen.find(({ ref }) => ref === name)?.id ?? null;

function whereUnknown(error: unknown): 'unknown' {
  if (error instanceof GitError) {
    return 'unknown';
  }
  throw error;
}
