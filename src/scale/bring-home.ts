import path from 'node:path';
import { z } from 'zod';
import type { Command } from '../domain/decide.ts';
import type { Event } from '../domain/event.ts';
import { attemptRef } from '../domain/ids.ts';
import type { At } from '../domain/progress.ts';
import type { Run } from '../domain/run.ts';
import { changes } from '../io/git/changes.ts';
import type { Git } from '../io/git/call.ts';
import { fetchRef, type Remote } from '../io/git/remote.ts';
import { parentOf } from '../io/git/restore.ts';
import { setRef } from '../io/git/set-ref.ts';
import { parentsOf, storedFile, storedFiles } from '../io/git/store.ts';
import { writeSmall } from '../io/small-file.ts';
import type { RunFolder } from '../io/state.ts';
import { inState } from '../run/start.ts';
import { resultRef, type Done, type Work } from './job.ts';
import { isCall } from './ledger.ts';
import { OUTCOME, readOutcome, type Outcome } from './result.ts';

/** Commands that may be carried out on another machine. */
export type Travelling = { readonly do: Work; readonly attempt: string };

export const travels = (command: Command): command is Travelling =>
  command.do === 'code' || command.do === 'check';

type Bringing = {
  readonly git: Git;
  readonly remote: Remote;
  readonly folder: RunFolder;
  readonly refs: string;
  readonly command: Travelling;
  readonly run: Run;
};

/** A result that says something else than it may: nothing of it is believed. */
export class Unbelievable extends Error {
  override readonly name = 'Unbelievable';
}

/**
 * Fetches a result and makes it this run's: its transcripts and logs lie with the others, its work has the ref that work
 * of this machine would have. Null where the ref is not there. Throws {@link Unbelievable} where it says more than it may.
 */
export async function bringHome(done: Done, of: Bringing): Promise<Outcome | null> {
  const { git, remote, folder, refs } = of;
  const ref = resultRef(refs, done.delivery);
  if ((await fetchRef(remote, { from: ref, to: ref })) !== done.commit) {
    return null;
  }
  const outcome = await believed(await read(done, of), done, of);
  const isWanted = isOf(of.command);
  for await (const [name, bytes] of storedFiles(git, done.commit, isWanted)) {
    await writeSmall(path.join(folder.dir, name), bytes);
  }
  return outcome;
}

async function read({ commit }: Done, { git, folder }: Bringing): Promise<Outcome> {
  const bytes = await storedFile(git, commit, OUTCOME);
  try {
    return readOutcome(bytes, folder.logs);
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new Unbelievable(`it cannot be understood: ${why.slice(0, 300)}`);
  }
}

const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Files that a result may bring: logs of its own attempt, and its coder's conversation. A reviewer's is none of them: a run
 * goes on from the transcripts that it finds.
 */
export const isOf =
  ({ attempt, do: work }: Travelling) =>
  ({ path: name, size }: { readonly path: string; readonly size: number }): boolean => {
    const own = [`logs/${attempt}/`, `logs/${attempt}.`, 'logs/setup.'];
    const all = work === 'code' ? [...own, `transcripts/${attempt}.coder.`] : own;
    return (
      size <= MOST_BYTES && all.some((start) => name.startsWith(start)) && !name.split('/').includes('..')
    );
  };

async function believed(outcome: Outcome, { commit }: Done, of: Bringing): Promise<Outcome> {
  const { command } = of;
  const { event, calls } = outcome;
  const foreign = calls.find((e) => !isCall(e) || e.attempt !== command.attempt);
  if (foreign) {
    throw new Unbelievable(`it tells of ${foreign.type}, which is no call of ${command.attempt}`);
  }
  const parents = await parentsOf(of.git, commit);
  return { event: await (command.do === 'code' ? coded : checked)(event, parents, of), calls };
}

async function coded(event: Event, parents: readonly string[], of: Bringing): Promise<Event> {
  const { command, run } = of;
  const p = inState(run, command.attempt, 'coding');
  if (event.type === 'run.paused') {
    return event;
  }
  if (
    event.type !== 'attempt.submitted' &&
    event.type !== 'attempt.failed' &&
    event.type !== 'attempt.asked'
  ) {
    throw new Unbelievable(`${event.type} is no outcome of coding`);
  }
  ours(event.attempt, command);
  const changed = event.commit === null ? [] : await takenOver(event.commit, p, parents, of);
  return event.type === 'attempt.submitted' ? { ...event, changed } : event;
}

/** The commit must be one child of the base and be in the result; what it changes is seen, not told. */
async function takenOver(
  commit: string,
  { base, attempt }: At<'coding'>,
  parents: readonly string[],
  { git, run: { id } }: Bringing,
): Promise<string[]> {
  if (commit === base) {
    return [];
  }
  if (!parents.includes(commit) || (await parentOf(git, commit)) !== base) {
    throw new Unbelievable(`its commit ${commit.slice(0, 10)} does not stand on ${base.slice(0, 10)}`);
  }
  await setRef(git, attemptRef(id, attempt), commit);
  return (await changes(git, base, commit)).map((change) => change.path);
}

async function checked(event: Event, _parents: readonly string[], of: Bringing): Promise<Event> {
  const { command, run } = of;
  const { commit } = inState(run, command.attempt, 'checking');
  if (event.type !== 'check.ran' || event.commit !== commit) {
    throw new Unbelievable(`it is no check of ${commit.slice(0, 10)}`);
  }
  ours(event.attempt, command);
  return Promise.resolve(event);
}

function ours(attempt: string, command: Travelling): void {
  if (attempt !== command.attempt) {
    throw new Unbelievable(`it speaks of ${attempt}`);
  }
}
