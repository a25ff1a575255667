import path from 'node:path';
import { TOOL_NAMES } from '../agent/tools/create-tools.ts';
import { loadConfiguration, type Loaded } from '../config/load.ts';
import { fold } from '../domain/apply.ts';
import type { Event } from '../domain/event.ts';
import type { Run } from '../domain/run.ts';
import { Mode, type Settings } from '../domain/settings.ts';
import type { Git } from '../io/git/call.ts';
import { dropStaleLocks } from '../io/git/refs.ts';
import { readJournal } from '../io/journal.ts';
import type { Lock } from '../io/lock.ts';
import { readSmall } from '../io/small-file.ts';
import { holdings } from '../io/room.ts';
import type { RepositoryState, RunFolder } from '../io/state.ts';
import { beginRun } from '../run/begin.ts';
import type { Models } from '../run/models.ts';
import { findRepository, surveyGround, type DirtyChoice } from '../run/preflight.ts';
import { requireRoom } from '../run/room.ts';
import { readSpec, type Spec } from '../spec/read-spec.ts';
import { confinement, type Consent } from './confinement.ts';
import { detectedCheck } from './detected-check.ts';
import type { Meeting } from './away.ts';
import { readyToDrive, type Listeners, type Opened, type Ready } from './driving.ts';
import { beginRecording } from './recording.ts';
import { tellNeeded } from './needed.ts';
import { recordsOf } from './records.ts';
import { requireModels } from './require-models.ts';
import { reviewsItself } from './same-model.ts';
import { takeLock } from './run-lock.ts';
import { tellCommands } from './tell-commands.ts';
import { tellHooks } from './tell-hooks.ts';
import { tellSubmodules } from './tell-submodules.ts';

type Env = Readonly<Record<string, string | undefined>>;

type Place = {
  readonly cwd: string;
  readonly env: Env;
  readonly version: string;
  /** Settings by their names on the command line, in camel case. */
  readonly flags?: Readonly<Record<string, unknown>>;
  readonly configFile?: string;
  /** In place of the configured models: scripted or recorded ones. */
  readonly models?: Models;
  /** Where the workers of other machines are met. */
  readonly meeting?: Meeting;
  /** Whether commands may run unconfined; absent: they may not. `harmless`: nothing in the run could do harm. */
  readonly unconfined?: Consent | 'harmless';
};

export type NewRun = Place & {
  /** `path` where it is a file, so that its being uncommitted does not count as a dirty tree. */
  readonly spec: { readonly bytes: Uint8Array; readonly source: string; readonly path?: string };
  readonly dirty?: DirtyChoice;
  /** File that keeps every reply, to be played back. */
  readonly record?: string;
};

/** Checks everything that can be checked before a paid call, then writes the first event of a new run. */
export async function openNew(options: NewRun, listeners: Listeners = {}): Promise<Opened> {
  const { env, version, models, dirty = 'refuse' } = options;
  const { spec, git, configuration, ground, settings: detected } = await survey(options, listeners);
  const { machine, settings: wanted } = configuration;
  const consent = options.unconfined ?? {};
  const confining = confinement({ kind: wanted.sandbox, root: git.root, env, machine, consent });
  // Both take a while and neither needs the other; what is amiss with the sandbox is told first.
  const asking = models ? undefined : requireModels(configuration);
  asking?.catch(() => undefined);
  const confined = await confining;
  await asking;
  if (asking) {
    tellSelfReview(configuration, listeners);
  }
  const state = await recordsOf(git, env);
  const lock = await takeLock(state, { run: state.id, env, onNotice: listeners.onNotice });
  const say = (text: string): void => listeners.onNotice?.(text);
  return orRelease(lock, async () => {
    const { parallel, copy } = configuration.settings;
    const { bytes, submodules } = await holdings(git, ground.head);
    await requireRoom({ bytes, slots: state.slots, parallel });
    tellSubmodules(submodules, say);
    await tellNeeded(git, copy, say);
    await tellHooks(git, say);
    if (consent !== 'harmless') {
      const { entries } = configuration;
      await tellCommands({
        settings: detected,
        entries,
        state,
        onNotice: say,
      });
    }
    if (options.record !== undefined) {
      await beginRecording(options.record);
    }
    await confined.remember();
    const settings = { ...detected, start: git.start, sandbox: confined.kind, mode: machine.mode };
    const include = dirty === 'include' ? 'dirty' : 'head only';
    const { folder, first } = await beginRun({ ground, state, spec, settings, include, version });
    const record = options.record === undefined ? {} : { record: options.record };
    const { meeting } = options;
    const ready = {
      git,
      state,
      folder,
      lock,
      configuration,
      confined,
      models,
      env,
      spec: spec.text,
      meeting,
    };
    return readyToDrive({ ...ready, first, ...record });
  });
}

