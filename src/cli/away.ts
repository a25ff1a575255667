import { packageVersion } from './version.ts';
import type { Loaded } from '../config/load.ts';
import { fold } from '../domain/apply.ts';
import type { Run } from '../domain/run.ts';
import type { Git } from '../io/git/call.ts';
import { openRemote } from '../io/git/remote.ts';
import { readJournal } from '../io/journal.ts';
import { readSmall } from '../io/small-file.ts';
import type { RepositoryState, RunFolder } from '../io/state.ts';
import type { Executor } from '../run/drive.ts';
import { memoryFile } from '../run/memory.ts';
import { spentBefore } from '../run/spent-before.ts';
import { inProcess } from '../scale/in-process.ts';
import { repositoryName } from '../scale/job.ts';
import { client, connect } from '../scale/redis.ts';
import { sharedBudget } from '../scale/shared-budget.ts';
import { sharedGates } from '../scale/shared-gates.ts';
import type { RoutedModel, Sheet } from '../scale/task.ts';
import type { Listening } from '../scale/overheard.ts';
import { openWorkers } from '../scale/workers.ts';
import { ALONE, type Limiters } from './models.ts';

/** Where the workers of other machines are met: a Redis for messages, a repository for the work itself. */
export type Meeting = {
  readonly redis: string;
  /** Address or name of the repository that both sides can reach. */
  readonly remote: string;
  /** Name of the queue's repository, where the last part of the address is not the same for everybody. */
  readonly queue?: string;
};

/** What carries a run's commands out, and what keeps its limits. */
export type Execution = {
  readonly execute: Executor;
  readonly limiters: Limiters;
  readonly close: () => Promise<void>;
};

type Driven = {
  readonly git: Git;
  readonly state: RepositoryState;
  readonly folder: RunFolder;
  readonly configuration: Loaded;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly meeting: Meeting | undefined;
};

/** This process alone, or the workers of other machines where the run is told to meet them. */
export async function executionOf(
  driven: Driven,
  run: Run,
  listeners: Partial<Listening>,
): Promise<Execution> {
  const { meeting } = driven;
  const here = inProcess(run.settings, meeting ? undefined : listeners.onNotice);
  return meeting
    ? meet(driven, run, { here, meeting, listeners })
    : { execute: here, limiters: ALONE, close: async () => Promise.resolve() };
}

type Meet = { readonly here: Executor; readonly meeting: Meeting; readonly listeners: Partial<Listening> };

async function meet(
  { git, state, folder, configuration, env }: Driven,
  run: Run,
  { here, meeting, listeners }: Meet,
): Promise<Execution> {
  const { onDelta, onWait, onNotice = () => undefined } = listeners;
  const remote = await openRemote(git, { name: meeting.remote, env });
  const repository = meeting.queue ?? repositoryName(remote.url);
  const url = meeting.redis;
  const redis = await connect(await client(), {
    url,
    onNotice: () => undefined,
    name: `orchestrate ${run.id}`,
  });
  const lines = async () => (await readJournal(folder.journal)).lines;
  const workers = await openWorkers({
    run: run.id,
    remote,
    folder,
    repository,
    redis: url,
    version: packageVersion(),
    log: async () => (await lines()).map(({ event }) => event),
    sheet: async () => ({
      ...sheetOf(configuration),
      spent: spentBefore(await lines()),
      memory: (await readSmall(memoryFile(state))) ?? '',
      author: { name: git.identity.name, email: git.identity.email },
    }),
    here,
    onNotice,
    ...(onDelta ? { onDelta } : {}),
    ...(onWait ? { onWait } : {}),
  });
  return {
    execute: workers.execute,
    limiters: {
      gates: (limitsOf) => sharedGates(redis, limitsOf),
      budget: (options) => sharedBudget(redis, { repository, run: run.id }, options),
    },
    close: async () => {
      await workers.close(fold((await lines()).map(({ event }) => event)));
      redis.disconnect();
    },
  };
}

/** How the coder is set up, with nothing in it that reaches another machine. */
function sheetOf({
  prompts,
  roles,
  models,
  machine,
}: Loaded): Pick<Sheet, 'prompt' | 'turns' | 'tools' | 'models' | 'summarizer' | 'permit'> {
  const { turns = 50, tools = [], temperature } = roles.coder ?? {};
  const aliases = Object.keys(models);
  const offered = (alias: string) =>
    tools.map((name) => (name === 'edit' ? (models[alias]?.edit ?? name) : name));
  return {
    prompt: prompts.coder.body,
    permit: {
      mode: machine.mode,
      rules: { allow: [...machine.permissions.allow], deny: [...machine.permissions.deny] },
    },
    turns,
    ...(temperature === undefined ? {} : { temperature }),
    tools: Object.fromEntries(aliases.map((alias) => [alias, offered(alias)])),
    models: Object.fromEntries(Object.entries(models).map(([alias, settings]) => [alias, routed(settings)])),
    summarizer: {
      prompt: prompts.summarizer.body,
      alias: (roles.summarizer ?? roles.coder)?.routes.easy[0] ?? '',
    },
  };
}

function routed({
  baseUrl: _address,
  apiKey: _key,
  headers: _headers,
  allowed: _allowed,
  ...settings
}: Loaded['models'][string]): RoutedModel {
  return { ...settings, fallbacks: [...settings.fallbacks] };
}
