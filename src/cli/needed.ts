import type { Git } from '../io/git/call.ts';
import { neededFiles } from '../run/needed-files.ts';

const LISTED = 5;

/** Says which ignored files go into the working copies, or that a glob names none: both are easily overlooked. */
export async function tellNeeded(
  git: Git,
  globs: readonly string[],
  onNotice: (text: string) => void,
): Promise<void> {
  if (globs.length === 0) {
    return;
  }
  const { paths } = await neededFiles(git, globs);
  const more = paths.length > LISTED ? ` and ${String(paths.length - LISTED)} more` : '';
  onNotice(
    paths.length === 0
      ? `copy: ${globs.join(', ')} names no ignored file of your checkout`
      : `copied into every working copy: ${paths.slice(0, LISTED).join(', ')}${more}. Models and their commands can read them; if there are secrets in them, use others for tests.`,
  );
}
