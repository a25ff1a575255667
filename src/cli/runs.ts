import path from 'node:path';
import { nearest } from '../config/suggest-key.ts';
import { hasFirstLine, readJournal } from '../io/journal.ts';
import { DamagedFile } from '../io/lines.ts';
import { lockHolder } from '../io/lock.ts';
import { findRepository } from '../run/preflight.ts';
import { namesIn } from '../io/small-file.ts';
import { listRuns, type RepositoryState, type RunFolder } from '../io/state.ts';
import type { Git } from '../io/git/call.ts';
import { listRefs, resolveCommit } from '../io/git/refs.ts';
import { fold } from '../domain/apply.ts';
import type { Line } from '../domain/event.ts';
import { refPrefix } from '../domain/ids.ts';
import type { Run } from '../domain/run.ts';
import { recordsOf } from './records.ts';
import type { Shell } from './shell.ts';
import { ENVIRONMENT, UserError, USAGE } from './user-error.ts';

export type Recorded = { readonly folder: RunFolder; readonly lines: readonly Line[]; readonly run: Run };
export type Here = { readonly git: Git; readonly state: RepositoryState };

/** The repository that the command was given in, with its records. */
export async function here(shell: Pick<Shell, 'cwd' | 'env'>): Promise<Here> {
  const git = await findRepository(shell.cwd, shell.env);
  return { git, state: await recordsOf(git, shell.env) };
}

export async function readRun(folder: RunFolder): Promise<Recorded> {
  const { lines } = await readJournal(folder.journal);
  if (lines.length === 0) {
    throw new DamagedFile(folder.journal, null, 'no event is left of a run that had begun');
  }
  return { folder, lines, run: fold(lines.map((line) => line.event)) };
}

/** Which run is meant where none is named. */
export type Choice = {
  readonly first: (run: Run) => boolean;
  /** What is taken where none fits; words that say so where nothing can be. */
  readonly else: 'newest' | { readonly none: string };
};
const NEWEST: Choice = { first: () => true, else: 'newest' };

/** The run of that name, or the newest one that fits. A beginning of a name will do if only one run has it. */
export async function pickRun(
  at: Here,
  name: string | undefined,
  choice: Choice = NEWEST,
): Promise<Recorded> {
  const folders = await begun(await listRuns(at.state));
  if (name !== undefined) {
    return ofThis(at, await readRun(named(folders, name)));
  }
  for (const folder of folders) {
    const found = await readRun(folder);
    if (choice.first(found.run)) {
      return ofThis(at, found);
    }
  }
  const [newest] = folders;
  if (newest && choice.else === 'newest') {
    return ofThis(at, await readRun(newest));
  }
  throw new UserError(USAGE, newest && choice.else !== 'newest' ? choice.else.none : await whyNone(at));
}

/** Records are found by where a repository is: one that was moved has refs of runs, and none of their records. */
async function whyNone({ git, state }: Here): Promise<string> {
  const refs = await listRefs(git);
  return refs.some(({ ref }) => ref.startsWith(refPrefix('').slice(0, -1)))
    ? `There are no records of a run here, but work of runs (refs/orchestrate/). Was the repository moved? Records are found by its path: move it back, or rename the folder of its old path in ${path.dirname(state.dir)} to ${state.id}.`
    : 'There is no run in this repository yet. Start one: orchestrate spec.md';
}

/**
 * Those that are runs: a process that died before its first event was whole leaves a folder that never was one. Where more
 * than that is there, the journal is damaged, and whoever reads it says so.
 */
export async function begun(folders: readonly RunFolder[]): Promise<RunFolder[]> {
  const are = await Promise.all(
    folders.map(async (folder) => (await hasFirstLine(folder.journal)) || hasWorked(folder)),
  );
  return folders.filter((_, i) => are[i]);
}

const hasWorked = async ({ transcripts, logs }: RunFolder): Promise<boolean> =>
  (await namesIn(transcripts)).length + (await namesIn(logs)).length > 0;

/** The run that a program works on, if one does. One that has only just begun took the lock without a name: the newest. */
export async function workedOn(
  { lock }: Pick<RepositoryState, 'lock'>,
  all: readonly Pick<RunFolder, 'id'>[],
): Promise<string | null> {
  const holder = await lockHolder(lock);
  const its = all.find(({ id }) => id === holder?.run);
  return holder === null ? null : ((its ?? all[0])?.id ?? null);
}

/** A run is named by its id or the end of it. */
function meant(name: string, folders: readonly RunFolder[]): string {
  const ends = folders.map(({ id }) => id.split('-').at(-1) ?? id);
  const near = nearest(name, [...folders.map(({ id }) => id), ...ends]);
  const found = folders.find(({ id }) => id === near || (near !== undefined && id.endsWith(`-${near}`)));
  return found ? ` Did you mean ${found.id}?` : '';
}

/** Where a repository was made anew at the same place, the runs of the old one are still on record. */
async function ofThis({ git }: Here, found: Recorded): Promise<Recorded> {
  const { id, base } = found.run;
  if ((await resolveCommit(git, base)) === null) {
    throw new UserError(
      ENVIRONMENT,
      `Run ${id} began at commit ${base.slice(0, 12)}, which this repository does not have: it is of another one that was here, or its history is gone. Its records can be removed: orchestrate clean ${id} --yes --force`,
    );
  }
  return found;
}

/** The folder of the run of that name, whatever is in it. */
export const folderOf = async ({ state }: Here, name: string): Promise<RunFolder> =>
  named(await begun(await listRuns(state)), name);

function named(folders: readonly RunFolder[], name: string): RunFolder {
  const found = folders.filter((f) => f.id === name || f.id.startsWith(name) || f.id.endsWith(`-${name}`));
  const [one, ...others] = found;
  if (!one) {
    const known = folders.slice(0, 5).map((f) => f.id);
    throw new UserError(
      USAGE,
      `There is no run ${name} here.${meant(name, folders)}${known.length > 0 ? ` The newest: ${known.join(', ')}.` : ''}`,
    );
  }
  if (others.length > 0) {
    throw new UserError(
      USAGE,
      `${name} may be any of ${found.map((f) => f.id).join(', ')}: give more of it.`,
    );
  }
  return one;
}
