import type { Run } from '../../domain/run.ts';
import { mergeInto } from '../../io/git/apply.ts';
import type { Git } from '../../io/git/call.ts';
import { isBranchName } from '../../io/git/publish.ts';
import { moveRef } from '../../io/git/refs.ts';
import { pullRequest } from '../pull-request.ts';
import { here, pickRun } from '../runs.ts';
import type { Shell } from '../shell.ts';
import { ENVIRONMENT, UserError, USAGE } from '../user-error.ts';
import { reportOf } from './report.ts';

export type ApplyFlags = {
  readonly merge?: boolean;
  /** Name of a new branch. */
  readonly branch?: string;
  readonly pr?: boolean;
  readonly remote?: string;
};

const NOTHING = {
  none: 'Nothing has landed in any run of this repository, so there is nothing to merge. See where one stands: orchestrate status',
};

/** `orchestrate apply`: takes over what has landed, in the way that was asked for. */
export async function apply(name: string | undefined, flags: ApplyFlags, shell: Shell): Promise<number> {
  const at = await here(shell);
  const found = await pickRun(at, name, { first: (r) => r.head !== r.base, else: NOTHING });
  const { run } = found;
  if (run.head === run.base) {
    throw new UserError(ENVIRONMENT, `Nothing of run ${run.id} has landed, so there is nothing to merge.`);
  }
  if (flags.pr === true) {
    const { remote = 'origin' } = flags;
    shell.out(await pullRequest(at.git, { run, report: reportOf(found), remote, env: shell.env }));
  } else {
    shell.out(
      flags.branch === undefined ? await merge(at.git, run) : await branch(at.git, run, flags.branch),
    );
  }
  return 0;
}

/** The one way that changes the user's branch and files. */
async function merge(git: Git, run: Run): Promise<string> {
  const message = `Merge ${run.branch}: ${run.title}`;
  const applied = await mergeInto(git, { commit: run.head, message });
  switch (applied.kind) {
    case 'merged': {
      const how = applied.how === 'fast_forward' ? 'fast-forward' : 'a merge commit';
      return `merged ${run.branch} by ${how}; HEAD is now ${applied.commit.slice(0, 8)}.${later(run)}\n`;
    }
    case 'already':
      return `your branch already has everything of ${run.branch}\n`;
    case 'conflict':
      throw new UserError(
        1,
        `${run.branch} does not merge cleanly: ${applied.files.join(', ')}. Nothing was changed. Merge it by hand: git merge ${run.branch}`,
      );
    case 'refused':
      throw new UserError(
        ENVIRONMENT,
        `Nothing was merged: ${applied.reason}. Mend that and apply again, or take it as a branch of your own: orchestrate apply ${run.id} --branch <name>`,
      );
  }
}

const later = (run: Run): string =>
  run.at === 'ended' ? '' : ' The run is not over: what lands later can be applied again.';

async function branch(git: Git, run: Run, name: string): Promise<string> {
  if (!(await isBranchName(git, name))) {
    throw new UserError(USAGE, `"${name}" cannot be the name of a branch. Nothing was changed.`);
  }
  const moved = await moveRef(git, { ref: `refs/heads/${name}`, from: null, to: run.head });
  if (moved.kind !== 'moved') {
    throw new UserError(
      ENVIRONMENT,
      `There is a branch ${name} already, with other commits. Nothing was changed; take another name.`,
    );
  }
  return `branch ${name} is at ${run.head.slice(0, 8)}.${later(run)} Go to it: git switch ${name}\n`;
}
