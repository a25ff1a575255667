import { Stopped } from '../agent/loop.ts';
import type { Event } from '../domain/event.ts';
import { checkpointOf, refPrefix } from '../domain/ids.ts';
import type { Sent } from '../domain/progress.ts';
import type { Run } from '../domain/run.ts';
import { GitError } from '../io/git/call.ts';
import { listRemote, pushRefs, type Remote } from '../io/git/remote.ts';
import type { RunFolder } from '../io/state.ts';
import { onAbort } from '../model/wait.ts';
import type { Executor, Task } from '../run/drive.ts';
import { bringHome, Unbelievable, type Travelling } from './bring-home.ts';
import type { Broker, Posted } from './broker.ts';
import { resultIn } from './claim.ts';
import { jobId, jobOf, refsOf, taskRef, type Done, type Job, type Piece } from './job.ts';
import { Lacking } from './lacking.ts';
import { failed, labelsFor, sentOf, standsOn } from './outcome.ts';
import type { Listening, Overheard } from './overheard.ts';
import { atMost } from './pause.ts';
import { writeTask, type Sheet } from './task.ts';

export type Away = Listening & {
  readonly run: string;
  readonly remote: Remote;
  readonly folder: RunFolder;
  readonly repository: string;
  readonly redis: string;
  readonly version: string;
  /** The journal so far. */
  readonly log: () => Promise<readonly Event[]>;
  readonly sheet: () => Promise<Sheet>;
  /** Carries out what stays on this machine. */
  readonly here: Executor;
  readonly onNotice: (text: string) => void;
};

/** Work that is out: what is waited for, and how whoever waits is woken. */
export type Out = Posted & {
  readonly task: Task;
  readonly refs: string;
  readonly sent: Sent;
  look: () => void;
};

type Came = { readonly done: Done } | { readonly failed: string };

export type Parts = {
  readonly broker: Broker;
  readonly overheard: Overheard;
  readonly out: Map<string, Out>;
};

/** Sweeps after which the ref is looked for although the queue says that the job is under way. */
const LOOK_ANYWAY = 6;
const SWEEP_MS = 5_000;
/** Where a worker says so, or a person, the work is handed out anew. */
const STOPPED = 'stopped';

/** Carries commands out on other machines. */
export class Outside {
  readonly #away: Away;
  readonly #parts: Parts;
  readonly #lacking: Lacking;
  readonly #lost: (error: unknown) => undefined;

  constructor(away: Away, parts: Parts) {
    this.#away = away;
    this.#parts = parts;
    this.#lacking = new Lacking(away);
    this.#lost = tellOnce(away);
  }

  async carryOut(task: Task, command: Travelling): Promise<Event> {
    const before = sentOf(task.run(), command);
    let sent = before;
    for (;;) {
      restIfAsked(task);
      const isOld = sent !== undefined && sent === before;
      sent ??= await this.#send(task, command);
      const came = await this.#await(task, command, sent);
      const outcome = await this.#outcomeOf(came, { task, command, sent });
      // What paused an earlier process was settled by whoever resumed the run.
      if (outcome !== 'again' && !(isOld && outcome.type === 'run.paused')) {
        return outcome;
      }
      sent = undefined;
    }
  }

