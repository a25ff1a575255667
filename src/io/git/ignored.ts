import { call, fields, type Git, userTree } from './call.ts';

/** Files of the user's checkout that a rule ignores, one by one, those in ignored folders included. */
export const ignoredFiles = async (git: Git): Promise<string[]> =>
  fields(
    await call(git, ['ls-files', '--others', '--ignored', '--exclude-standard', '-z'], {
      tree: userTree(git),
      maxBytes: 512 * 1024 * 1024,
    }),
  );
