import type { Settings } from '../domain/settings.ts';
import { protectedPlaces } from '../domain/guard/protected.ts';
import type { Git } from '../io/git/call.ts';
import { listFiles } from '../io/git/files.ts';
import { objectFolders } from '../io/git/objects.ts';
import type { Place } from '../io/sandbox/profile.ts';
import type { Wrap } from '../io/shell-begin.ts';

/** How the commands of a run are confined. */
export type Confine = {
  /** How to start commands in a working copy that may reach these names. */
  readonly enter: (place: Place, network: readonly string[]) => Wrap;
  /** Names that may be reached, by who is at work. */
  readonly network: { readonly coders: readonly string[]; readonly setup: readonly string[] };
};

/** How commands are started in a working copy, by what they are for. */
export type Wraps = { readonly code: Wrap; readonly setup: Wrap; readonly check: Wrap };

export type Copy = {
  readonly root: string;
  readonly temporary: string;
  readonly home: string;
  /** What its commands may read besides. */
  readonly readOnly: readonly string[];
};

/**
 * What is made by a setup, in the home as well, is there for the commands that come after; a check may read it and leaves
 * nothing behind.
 */
export function wrapsOf({ enter, network }: Confine, copy: Copy): Wraps {
  const kept: Place = { ...copy, homeIs: 'kept' };
  return {
    code: enter(kept, network.coders),
    setup: enter(kept, network.setup),
    check: enter({ ...copy, homeIs: 'lent' }, []),
  };
}

/** The objects of the user's repository: git inside reads history from them. */
export const historyOf = async (git: Git): Promise<string[]> => objectFolders(git);

/** What of a commit nobody but a person may change, as paths below a working copy. */
export async function keptPaths(git: Git, commit: string, settings: Settings): Promise<string[]> {
  return protectedPlaces(
    (await listFiles(git, commit)).map(({ path }) => path),
    settings,
  );
}
