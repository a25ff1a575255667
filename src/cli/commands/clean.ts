import { rm } from 'node:fs/promises';
import { refPrefix } from '../../domain/ids.ts';
import { isAncestor } from '../../io/git/history.ts';
import { listRefs, moveRef, resolveCommit, type Ref } from '../../io/git/refs.ts';
import { listRuns } from '../../io/state.ts';
import { emptyTrash, toTrash } from '../../io/slot-trash.ts';
import { takeLock } from '../run-lock.ts';
import { begun, here, pickRun, readRun, type Here, type Recorded } from '../runs.ts';
import type { Shell } from '../shell.ts';

export type CleanFlags = { readonly yes?: boolean; readonly force?: boolean; readonly olderThan?: number };
type Doomed = Recorded & { readonly refs: readonly Ref[]; readonly unmerged: readonly Ref[] };

/** `orchestrate clean`: shows what would go; with `--yes` it goes. Work that is nowhere else stays unless forced. */
export async function clean(name: string | undefined, flags: CleanFlags, shell: Shell): Promise<number> {
  const at = await here(shell);
  const lock = await takeLock(at.state, { run: 'clean', env: shell.env });
  try {
    const doomed = await Promise.all((await chosen(at, name, flags)).map(async (r) => examine(at, r)));
    if (doomed.length === 0) {
      shell.out('nothing to clean\n');
    }
    for (const run of doomed) {
      await cleanOne(at, run, flags, shell);
    }
    if (flags.yes === true) {
      await clearWorkingCopies(at);
    } else if (doomed.length > 0) {
      shell.out('nothing was removed; do it with --yes\n');
    }
    return 0;
  } finally {
    await lock.release();
  }
}

/** An attempt that was cut short goes on in its working copy: while a run is unfinished, they all stay. */
async function clearWorkingCopies({ state }: Here): Promise<void> {
  const left = await Promise.all((await begun(await listRuns(state))).map(readRun));
  if (left.every(({ run }) => run.at === 'ended')) {
    await toTrash(state.trash, state.slots);
  }
  await emptyTrash(state.trash);
}

const DAY_MS = 86_400_000;

async function chosen(
  at: Here,
  name: string | undefined,
  { olderThan = 0 }: CleanFlags,
): Promise<Recorded[]> {
  if (name !== undefined) {
    return [await pickRun(at, name)];
  }
  const runs = await Promise.all((await begun(await listRuns(at.state))).map(readRun));
  const before = Date.now() - olderThan * DAY_MS;
  return runs.filter(({ run, lines }) => run.at === 'ended' && Date.parse(lines.at(-1)?.at ?? '') <= before);
}

/** The refs of a run, and those of them whose commits are on no branch of the user's. */
async function examine({ git }: Here, recorded: Recorded): Promise<Doomed> {
  const branch = `refs/heads/${recorded.run.branch}`;
  const all = await listRefs(git);
  const refs = all.filter((r) => r.ref === branch || r.ref.startsWith(refPrefix(recorded.run.id)));
  const head = await resolveCommit(git, 'HEAD');
  const others = [
    ...(head === null ? [] : [head]),
    ...all.filter((r) => r.ref.startsWith('refs/heads/') && r.ref !== branch).map((r) => r.id),
  ];
  const unmerged: Ref[] = [];
  for (const ref of refs.filter((r) => !isSuperseded(r, recorded))) {
    const merged = await Promise.all(others.map(async (id) => isAncestor(git, ref.id, id)));
    if (!merged.includes(true)) {
      unmerged.push(ref);
    }
  }
  return { ...recorded, refs, unmerged };
}

/** An attempt at a checkpoint that has landed by a later one: what it was worth is in what landed. */
const isSuperseded = ({ ref }: Ref, { run }: Recorded): boolean =>
  run.progress.some((p) => p.at === 'landed' && ref.startsWith(`${refPrefix(run.id)}${p.checkpoint.id}.`));

async function cleanOne({ git }: Here, doomed: Doomed, flags: CleanFlags, shell: Shell): Promise<void> {
  const { run, folder, refs, unmerged } = doomed;
  const lines = unmerged.map((r) => `  not merged anywhere: ${r.ref} ${r.id.slice(0, 12)}\n`).join('');
  const keep = unmerged.length > 0 && flags.force !== true;
  shell.out(`${run.id} ${run.title}: ${folder.dir}, ${String(refs.length)} refs\n${lines}`);
  if (keep) {
    shell.out(
      '  kept; remove it all the same with --force (the ids above still name the work until git prunes it)\n',
    );
  }
  if (keep || flags.yes !== true) {
    return;
  }
  for (const { ref, id } of refs) {
    const moved = await moveRef(git, { ref, from: id, to: null });
    if (moved.kind === 'checked_out') {
      shell.out(`  ${ref} is checked out in ${moved.where} and stays\n`);
    }
  }
  await rm(folder.dir, { recursive: true, force: true });
}
