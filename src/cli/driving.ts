import path from 'node:path';
import { permitBy, type PermitOptions } from '../agent/policy/permit-by.ts';
import { folders } from '../config/environment.ts';
import type { Loaded } from '../config/load.ts';
import { promptValues } from '../config/prompt-values.ts';
import type { RoleSettings } from '../config/roles.ts';
import { fill, type Template } from '../config/template.ts';
import { apply, fold } from '../domain/apply.ts';
import type { Event, Line } from '../domain/event.ts';
import { redactor } from '../domain/redaction/redactor.ts';
import type { Run } from '../domain/run.ts';
import type { Git } from '../io/git/call.ts';
import { sameUserTree, userTree as fingerprint } from '../io/git/user-tree.ts';
import { readJournal } from '../io/journal.ts';
import { secretTags } from '../io/redaction-key.ts';
import { endMarked } from '../io/shell-leftovers.ts';
import type { Lock } from '../io/lock.ts';
import { emptyTrash } from '../io/slot-trash.ts';
import type { RepositoryState, RunFolder } from '../io/state.ts';
import type { Wait } from '../model/wait.ts';
import type { Caller, Models, Piece } from '../run/models.ts';
import { carryOn } from '../run/session.ts';
import { spentBefore } from '../run/spent-before.ts';
import type { RoleSetup, World } from '../run/world.ts';
import type { Report } from '../view/report.ts';
import { executionOf, type Execution, type Meeting } from './away.ts';
import { commandEnvironment, MARK } from './command-environment.ts';
import { configuredModels, type Limiters } from './models.ts';
import type { Confinement } from './confinement.ts';
import { writePage } from './page-report.ts';
import { recordingModels } from './recording.ts';
import { writeReport } from './reports.ts';

/** What is told while a run is opened and while it goes on. */
export type Listeners = {
  /** Each event, once it is in the journal; of a new run also the one that began it. */
  readonly onLine?: (line: Line) => void;
  /** What a model writes and its tools do right now; not kept anywhere. */
  readonly onDelta?: (caller: Caller, piece: Piece) => void;
  /** What a model is waited for: a rate limit, a retry, the budget. */
  readonly onWait?: (caller: Caller, wait: Wait) => void;
  /** Something a person should know, such as a setting that was set aside. */
  readonly onNotice?: (text: string) => void;
  /** Values that must never be shown, as soon as they are known. */
  readonly onSecrets?: (secrets: readonly string[]) => void;
  /** Asks a person about a call of a tool; absent where nobody is there. */
  readonly ask?: PermitOptions['ask'];
};

/** A run on the disk, locked and ready to be driven. */
export type Opened = {
  readonly git: Git;
  readonly state: RepositoryState;
  readonly folder: RunFolder;
  readonly run: Run;
  readonly configuration: Loaded;
  /** Drives the run until it has ended or rests, writes its report, and frees the lock. */
  drive(signal: AbortSignal, listeners?: Listeners): Promise<Finished>;
};

export type Finished = { readonly run: Run; readonly report: Report; readonly folder: RunFolder };

export type Ready = {
  readonly git: Git;
  readonly state: RepositoryState;
  readonly folder: RunFolder;
  readonly lock: Lock;
  readonly configuration: Loaded;
  readonly confined: Confinement;
  /** In place of the configured models: scripted or recorded ones. */
  readonly models: Models | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly spec: string;
  /** The event that began a new run: whoever listens has not been told of it yet. */
  readonly first?: Line;
  /** File that keeps every reply, to be played back. */
  readonly record?: string;
  /** Where the workers of other machines are met; undefined where this one does all of the work. */
  readonly meeting: Meeting | undefined;
};

/** Wires a run that is on the disk. `say` gives what a person says with it, such as higher limits. */
export async function readyToDrive(
  ready: Ready,
  say: (run: Run) => Promise<readonly Event[]> = async () => Promise.resolve([]),
): Promise<Opened> {
  const { git, state, folder } = ready;
  const past = (await readJournal(folder.journal)).lines;
  const run = fold(past.map((line) => line.event));
  const said = await say(run);
  return {
    git,
    state,
    folder,
    run,
    configuration: ready.configuration,
    drive: async (signal, listeners = {}) => {
      try {
        if (ready.first) {
          listeners.onLine?.(ready.first);
        }
        return await drive(ready, { run: said.reduce(apply, run), past, said, signal, listeners });
      } finally {
        await ready.lock.release();
      }
    },
  };
}

