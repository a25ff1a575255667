import { GitError } from '../io/git/call.ts';
import { listRemote, pushRefs, type Remote } from '../io/git/remote.ts';
import type { Broker } from './broker.ts';
import { resultIn } from './claim.ts';
import { headRef, type Done } from './job.ts';
import { hinted, type Out } from './out.ts';
import { atMost } from './pause.ts';

/** A worker ends tools at once and then commits what lies there, which takes its time on a busy machine. */
const HANDS_IN_MS = 45_000;
const LOOK_MS = 2_000;

type At = { readonly broker: Broker; readonly remote: Remote; readonly rest: () => void };

/**
 * Asks whoever works on it to stop, and waits a while for what is handed in; undefined where nothing comes, because nobody
 * had begun or nobody can be reached. `rest` is called now and then, and may throw.
 */
export async function leftOff(out: Out, { broker, remote, rest }: At): Promise<Done | undefined> {
  const end = performance.now() + HANDS_IN_MS;
  for (;;) {
    rest();
    const hint = hinted(out);
    const late = performance.now() > end;
    const known = await broker.known(out);
    // Said again and again: a message may be lost, and a job may have been taken up just before it was taken back.
    await broker.remove(out);
    const looks = late || known.at !== 'under way';
    const seen = looks ? await listRemote(remote, out.job.refs).catch(whereSilent) : undefined;
    const done = resultIn(seen ?? []);
    const isOver = known.at === 'gone' || known.at === 'failed' || known.at === 'completed';
    if (done || late || (isOver && seen)) {
      return done;
    }
    await atMost(hint, known.at === 'under way' && known.waits ? 0 : LOOK_MS);
  }
}

/**
 * Whoever hands it in after all is refused, and what it has is kept beside. Tells whether there was anybody who may: one
 * that had claimed the work.
 */
export async function fence(remote: Remote, { job: { refs } }: Out): Promise<boolean> {
  const seen = await listRemote(remote, refs).catch(whereSilent);
  const head = seen?.find(({ ref }) => ref === headRef(refs));
  if (!head) {
    return false;
  }
  await pushRefs(remote, [{ ref: head.ref, from: head.id, to: null }]).catch(whereSilent);
  return true;
}

function whereSilent(error: unknown): undefined {
  if (error instanceof GitError) {
    return undefined;
  }
  throw error;
}