/** What a run would start from, found without asking a model and without writing anything. */
export async function survey(options: NewRun, listeners: Listeners = {}) {
  const { cwd, env, dirty = 'refuse' } = options;
  const spec = readSpec(options.spec.bytes, options.spec.source);
  const git = await findRepository(cwd, env);
  const configuration = await configure(git, options, spec, listeners);
  const own = options.spec.path === undefined ? {} : { spec: path.relative(git.root, options.spec.path) };
  const ground = await surveyGround(git, { dirty, ...own });
  const settings = await detectedCheck(configuration.settings, { git, commit: ground.head, listeners });
  return { spec, git, configuration, ground, settings };
}

function tellSelfReview(configuration: Loaded, { onNotice }: Listeners): void {
  const said = reviewsItself(configuration);
  if (said !== undefined) {
    onNotice?.(said);
  }
}

export type Recorded = { readonly git: Git; readonly state: RepositoryState; readonly folder: RunFolder };

/** Opens a run that is on the disk, to go on with it. `say` gives what a person says by going on. */
export async function openAgain(
  options: Place,
  { git, state, folder }: Recorded,
  say: (run: Run) => Promise<readonly Event[]>,
  listeners: Listeners = {},
): Promise<Opened> {
  const { env, models, meeting } = options;
  const past = (await readJournal(folder.journal)).lines.map((line) => line.event);
  const text = (await readSmall(folder.spec)) ?? '';
  const spec = readSpec(Buffer.from(text), folder.spec);
  const loaded = await configure(git, options, spec, listeners);
  const again = goesOnAs(loaded, fold(past).settings, options);
  const { configuration } = again;
  const { machine } = configuration;
  const confined = await confinement({
    kind: again.kind,
    root: git.root,
    env,
    machine,
    consent: again.consent,
  });
  if (!models) {
    await requireModels(configuration);
  }
  const lock = await takeLock(state, { run: folder.id, env, onNotice: listeners.onNotice });
  return orRelease(lock, async () => {
    await dropStaleLocks(git);
    const ready = { git, state, folder, lock, configuration, confined, models, env, spec: text, meeting };
    return readyToDrive(ready, async (run) => saidWith(await say(run), options, { machine, confined }));
  });
}

/** As it began, unless a person says otherwise; settings that have become stricter since count. */
function goesOnAs(loaded: Loaded, kept: Settings, { flags, unconfined }: Place) {
  const asked = flags?.['sandbox'] !== undefined;
  const modes = [kept.mode ?? loaded.machine.mode, loaded.machine.mode];
  const mode = flags?.['mode'] === undefined ? strictest(modes) : loaded.machine.mode;
  // Who let the run begin without a sandbox has said so for all of it.
  const begun: Consent | 'harmless' = kept.sandbox === 'off' ? 'harmless' : {};
  return {
    configuration: { ...loaded, machine: { ...loaded.machine, mode } },
    kind: asked ? loaded.settings.sandbox : kept.sandbox,
    consent: asked ? (unconfined ?? {}) : begun,
  };
}

const strictest = (modes: readonly Mode[]): Mode =>
  Mode.options.find((mode) => modes.includes(mode)) ?? 'plan';

/** What was said on the way, for the journal. */
function saidWith(
  events: readonly Event[],
  { flags }: Place,
  { machine, confined }: Pick<Ready, 'confined'> & Pick<Loaded, 'machine'>,
): readonly Event[] {
  const said = {
    ...(flags?.['sandbox'] === undefined ? {} : { sandbox: confined.kind }),
    ...(flags?.['mode'] === undefined ? {} : { mode: machine.mode }),
  };
  return events.map((event) => (event.type === 'run.resumed' ? { ...event, ...said } : event));
}

async function orRelease<T>(lock: Lock, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** What roles without a model of their own ask for where models are given in place of the configured ones. */
const GIVEN = 'given';

async function configure(
  git: Git,
  { env, flags, configFile, models }: Place,
  spec: Spec,
  { onNotice = () => undefined, onSecrets }: Listeners,
): Promise<Loaded> {
  const loaded = await loadConfiguration({
    env: models ? { ...env, OPENAI_MODEL: env['OPENAI_MODEL'] ?? GIVEN } : env,
    root: git.root,
    tools: [...TOOL_NAMES, 'skill', 'ask_analyst'],
    start: path.join(git.root, git.start),
    spec: { source: spec.source, frontMatter: spec.frontMatter },
    ...(flags ? { flags } : {}),
    ...(configFile === undefined ? {} : { file: configFile }),
  });
  onSecrets?.(loaded.secrets);
  for (const { place, message } of loaded.warnings) {
    onNotice(`${place}: ${message}`);
  }
  return loaded;
}
