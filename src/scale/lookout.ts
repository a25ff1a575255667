import { GitError } from '../io/git/call.ts';
import { listRemote, pushRefs } from '../io/git/remote.ts';
import type { Broker } from './broker.ts';
import { resultIn } from './claim.ts';
import { STOPPED, taskRef, type Done } from './job.ts';
import { Lacking } from './lacking.ts';
import type { Away, Out } from './out.ts';

/** What became of work that is out: its result, or why no worker could do it. */
export type Came = { readonly done: Done } | { readonly failed: string };

/** Sweeps after which the ref is looked for although the queue says that the job is under way. */
const LOOK_ANYWAY = 6;

/** Looks for results, and sees to it meanwhile that somebody can bring one. */
export class Lookout {
  readonly #away: Pick<Away, 'remote' | 'onNotice'>;
  readonly #broker: Broker;
  readonly #lacking: Lacking;
  #toldOfSilence = false;

  constructor(away: Pick<Away, 'remote' | 'repository' | 'onNotice'>, broker: Broker) {
    this.#away = away;
    this.#broker = broker;
    this.#lacking = new Lacking(away);
  }

  /**
   * Only the ref counts; the queue says when to look for it, and now and then it is looked for anyway. A job that the
   * queue has forgotten is given to it again. A repository that is out of reach is waited for.
   */
  async look(out: Out, sweep: number): Promise<Came | undefined> {
    try {
      return await this.#look(out, sweep);
    } catch (error) {
      return this.#silent(error);
    }
  }

  async #look(out: Out, sweep: number): Promise<Came | undefined> {
    const { remote } = this.#away;
    const { refs, task } = out.job;
    const known = await this.#broker.known(out);
    if (known.at === 'under way' && known.waits && sweep > 0) {
      this.#lacking.waits(out, await this.#broker.workers(), Date.now());
    }
    if (known.at === 'under way' && sweep % LOOK_ANYWAY !== 0) {
      return undefined;
    }
    const seen = await listRemote(remote, refs);
    const done = resultIn(seen);
    if (done) {
      return { done };
    }
    switch (known.at) {
      case 'failed':
        return { failed: known.reason };
      case 'under way':
      case 'unreachable':
        return undefined;
      case 'completed':
        // A result that was there and is not any more: it has to be made anew.
        await this.#broker.remove(out);
        return { failed: STOPPED };
      case 'gone':
        if (!seen.some(({ ref }) => ref === taskRef(refs))) {
          await pushRefs(remote, [{ ref: taskRef(refs), from: null, to: task }]);
        }
        await this.#broker.add(out, out.job);
        return undefined;
    }
  }

  #silent(error: unknown): undefined {
    if (!(error instanceof GitError)) {
      throw error;
    }
    if (!this.#toldOfSilence) {
      this.#toldOfSilence = true;
      const { remote, onNotice } = this.#away;
      onNotice(`${remote.url} is out of reach: the run waits for it. ${error.message}`);
    }
  }
}