  /** Writes down what is to be done, then that it is handed out; only then may anybody know of it. */
  async #send(task: Task, command: Travelling): Promise<Sent> {
    const { remote, sheet, log } = this.#away;
    const run = task.run();
    const p = run.progress.find(({ checkpoint }) => checkpoint.id === checkpointOf(command.attempt));
    const piece = this.#piece(command, (p?.handed ?? 0) + 1);
    const { base, tip } = standsOn(run, command);
    const { generation } = piece;
    const commit = await writeTask(remote.git, {
      ref: taskRef(refsOf(piece)),
      parents: [base, tip],
      events: await log(),
      sheet: await sheet(),
    });
    const { attempt, do: work } = command;
    await task.emit({ type: 'attempt.sent', attempt, work, generation, task: commit });
    return { generation, task: commit };
  }

  /** Waits for a result, whoever brings it, and sees to it meanwhile that somebody can. */
  async #await(task: Task, command: Travelling, sent: Sent): Promise<Came> {
    const piece = this.#piece(command, sent.generation);
    const id = jobId(piece);
    const labels = labelsFor(task.run(), command);
    const out: Out = { id, labels, task, sent, refs: refsOf(piece), look: () => undefined };
    this.#parts.out.set(id, out);
    // Others that are waited for again are there by then, and none of their messages is missed.
    setImmediate(() => this.#parts.broker.listen());
    const forget = onAbort(task.control.stopping, () => out.look());
    try {
      for (let sweep = 0; ; sweep++) {
        restIfAsked(task);
        const hint = new Promise<void>((resolve) => {
          out.look = resolve;
        });
        const came = await this.#look(out, command, sweep).catch(this.#lost);
        if (came) {
          return came;
        }
        await atMost(hint, SWEEP_MS);
      }
    } catch (error) {
      if (error instanceof Stopped) {
        await this.#parts.broker.remove(out);
      }
      throw error;
    } finally {
      forget();
      this.#parts.out.delete(id);
    }
  }

  /**
   * Only the ref counts; the queue says when to look for it, and now and then it is looked for anyway. A job that the
   * queue has forgotten is given to it again.
   */
  async #look(out: Out, command: Travelling, sweep: number): Promise<Came | undefined> {
    const { refs, sent, task } = out;
    const { remote } = this.#away;
    const { broker } = this.#parts;
    const known = await broker.known(out);
    if (known.at === 'under way' && known.waits && sweep > 0) {
      this.#lacking.waits(out, await broker.workers(), Date.now());
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
        await broker.remove(out);
        return { failed: STOPPED };
      case 'gone':
        if (!seen.some(({ ref }) => ref === taskRef(refs))) {
          await pushRefs(remote, [{ ref: taskRef(refs), from: null, to: sent.task }]);
        }
        await broker.add(out, this.#job(task.run(), command, sent));
        return undefined;
    }
  }

  async #outcomeOf(
    came: Came,
    { task, command, sent }: { task: Task; command: Travelling; sent: Sent },
  ): Promise<Event | 'again'> {
    const { attempt, do: work } = command;
    if ('failed' in came) {
      return came.failed === STOPPED ? 'again' : failed(came.failed, task.run(), command);
    }
    const { git } = this.#away.remote;
    const refs = refsOf(this.#piece(command, sent.generation));
    try {
      const { remote, folder } = this.#away;
      const outcome = await bringHome(came.done, { git, remote, folder, refs, command, run: task.run() });
      if (!outcome) {
        return 'again';
      }
      const delivery = `${String(sent.generation)}.${String(came.done.delivery)}`;
      await this.#parts.overheard.account(task, { attempt, delivery }, outcome.calls);
      return outcome.event;
    } catch (error) {
      if (error instanceof Unbelievable) {
        return failed(`the ${work} of ${attempt} was not taken over: ${error.message}`, task.run(), command);
      }
      throw error;
    }
  }

  #piece({ attempt, do: work }: Travelling, generation: number): Piece {
    return { run: this.#away.run, attempt, work, generation };
  }

  #job(run: Run, command: Travelling, { generation, task }: Sent): Job {
    const { base } = standsOn(run, command);
    return jobOf(this.#piece(command, generation), { version: this.#away.version, base, task });
  }

  /** Of a run that is over nothing stays behind but work that came too late. */
  async close(run: Run): Promise<void> {
    const { broker } = this.#parts;
    if (run.at === 'ended') {
      const { remote } = this.#away;
      const left = (await listRemote(remote, refPrefix(run.id)).catch(() => [])).filter(
        ({ ref }) => !ref.includes('/late/'),
      );
      const moves = left.map(({ ref, id }) => ({ ref, from: id, to: null }));
      await (moves.length > 0 ? pushRefs(remote, moves).catch(() => 'refused') : null);
      await broker.forget();
    }
    await broker.close();
  }
}

/** A repository that is out of reach is waited for, and a person is told so once. */
function tellOnce({ onNotice, remote }: Away): (error: unknown) => undefined {
  let told = false;
  return (error) => {
    if (!(error instanceof GitError)) {
      throw error;
    }
    if (!told) {
      told = true;
      onNotice(`${remote.url} is out of reach: the run waits for it. ${error.message}`);
    }
  };
}

function restIfAsked({ control: { stopping } }: Task): void {
  if (stopping.aborted) {
    throw new Stopped();
  }
}
