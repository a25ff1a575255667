import { listRemote, type Remote } from '../io/git/remote.ts';
import { GitError } from '../io/git/call.ts';

/**
 * Why the repository that the work travels by cannot be reached, in a sentence; null where it can. A job that names it
 * would fail or wait, and an address with a slip in it names a queue that nobody fills.
 */
export async function whyOutOfReach(remote: Remote): Promise<string | null> {
  try {
    await listRemote(remote, 'refs/orchestrate/');
    return null;
  } catch (error) {
    const said = error instanceof GitError ? error.stderr : String(error);
    const words = said.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST);
    return `${remote.url} cannot be reached (${words}): no work can be fetched until it can; is --remote right?`;
  }
}

const LONGEST = 300;
