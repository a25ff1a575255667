import { attempt, call, fields, type Git, userTree } from './call.ts';

/** Files of the user's checkout that a rule ignores, one by one, those in ignored folders included. */
export const ignoredFiles = async (git: Git): Promise<string[]> =>
  fields(
    await call(git, ['ls-files', '--others', '--ignored', '--exclude-standard', '-z'], {
      tree: userTree(git),
      maxBytes: 512 * 1024 * 1024,
    }),
  );

/** Those of the paths, relative to the root, that a rule of the user's checkout ignores, tracked or not. */
export async function ignoredAmong(git: Git, paths: readonly string[]): Promise<string[]> {
  const inside = paths.filter((path) => !path.startsWith('/') && !path.split('/').includes('..'));
  if (inside.length === 0) {
    return [];
  }
  // The call knows no literal paths, and takes what comes from its input as such anyhow.
  // Ends with 1 where none is ignored, and with more where a path cannot be one of this repository.
  const told = await attempt(git, ['check-ignore', '--no-index', '-z', '--stdin'], {
    tree: userTree(git),
    env: { GIT_LITERAL_PATHSPECS: '0' },
    input: `${inside.join('\0')}\0`,
  });
  return told.exitCode === 0 ? fields(told.stdout) : [];
}
