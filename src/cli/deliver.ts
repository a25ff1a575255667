import { setTimeout } from 'node:timers/promises';
import { fold } from '../domain/apply.ts';
import { grant, type Wish } from '../domain/wish.ts';
import { post, replyTo, withdraw } from '../io/inbox.ts';
import { openJournal } from '../io/journal.ts';
import { acquireLock, lockHolder } from '../io/lock.ts';
import { listRuns } from '../io/state.ts';
import { lettersTaken, Reply } from '../run/letters.ts';
import { begun, type Here, type Recorded } from './runs.ts';
import type { Shell } from './shell.ts';
import { UserError, USAGE } from './user-error.ts';

type Delivery = {
  readonly at: Here;
  readonly found: Recorded;
  readonly wish: Wish;
  readonly shell: Shell;
};

/** How long a live run may take to answer; it looks several times a second. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 100;

/**
 * Brings a person's wish to a run and says what becomes of it. The process that drives a run is the only writer of its
 * journal, so it gets a letter; where there is none, the wish is recorded here, under the lock.
 */
export async function deliver(delivery: Delivery): Promise<number> {
  const { found, wish, shell } = delivery;
  const { id } = found.run;
  const seen = grant(found.run, wish);
  if (!seen.ok) {
    throw new UserError(USAGE, seen.why);
  }
  const recorded = (await alone(delivery)) ?? (await byLetter(delivery));
  if (recorded && !recorded.ok) {
    throw new UserError(USAGE, recorded.why);
  }
  shell.err(
    recorded ? `${recorded.says}\n` : `kept for run ${id}; it is taken up as soon as that run is under way\n`,
  );
  return 0;
}

/** Records the wish where nobody drives a run; undefined where somebody does. */
async function alone({ at, found, wish, shell }: Delivery, letter?: string): Promise<Reply | undefined> {
  const acquired = await acquireLock({
    file: at.state.lock,
    run: `${wish.wish} ${found.run.id}`,
    env: shell.env,
  });
  if (acquired.kind === 'held') {
    return undefined;
  }
  const wasOver = found.run.at === 'ended';
  const { journal, lines } = await openJournal(found.folder.journal);
  try {
    const log = lines.map((line) => line.event);
    const run = fold(log);
    const granted = grant(run, wish, letter);
    const next = `go on with it: orchestrate resume ${run.id}`;
    if (letter !== undefined && lettersTaken(log).includes(letter)) {
      return { ok: true, says: `kept with run ${run.id}; ${next}` };
    }
    for (const event of granted.ok ? granted.events : []) {
      await journal.append(event);
    }
    return granted.ok ? { ok: true, says: `kept with run ${run.id}: ${granted.says}; ${next}` } : granted;
  } finally {
    await journal.close();
    if (wasOver) {
      await (await import('./reports.ts')).renewReports(at, found.folder, shell.env);
    }
    await acquired.lock.release();
  }
}

/** Leaves a letter, and waits a little for what becomes of it; undefined where that is not known yet. */
async function byLetter(delivery: Delivery): Promise<Reply | undefined> {
  const { found, wish } = delivery;
  const { inbox } = found.folder;
  const letter = await post(inbox, JSON.stringify(wish));
  const became = await answerTo(letter, inbox, async () => isDriven(delivery));
  if (became) {
    return told(became, found);
  }
  // Whoever was to take it may have ended before, or died right after it had.
  const own = await alone(delivery, letter);
  if (own) {
    await withdraw(inbox, letter);
  }
  return own;
}

/** What the process that drives the run makes of a letter; undefined where it does not say so in time. */
export async function answerTo(
  letter: string,
  inbox: string,
  isLive: () => Promise<boolean>,
): Promise<Reply | undefined> {
  const until = performance.now() + PATIENCE_MS;
  for (let live = true; live && performance.now() < until; live = await isLive()) {
    const became = await replyTo(inbox, letter);
    if (became !== null) {
      return Reply.parse(JSON.parse(became));
    }
    await setTimeout(LOOK_MS);
  }
  return undefined;
}

const told = (became: Reply, { run }: Recorded): Reply =>
  became.ok ? { ok: true, says: `run ${run.id} has taken it: ${became.says}` } : became;

/** Whether some process drives this very run: one that has only just begun a run had no name for it yet. */
export async function isDriven({ at, found }: Pick<Delivery, 'at' | 'found'>): Promise<boolean> {
  const holder = await lockHolder(at.state.lock);
  if (holder === null || holder.run === found.folder.id) {
    return holder !== null;
  }
  const [newest] = await begun(await listRuns(at.state));
  return holder.run === at.state.id && newest?.id === found.folder.id;
}
