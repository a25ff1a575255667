import { rm } from 'node:fs/promises';
import { refPrefix } from '../../domain/ids.ts';
import { isAncestor } from '../../io/git/history.ts';
import { listRefs, moveRef, resolveCommit, type Ref } from '../../io/git/refs.ts';
import { DamagedFile } from '../../io/lines.ts';
import { listRuns, type RunFolder } from '../../io/state.ts';
import { emptyTrash } from '../../io/slot-trash.ts';
import { takeLock } from '../run-lock.ts';
import { begun, folderOf, here, readRun, type Here, type Recorded } from '../runs.ts';
import type { Shell } from '../shell.ts';
import { emptyCopies, leftRunning, neverBegun, type Leftover } from './clean-leftovers.ts';

export type CleanFlags = { readonly yes?: boolean; readonly force?: boolean; readonly olderThan?: number };

/** A run whose records cannot be read any more: what it did is only in its refs. */
type Damaged = { readonly folder: RunFolder; readonly damage: string };
type Doomed = (Recorded | Damaged) & { readonly refs: readonly Ref[]; readonly unmerged: readonly Ref[] };

/** `orchestrate clean`: shows what would go; with `--yes` it goes. Work that is nowhere else stays unless forced. */
export async function clean(name: string | undefined, flags: CleanFlags, shell: Shell): Promise<number> {
  const at = await here(shell);
  const lock = await takeLock(at.state, { run: 'clean', env: shell.env });
  try {
    const folders = await listRuns(at.state);
    const all = await Promise.all((await begun(folders)).map(readAny));
    const chosen = name === undefined ? finished(all, flags) : [await readAny(await folderOf(at, name))];
    const doomed = await Promise.all(chosen.map(async (r) => examine(at, r)));
    const ids = new Set(doomed.map(({ folder }) => folder.id));
    const rest = all.filter(({ folder }) => !ids.has(folder.id));
    const left = await leftovers(at, { folders, all, rest, forced: flags.force === true });
    if (doomed.length + left.length === 0) {
      shell.out(['nothing to clean', ...staying(all)].join('\n') + '\n');
    }
    for (const run of doomed) {
      await cleanOne(at, run, flags, shell);
    }
    for (const { says, remove } of left) {
      shell.out(`${says}\n`);
      await (flags.yes === true ? remove() : undefined);
    }
    if (flags.yes === true) {
      await emptyTrash(at.state.trash);
    } else if (doomed.length + left.length > 0) {
      shell.out('nothing was removed; do it with --yes\n');
    }
    return 0;
  } finally {
    await lock.release();
  }
}

type Listed = {
  readonly folders: readonly RunFolder[];
  readonly all: readonly (Recorded | Damaged)[];
  /** Those that are not to be removed. */
  readonly rest: readonly (Recorded | Damaged)[];
  readonly forced: boolean;
};

/** An attempt that was cut short goes on in its working copy: while a run is unfinished, they all stay. */
async function leftovers(at: Here, { folders, all, rest, forced }: Listed): Promise<Leftover[]> {
  const known = new Set(all.map(({ folder }) => folder.id));
  const free = rest.every((one) => 'run' in one && one.run.at === 'ended');
  const unborn = folders.filter(({ id }) => !known.has(id));
  return [
    ...(await leftRunning(folders)),
    ...(await neverBegun(at, unborn, { forced })),
    ...(free ? await emptyCopies(at) : []),
  ];
}

async function readAny(folder: RunFolder): Promise<Recorded | Damaged> {
  try {
    return await readRun(folder);
  } catch (error) {
    if (error instanceof DamagedFile) {
      return { folder, damage: error.message };
    }
    throw error;
  }
}

/** Runs that are only removed by their name, and why. */
const staying = (all: readonly (Recorded | Damaged)[]): string[] =>
  all.flatMap((one) => {
    const why = 'damage' in one ? 'is damaged' : one.run.at === 'ended' ? undefined : 'is unfinished';
    return why === undefined
      ? []
      : [
          `${one.folder.id} ${why} and stays; remove it by its name: orchestrate clean ${one.folder.id} --yes`,
        ];
  });

const DAY_MS = 86_400_000;

function finished(all: readonly (Recorded | Damaged)[], { olderThan = 0 }: CleanFlags): Recorded[] {
  const before = Date.now() - olderThan * DAY_MS;
  return all.flatMap((one) =>
    'run' in one && one.run.at === 'ended' && Date.parse(one.lines.at(-1)?.at ?? '') <= before ? [one] : [],
  );
}

/** The refs of a run, and those of them whose commits are on no branch of the user's. */
async function examine({ git }: Here, found: Recorded | Damaged): Promise<Doomed> {
  const { id } = found.folder;
  const branch = `refs/heads/${'run' in found ? found.run.branch : `orchestrate/${id}`}`;
  const all = await listRefs(git);
  const refs = all.filter((r) => r.ref === branch || r.ref.startsWith(refPrefix(id)));
  const head = await resolveCommit(git, 'HEAD');
  const others = [
    ...(head === null ? [] : [head]),
    ...all.filter((r) => r.ref.startsWith('refs/heads/') && r.ref !== branch).map((r) => r.id),
  ];
  const unmerged: Ref[] = [];
  for (const ref of refs.filter((r) => !isSuperseded(r, found))) {
    const merged = await Promise.all(others.map(async (other) => isAncestor(git, ref.id, other)));
    if (!merged.includes(true)) {
      unmerged.push(ref);
    }
  }
  return { ...found, refs, unmerged };
}

/** An attempt at a checkpoint that has landed by a later one: what it was worth is in what landed. */
const isSuperseded = ({ ref }: Ref, found: Recorded | Damaged): boolean =>
  'run' in found &&
  found.run.progress.some(
    (p) => p.at === 'landed' && ref.startsWith(`${refPrefix(found.run.id)}${p.checkpoint.id}.`),
  );

async function cleanOne({ git }: Here, doomed: Doomed, flags: CleanFlags, shell: Shell): Promise<void> {
  const { folder, refs, unmerged } = doomed;
  const lines = unmerged.map((r) => `  not merged anywhere: ${r.ref} ${r.id.slice(0, 12)}\n`).join('');
  const damaged = 'damage' in doomed ? `  its records are damaged: ${doomed.damage}\n` : '';
  const keep = (unmerged.length > 0 || damaged !== '') && flags.force !== true;
  const title = 'run' in doomed ? ` ${doomed.run.title}` : '';
  shell.out(`${folder.id}${title}: ${folder.dir}, ${String(refs.length)} refs\n${damaged}${lines}`);
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
  shell.out('  removed\n');
}
