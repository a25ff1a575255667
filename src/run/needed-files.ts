import { matcher } from '../domain/glob.ts';
import { openRoot } from '../io/files.ts';
import type { Git } from '../io/git/call.ts';
import { ignoredFiles } from '../io/git/ignored.ts';

/** Ignored files of the user's checkout that the work needs all the same, such as local settings. */
export type NeededFiles = {
  /** Relative to the root of the repository. */
  readonly paths: readonly string[];
  /** Puts them into a working copy, byte for byte. Links are not followed out of the checkout. */
  into(root: string): Promise<void>;
};

/** Those that the globs name; what git tracks is in every working copy anyhow. */
export async function neededFiles(git: Git, globs: readonly string[]): Promise<NeededFiles> {
  const paths = globs.length === 0 ? [] : (await ignoredFiles(git)).filter(matcher(globs));
  return {
    paths,
    into: async (root) => {
      const [from, to] = await Promise.all([openRoot(git.root), openRoot(root)]);
      for (const path of paths) {
        if ((await from.stat(path))?.kind === 'file') {
          const { bytes, mode } = await from.read(path);
          await to.commit([{ path, bytes, mode }]);
        }
      }
    },
  };
}