type Driving = {
  readonly run: Run;
  readonly past: readonly Line[];
  readonly said: readonly Event[];
  readonly signal: AbortSignal;
  readonly listeners: Listeners;
};

async function drive(ready: Ready, { run, past, said, signal, listeners }: Driving): Promise<Finished> {
  const { git, state, folder, configuration, spec, env } = ready;
  const { onLine = () => undefined, onDelta, onWait, onNotice, ask } = listeners;
  // What a killed process of this run left behind would go on writing where the next attempt works.
  await endMarked(MARK, folder.id);
  // What earlier runs threw away is deleted while this one works.
  const emptied = emptyTrash(state.trash).catch(() => undefined);
  const before = await fingerprint(git);
  const execution = await executionOf(ready, run, listeners);
  const session = {
    git,
    state,
    folder,
    spec,
    models: modelsOf(ready, run, { past, limiters: execution.limiters }),
    roles: rolesOf(configuration, promptValues(run.settings, git.root)),
    provided: { skills: path.join(folders(env).config, 'skills'), servers: configuration.servers },
    ...commandEnvironment(folder.id, env, configuration),
    secrets: configuration.secrets,
    ...(ready.confined.confine ? { confine: ready.confined.confine } : {}),
    redactor: redactor({ known: configuration.secrets, tag: await secretTags(state) }),
    permit: permitBy({
      mode: configuration.machine.mode,
      rules: configuration.machine.permissions,
      ...(ask ? { ask } : {}),
    }),
    summarizer: summarizerOf(configuration, promptValues(run.settings, git.root)),
    execute: execution.execute,
    onLine,
    ...(onDelta ? { onDelta } : {}),
    ...(onWait ? { onWait } : {}),
    ...(onNotice ? { onNotice } : {}),
  };
  const after = await thenClose(execution, async () => carryOn(session, signal, said));
  await emptied;
  await endMarked(MARK, folder.id);
  const differences = sameUserTree(before, await fingerprint(git));
  const { lines } = await readJournal(folder.journal);
  const report = await writeReport(folder, lines, differences);
  await writePage({ git, folder, lines, report, secrets: configuration.secrets });
  return { run: after, report, folder };
}

async function thenClose<T>({ close }: Execution, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await close();
  }
}

type Metering = { readonly past: readonly Line[]; readonly limiters: Limiters };

function modelsOf(ready: Ready, run: Run, { past, limiters }: Metering): Models {
  const { configuration, git, state, record } = ready;
  const models = ready.models ?? configuredModels(configuration, run, spentBefore(past), limiters);
  const { slots } = state;
  const { secrets } = configuration;
  return record === undefined
    ? models
    : recordingModels(models, { file: record, slots, root: git.root, secrets });
}

function summarizerOf({ prompts, roles }: Loaded, values: Readonly<Record<string, string>>) {
  const alias = (roles.summarizer ?? roles.coder)?.routes.easy[0] ?? '';
  return { prompt: fill(prompts.summarizer, values), alias };
}

function rolesOf(
  { prompts, roles, models, added }: Loaded,
  values: Readonly<Record<string, string>>,
): World['roles'] {
  const served = ({ turns, routes, tools = [] }: RoleSettings, prompt: Template): RoleSetup => {
    // A model that edits by patches is offered that tool in the place of the other.
    const offered = (alias: string) =>
      tools.map((name) => (name === 'edit' ? (models[alias]?.edit ?? name) : name));
    return { prompt: fill(prompt, values), turns, routes, tools: offered };
  };
  const setup = (role: 'planner' | 'coder' | 'reviewer' | 'analyst'): RoleSetup => {
    const own = roles[role];
    if (!own) {
      throw new Error(`no model serves the ${role}`);
    }
    return served(own, prompts[role]);
  };
  return {
    planner: setup('planner'),
    coder: setup('coder'),
    reviewer: setup('reviewer'),
    ...(roles.analyst ? { analyst: setup('analyst') } : {}),
    further: added.map((one) => ({ name: one.name, when: one.when, ...served(one, one.prompt) })),
  };
}
