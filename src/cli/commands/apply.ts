import { mergeInto } from '../../io/git/apply.ts';
import { here, pickRun } from '../runs.ts';
import type { Shell } from '../shell.ts';
import { ENVIRONMENT, UserError } from '../user-error.ts';

const NOTHING = {
  none: 'Nothing has landed in any run of this repository, so there is nothing to merge. See where one stands: orchestrate status',
};

/** `orchestrate apply`: the one command that changes the user's branch and files, because it was asked for. */
export async function apply(name: string | undefined, shell: Shell): Promise<number> {
  const at = await here(shell);
  const { run } = await pickRun(at, name, { first: (r) => r.head !== r.base, else: NOTHING });
  if (run.head === run.base) {
    throw new UserError(ENVIRONMENT, `Nothing of run ${run.id} has landed, so there is nothing to merge.`);
  }
  const message = `Merge ${run.branch}: ${run.title}`;
  const applied = await mergeInto(at.git, { commit: run.head, message });
  switch (applied.kind) {
    case 'merged': {
      const how = applied.how === 'fast_forward' ? 'fast-forward' : 'a merge commit';
      const part = run.at === 'ended' ? '' : ' The run is not over: what lands later can be applied again.';
      shell.out(`merged ${run.branch} by ${how}; HEAD is now ${applied.commit.slice(0, 8)}.${part}\n`);
      return 0;
    }
    case 'already':
      shell.out(`your branch already has everything of ${run.branch}\n`);
      return 0;
    case 'conflict':
      throw new UserError(
        1,
        `${run.branch} does not merge cleanly: ${applied.files.join(', ')}. Nothing was changed. Merge it by hand: git merge ${run.branch}`,
      );
    case 'refused':
      throw new UserError(ENVIRONMENT, `Nothing was merged: ${applied.reason}.`);
  }
}
