import { weigh, type CheckResult } from '../domain/check.ts';
import type { Event, EventOf } from '../domain/event.ts';
import { attemptRef, branchRef, refPrefix } from '../domain/ids.ts';
import { checkAt } from '../domain/known.ts';
import type { At } from '../domain/progress.ts';
import type { Run } from '../domain/run.ts';
import type { Git } from '../io/git/call.ts';
import { patchId } from '../io/git/diff.ts';
import { log } from '../io/git/history.ts';
import { rebase } from '../io/git/rebase.ts';
import { moveRef } from '../io/git/refs.ts';
import { setRef } from '../io/git/set-ref.ts';
import { runsIn, settled, type Checking } from './check-commit.ts';
import { describeCheck } from './check-words.ts';
import type { Control } from './drive.ts';

export type TakenBack =
  | { readonly ok: true; readonly event: EventOf<'checkpoint.undone'> }
  | { readonly ok: false; readonly why: string };

type Landed = At<'landed'>;
type Replayed = EventOf<'checkpoint.undone'>['replayed'][number];

/**
 * What the branch is without a landed checkpoint: each later one on top of the one before it, the very change that was
 * accepted, and checked as exactly that tree. Nothing is moved yet.
 */
export async function takeBack(
  checkpoint: string,
  run: Run,
  world: Checking,
  control: Control,
): Promise<TakenBack> {
  const landed = run.progress.filter((p): p is Landed => p.at === 'landed');
  const chain = await log(world.git, run.base, run.head);
  const place = chain.findIndex(({ commit }) => ownerOf(landed, commit)?.checkpoint.id === checkpoint);
  const replayed: Replayed[] = [];
  let head = place < 0 ? run.head : (chain[place]?.parents[0] ?? run.base);
  let known = checkAt(run, head);
  for (const { commit, parents } of place < 0 ? [] : chain.slice(place + 1)) {
    const owner = ownerOf(landed, commit);
    if (!owner) {
      return no(`${commit.slice(0, 8)} on ${run.branch} is no checkpoint of this run.`);
    }
    const moved = await onto(owner, { base: parents[0] ?? run.base, commit, head }, world.git);
    if (!moved.ok) {
      return no(
        `${moved.why} Nothing was changed. Take that back first: orchestrate undo ${owner.checkpoint.id}`,
      );
    }
    const check = await checkOf(owner, moved.commit, known, { run, world, control });
    if (weigh(check, known) !== 'green') {
      return no(
        `Without ${checkpoint} the check is not green on ${owner.checkpoint.id}: ${describeCheck(check)}. Nothing was changed. Its output: ${check.log}`,
      );
    }
    replayed.push({ attempt: owner.attempt, commit: moved.commit, check });
    head = moved.commit;
    known = check;
  }
  // An event names only commits that git keeps: until the branch is moved nothing else leads to these.
  for (const { attempt, commit } of replayed) {
    await setRef(world.git, attemptRef(run.id, attempt), commit);
  }
  return { ok: true, event: { type: 'checkpoint.undone', checkpoint, head, replayed } };
}

const no = (why: string): TakenBack => ({ ok: false, why });

const ownerOf = (landed: readonly Landed[], commit: string): Landed | undefined =>
  landed.find((p) => p.commit === commit);

type Onto = { readonly base: string; readonly commit: string; readonly head: string };

/** The same change elsewhere. One that becomes another there was accepted by nobody. */
async function onto(
  { checkpoint: { id } }: Landed,
  { base, commit, head }: Onto,
  git: Git,
): Promise<{ readonly ok: true; readonly commit: string } | { readonly ok: false; readonly why: string }> {
  const moved = await rebase(git, { base, commit, head });
  switch (moved.kind) {
    case 'conflict':
      return {
        ok: false,
        why: `${id} landed later and changes the same lines of ${moved.files.join(', ')}.`,
      };
    case 'empty':
      return { ok: false, why: `${id} landed later and would change nothing.` };
    case 'rebased': {
      const [before, after] = await Promise.all([
        patchId(git, base, commit),
        patchId(git, head, moved.commit),
      ]);
      return before === after
        ? { ok: true, commit: moved.commit }
        : { ok: false, why: `${id} landed later and would be another change, which nobody has reviewed.` };
    }
  }
}

type Where = { readonly run: Run; readonly world: Checking; readonly control: Control };

async function checkOf(
  { attempt, checkpoint: { check } }: Landed,
  commit: string,
  known: CheckResult | null,
  { run, world, control }: Where,
): Promise<CheckResult> {
  const commands = [...(check === undefined ? [] : [check]), ...run.settings.check];
  const name = `${attempt}.undo.${commit.slice(0, 8)}`;
  return settled({ commit, commands, name }, known, runsIn(run, world, control));
}

/** Moves the branch to where the run says that it stands. Where it stood before stays on a ref. */
export async function rewind(run: Run, git: Git): Promise<Event> {
  const from = run.behind ?? run.head;
  await setRef(git, undoneRef(run.id, from), from);
  const moved = await moveRef(git, {
    ref: branchRef(run.branch),
    from,
    to: run.head,
    reason: 'orchestrate: taken back',
  });
  switch (moved.kind) {
    case 'moved':
      return { type: 'run.rewound', from };
    case 'stale':
      return waits(
        `${run.branch} was moved by somebody else, to ${moved.now ?? 'nothing'}: set it back to ${from}`,
      );
    case 'checked_out':
      return waits(`${run.branch} is checked out in ${moved.where}: check out another branch there`);
  }
}

/** Keeps a head of the branch from which a checkpoint was taken back. */
export const undoneRef = (run: string, head: string): string =>
  `${refPrefix(run)}undone/${head.slice(0, 12)}`;

const waits = (detail: string): Event => ({ type: 'run.paused', reason: 'person', detail });
