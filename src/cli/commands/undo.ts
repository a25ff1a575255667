import { loadConfiguration } from '../../config/load.ts';
import { apply, fold } from '../../domain/apply.ts';
import type { Event } from '../../domain/event.ts';
import type { Run } from '../../domain/run.ts';
import { redactor } from '../../domain/redaction/redactor.ts';
import { filter } from '../../domain/redaction/stream.ts';
import { whyNotUndo } from '../../domain/undo.ts';
import { isAncestor } from '../../io/git/history.ts';
import { resolveCommit } from '../../io/git/refs.ts';
import { openJournal } from '../../io/journal.ts';
import { secretTags } from '../../io/redaction-key.ts';
import type { Checking } from '../../run/check-commit.ts';
import { rewind, takeBack, undoneRef } from '../../run/undo.ts';
import { Workspaces } from '../../run/workspaces.ts';
import { commandEnvironment } from '../command-environment.ts';
import { confinement } from '../confinement.ts';
import { renewReports } from '../reports.ts';
import { takeLock } from '../run-lock.ts';
import { here, pickRun, readRun, type Choice, type Here, type Recorded } from '../runs.ts';
import type { Shell } from '../shell.ts';
import { stopping } from '../stopping.ts';
import { ENVIRONMENT, UserError, USAGE } from '../user-error.ts';
import { one } from './steer.ts';

const LANDED: Choice = {
  first: (run) => run.progress.some((p) => p.at === 'landed'),
  else: {
    none: 'Nothing has landed in any run of this repository. See where one stands: orchestrate status',
  },
};

/** `orchestrate undo [run] <checkpoint>`: takes a checkpoint that has landed back from the run's branch. */
export async function undo(words: readonly string[], shell: Shell): Promise<number> {
  const { run: name, checkpoint } = one(words, 'undo');
  const at = await here(shell);
  const picked = await pickRun(at, name, LANDED);
  const lock = await takeLock(at.state, { run: `undo ${picked.run.id}`, env: shell.env });
  const stop = stopping(shell);
  try {
    const found = await readRun(picked.folder);
    const why = whyNotUndo(found.run, checkpoint);
    if (why !== undefined) {
      throw new UserError(USAGE, why);
    }
    const world = await checking(at, found, shell);
    const { signal } = stop;
    const control = { signal, stopping: signal, words: () => [] };
    const back = await takeBack(checkpoint, found.run, world, control);
    if (!back.ok) {
      throw new UserError(1, back.why);
    }
    const reopened: Event[] = found.run.at === 'ended' ? [{ type: 'run.reopened' }] : [];
    const after = await carriedOut([...reopened, back.event], found, at);
    await renewReports(at, found.folder, shell.env);
    await tellOf(checkpoint, { before: found.run, after, replayed: back.event.replayed.length }, at, shell);
    return 0;
  } finally {
    stop.end();
    await lock.release();
  }
}

/** What a check needs, without any model. */
async function checking(
  { git, state }: Here,
  { folder, run }: Recorded,
  { env, hide }: Shell,
): Promise<Checking> {
  const configuration = await loadConfiguration({
    env: { ...env, OPENAI_MODEL: env['OPENAI_MODEL'] ?? 'none is asked' },
    root: git.root,
  });
  hide(configuration.secrets);
  const confined = await confinement({
    kind: run.settings.sandbox,
    root: git.root,
    env,
    machine: configuration.machine,
    // A run that goes without a sandbox has had its user's word for it.
    consent: { given: true },
  });
  const hidden = redactor({ known: configuration.secrets, tag: await secretTags(state) });
  const workspaces = new Workspaces({
    git,
    ...commandEnvironment(folder.id, env, configuration),
    ...(confined.confine ? { confine: confined.confine } : {}),
    filter: () => filter(hidden),
    folder: state.slots,
    trash: state.trash,
    logs: folder.logs,
    settings: run.settings,
    begun: async () => Promise.resolve(true),
  });
  return { git, workspaces, logs: folder.logs };
}

/** Recorded first, then done: whoever resumes after a crash in between moves the branch. */
async function carriedOut(events: readonly Event[], { folder }: Recorded, { git }: Here): Promise<Run> {
  const { journal, lines } = await openJournal(folder.journal);
  let run = fold(lines.map((line) => line.event));
  const record = async (event: Event): Promise<void> => {
    run = apply(run, event);
    await journal.append(event);
  };
  try {
    for (const event of events) {
      await record(event);
    }
    if (run.behind !== null) {
      const moved = await rewind(run, git);
      await record(moved);
      if (moved.type === 'run.paused') {
        throw new UserError(ENVIRONMENT, `${moved.detail}, then: orchestrate resume ${run.id}`);
      }
    }
    return run;
  } finally {
    await journal.close();
  }
}

type Outcome = { readonly before: Run; readonly after: Run; readonly replayed: number };

async function tellOf(checkpoint: string, { before, after, replayed }: Outcome, { git }: Here, shell: Shell) {
  const { id, branch, head } = after;
  const commit = before.progress.find((p) => p.checkpoint.id === checkpoint && p.at === 'landed');
  const user = await resolveCommit(git, 'HEAD');
  const merged =
    commit?.at === 'landed' &&
    user !== null &&
    head !== before.head &&
    (await isAncestor(git, commit.commit, user));
  const anew = replayed === 0 ? '' : `; ${String(replayed)} that landed later are on it anew, each checked`;
  shell.out(
    head === before.head
      ? `${checkpoint} is taken back; it had changed nothing, so ${branch} stays at ${head.slice(0, 8)}\n`
      : `${checkpoint} is taken back: ${branch} is now at ${head.slice(0, 8)}${anew}\nbefore, it was at ${before.head.slice(0, 8)}, kept as ${undoneRef(id, before.head)}\n`,
  );
  if (merged) {
    shell.out(
      `The branch that you are on has it already, and is not touched. To take it out there, too: git revert ${commit.commit.slice(0, 12)}\n`,
    );
  }
  shell.err(
    `Check the whole again: orchestrate resume ${id}\nDo ${checkpoint} again: orchestrate retry ${id} ${checkpoint}\n`,
  );
}
