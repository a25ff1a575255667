import { Stopped } from '../agent/loop.ts';
import type { Event } from '../domain/event.ts';
import { refPrefix } from '../domain/ids.ts';
import type { Sent } from '../domain/progress.ts';
import type { Run } from '../domain/run.ts';
import { listRemote, pushRefs } from '../io/git/remote.ts';
import { onAbort } from '../model/wait.ts';
import type { Task } from '../run/drive.ts';
import { bringHome, Unbelievable, type Travelling } from './bring-home.ts';
import type { Broker } from './broker.ts';
import { handOut } from './hand-out.ts';
import { STOPPED, type Done } from './job.ts';
import { fence, leftOff } from './left-off.ts';
import { Lookout, type Came } from './lookout.ts';
import { hinted, outOf, type Away, type Out } from './out.ts';
import { failed, sentOf } from './outcome.ts';
import type { Overheard } from './overheard.ts';
import { atMost } from './pause.ts';
import { workOf, type Outcome } from './result.ts';
import { keepTelling } from './words.ts';

export type Parts = {
  readonly broker: Broker;
  readonly overheard: Overheard;
  readonly out: Map<string, Out>;
};

const SWEEP_MS = 5_000;

/** Carries commands out on other machines. */
export class Outside {
  readonly #away: Away;
  readonly #parts: Parts;
  readonly #lookout: Lookout;

  constructor(away: Away, parts: Parts) {
    this.#away = away;
    this.#parts = parts;
    this.#lookout = new Lookout(away, parts.broker);
  }

  async carryOut(task: Task, command: Travelling): Promise<Event> {
    const before = sentOf(task.run(), command);
    let sent = before;
    for (;;) {
      restIfAsked(task);
      const isOld = sent !== undefined && sent === before;
      sent ??= await handOut(this.#away, task, command);
      const out = outOf(this.#away, task, { ...command, sent });
      const came = await this.#telling(out, command);
      const outcome = await this.#outcomeOf(came, out, command);
      // What paused an earlier process was settled by whoever resumed the run.
      if (outcome !== 'again' && !(isOld && outcome.type === 'run.paused')) {
        return outcome;
      }
      sent = undefined;
    }
  }

  /** Leaves an attempt off: what its worker has so far is brought home and kept, as work of this machine would be. */
  async leaveOff(task: Task, attempt: string, sent: Sent): Promise<Event> {
    const { remote, onNotice } = this.#away;
    const command: Travelling = { do: 'code', attempt };
    const out = outOf(this.#away, task, { ...command, sent });
    const rest = (): void => restIfAsked(task);
    const done = await this.#whileOut(out, async () =>
      leftOff(out, { broker: this.#parts.broker, remote, rest }),
    );
    if (!done && (await fence(remote, out))) {
      onNotice(
        `${attempt}: its worker has not handed in what it had. What comes later is kept below ${out.job.refs}late/ in ${remote.url}`,
      );
    }
    const outcome = done ? await this.#takeOver(done, out, command).catch(unbelieved(out, onNotice)) : null;
    return { type: 'attempt.stopped', attempt, commit: outcome ? workOf(outcome.event) : null };
  }

  /** Waits for a result; what a person says meanwhile is passed on. */
  async #telling(out: Out, { attempt }: Travelling): Promise<Came> {
    const { broker } = this.#parts;
    let told = false;
    const end = keepTelling(
      () => out.task.control.words(attempt),
      async (words) => {
        told = true;
        return broker.tell(out, words);
      },
    );
    try {
      return await this.#await(out);
    } finally {
      end();
      await (told ? broker.hush(out) : undefined);
    }
  }

  /** Waits for a result, whoever brings it, and sees to it meanwhile that somebody can. */
  async #await(out: Out): Promise<Came> {
    const { task } = out;
    try {
      return await this.#whileOut(out, async () => {
        for (let sweep = 0; ; sweep++) {
          restIfAsked(task);
          const hint = hinted(out);
          const came = await this.#lookout.look(out, sweep);
          if (came) {
            return came;
          }
          await atMost(hint, SWEEP_MS);
        }
      });
    } catch (error) {
      if (error instanceof Stopped) {
        await this.#parts.broker.remove(out);
      }
      throw error;
    }
  }

  /** Hints of the queue, and a request to stop, wake whoever waits for it. */
  async #whileOut<T>(out: Out, work: () => Promise<T>): Promise<T> {
    const { broker, out: all } = this.#parts;
    all.set(out.id, out);
    // Others that are waited for again are there by then, and none of their messages is missed.
    setImmediate(() => broker.listen());
    const forget = onAbort(out.task.control.stopping, () => out.look());
    try {
      return await work();
    } finally {
      forget();
      all.delete(out.id);
    }
  }

  async #outcomeOf(came: Came, out: Out, command: Travelling): Promise<Event | 'again'> {
    const run = out.task.run();
    if ('failed' in came) {
      return came.failed === STOPPED ? 'again' : failed(came.failed, run, command);
    }
    try {
      const outcome = await this.#takeOver(came.done, out, command);
      return outcome ? outcome.event : 'again';
    } catch (error) {
      if (error instanceof Unbelievable) {
        const { do: work, attempt } = command;
        return failed(`the ${work} of ${attempt} was not taken over: ${error.message}`, run, command);
      }
      throw error;
    }
  }

  /** A result with its calls, which the journal tells of before their outcome; null where it is not there. */
  async #takeOver(done: Done, { task, sent, job }: Out, command: Travelling): Promise<Outcome | null> {
    const { remote, folder } = this.#away;
    const { git } = remote;
    const { refs } = job;
    const outcome = await bringHome(done, { git, remote, folder, refs, command, run: task.run() });
    if (outcome) {
      const delivery = `${String(sent.generation)}.${String(done.delivery)}`;
      await this.#parts.overheard.account(task, { attempt: command.attempt, delivery }, outcome.calls);
    }
    return outcome;
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

const unbelieved =
  ({ id }: Out, onNotice: Away['onNotice']) =>
  (error: unknown): null => {
    if (!(error instanceof Unbelievable)) {
      throw error;
    }
    onNotice(`${id}: what its worker handed in was not taken over: ${error.message}`);
    return null;
  };

function restIfAsked({ control: { stopping } }: Task): void {
  if (stopping.aborted) {
    throw new Stopped();
  }
}
