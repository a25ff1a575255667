import path from 'node:path';
import { folders, type Env } from '../config/environment.ts';
import { readIfThere } from '../config/read-if-there.ts';
import { readSettingsFile } from '../config/source.ts';
import type { Git } from '../io/git/call.ts';
import { repositoryState, stateRoot, type RepositoryState } from '../io/state.ts';
import { PreflightError } from '../run/preflight.ts';

/** Where the records of a repository's runs are: in the folder that the user's config.yaml names, else in the usual one. */
export async function recordsOf(git: Git, env: Env): Promise<RepositoryState> {
  const folder = await recordsFolder(env);
  try {
    return await repositoryState(folder, git.commonDir);
  } catch (error) {
    throw new PreflightError(
      `The records of runs cannot be kept in ${folder}. ${sentence(error)} Set XDG_STATE_HOME to a folder that you may write to.`,
    );
  }
}

/** The folder for the records of all repositories; a PreflightError where there is no place for one. */
export const recordsFolder = async (env: Env): Promise<string> =>
  (await namedFolder(env)) ?? usualFolder(env);

async function namedFolder(env: Env): Promise<string | undefined> {
  const { config } = folders(env);
  const file = path.join(config, 'config.yaml');
  const text = await readIfThere(file);
  const named = text === undefined ? undefined : readSettingsFile(text, file, 'user').given.stateFolder;
  return named === undefined ? undefined : path.resolve(config, named);
}

function usualFolder(env: Env): string {
  try {
    return stateRoot(env);
  } catch (error) {
    throw new PreflightError(`${sentence(error)} Set one of them, and start again.`);
  }
}

const sentence = (error: unknown): string => {
  const words = error instanceof Error ? error.message : String(error);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
};
