import { commitMessage } from '../domain/commit-message.ts';
import type { EventOf } from '../domain/event.ts';
import type { At } from '../domain/progress.ts';
import type { Run } from '../domain/run.ts';
import type { Git } from '../io/git/call.ts';
import { readCommit, treeOf, writeCommit } from '../io/git/commit.ts';

/**
 * An accepted commit as it lands: the tree that was checked, on the branch as it stands, under a message that says what
 * came of it. Author and times stay, so that the same state gives the same commit however often it is asked for.
 */
export async function seal(p: At<'landing'>, run: Run, git: Git): Promise<EventOf<'checkpoint.landed'>> {
  const [tree, { author, committer }] = await Promise.all([treeOf(git, p.commit), readCommit(git, p.commit)]);
  const message = commitMessage(p, run);
  const commit = await writeCommit(git, {
    tree,
    parents: [run.head],
    message,
    author: { ...author, ...committer },
  });
  return { type: 'checkpoint.landed', attempt: p.attempt, commit, accepted: p.commit };
}
