import path from 'node:path';
import type { Git } from '../io/git/call.ts';
import { initRepository } from '../io/git/init.ts';
import { openGit } from '../io/git/open.ts';
import { tidy } from '../io/git/tidy.ts';
import { acquireLock, type Lock } from '../io/lock.ts';
import { emptyFolder, makeFolder } from '../io/small-file.ts';
import { runFolder, type RepositoryState, type RunFolder } from '../io/state.ts';
import { pause } from './pause.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Room for one piece of work at a time: its working copies, its records, and refs in the mirror. One process has it. */
export type Place = {
  readonly dir: string;
  /** Prefix of refs in the mirror that nobody else touches. */
  readonly own: string;
};

const MOST_PLACES = 1_000;

/** Takes as many places as asked for, those first that were used before: what is installed there is still there. */
export async function takePlaces(
  folder: string,
  { count, env }: { readonly count: number; readonly env: Env },
): Promise<{ places: Place[]; release: () => Promise<void> }> {
  const places: Place[] = [];
  const locks: Lock[] = [];
  for (let n = 1; places.length < count && n <= MOST_PLACES; n++) {
    const dir = path.join(folder, `place${String(n)}`);
    await makeFolder(dir);
    const taken = await acquireLock({ file: path.join(dir, 'lock'), run: 'worker', env });
    if (taken.kind === 'acquired') {
      locks.push(taken.lock);
      places.push({ dir, own: `refs/orchestrate-worker/${String(n)}/` });
    }
  }
  return {
    places,
    release: async () => {
      await Promise.all(locks.map(async (lock) => lock.release()));
    },
  };
}

/** The folders of a place in the form that runs know. Records of what was done there before are gone. */
export async function emptyPlace({ dir }: Pick<Place, 'dir'>): Promise<void> {
  const { folder } = foldersOf({ dir });
  await emptyFolder(folder.dir);
  await makeFolder(folder.transcripts);
  await makeFolder(folder.logs);
}

export function foldersOf({ dir }: Pick<Place, 'dir'>): { state: RepositoryState; folder: RunFolder } {
  const at = (name: string): string => path.join(dir, name);
  const state = {
    id: path.basename(dir),
    dir,
    runs: at('runs'),
    slots: at('slots'),
    trash: at('trash'),
    lock: at('lock'),
  };
  return { state, folder: runFolder(state, 'current') };
}

/** Days for which work of a worker's own is kept; what it was handed in as is elsewhere. */
const KEPT_DAYS = 30;

/** To be called now and then: what tasks have brought is not kept for ever. */
export const tidyMirror = async (git: Git): Promise<void> =>
  tidy(git, { prefix: 'refs/orchestrate/', days: KEPT_DAYS });

/** The worker's own copy of the repository, which grows by what tasks bring. One for all workers of a machine. */
export async function openMirror(folder: string, env: Env): Promise<Git> {
  const dir = path.join(folder, 'mirror');
  await makeFolder(dir);
  const signal = new AbortController().signal;
  for (;;) {
    const taken = await acquireLock({ file: path.join(folder, 'mirror.lock'), run: 'mirror', env });
    if (taken.kind === 'held') {
      await pause(100, signal);
      continue;
    }
    try {
      await initRepository(dir, env);
    } finally {
      await taken.lock.release();
    }
    const opened = await openGit({ dir, env });
    if (opened.kind !== 'repository') {
      throw new Error(`the mirror in ${dir} cannot be used: ${opened.detail}`);
    }
    return opened.git;
  }
}
