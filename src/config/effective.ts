import type { Settings } from '../domain/settings.ts';
import { type AddedFile, type AddedRole, plainAdded, resolveAdded } from './added-roles.ts';
import { type Entry, listEntries } from './entries.ts';
import { type Env, openAiVariables, secrets } from './environment.ts';
import { lacking } from './lacking.ts';
import { findMachine, type Machine, plainMachine } from './machine.ts';
import { givenModels, type ModelsByAlias, type ModelSettings, reachableModels } from './models.ts';
import { headerVariables, resolveServers, type ToolServer } from './mcp.ts';
import type { Problem } from './problem.ts';
import { type Provider, resolveProviders } from './providers.ts';
import { type Found, ranked } from './ranked.ts';
import { plainRoles, resolveRoles, type RoleSettings, usedModels } from './roles.ts';
import type { RoleName } from './schema.ts';
import { findSettings, toSettings } from './run-settings.ts';
import type { Source } from './source.ts';

/** All settings in force. */
export type Configuration = {
  readonly settings: Settings;
  /** By alias; every model that a role may come to use. */
  readonly models: Readonly<Record<string, ModelSettings>>;
  /** Roles that have a model; where one has none, `lacks` says so. */
  readonly roles: Readonly<Partial<Record<RoleName, RoleSettings>>>;
  /** Roles that files add beside those of the program. */
  readonly added: readonly AddedRole[];
  readonly machine: Machine;
  /** Where models can be asked, by name. */
  readonly providers: ReadonlyMap<string, Provider>;
  /** The user's servers of tools, ready to be reached. */
  readonly servers: readonly ToolServer[];
  /** Each setting as people write it, with its value and origin. No entry holds a key. */
  readonly entries: readonly Entry[];
  /** Settings that were set aside, or look like a slip. */
  readonly warnings: readonly Problem[];
  /** What is missing before a model can be asked, one sentence each; empty when a run may start. */
  readonly lacks: readonly string[];
  /** Values that must never be shown. */
  readonly secrets: readonly string[];
};

export type EffectiveOptions = {
  readonly sources: readonly Source[];
  readonly env: Env;
  readonly added?: readonly AddedFile[];
};

/** Merges what all sources say: flag, spec, environment, named file, user, repository, default. Throws ConfigError. */
export function effective({ sources, env, added = [] }: EffectiveOptions): Configuration {
  const inOrder = ranked(sources);
  const settings = findSettings(inOrder);
  const providers = resolveProviders(inOrder, env);
  const described = givenModels(inOrder);
  const roles = resolveRoles(inOrder, described, spareModel(described, env));
  const joining = added.map((file) => ({
    file,
    resolved: resolveAdded(file, roles[file.kind], { sources: inOrder, models: described }),
  }));
  const all = [...Object.values(roles), ...joining.map(({ resolved }) => resolved)];
  const models = reachableModels(usedModels(all), described, providers);
  const machine = findMachine(inOrder, env);
  const asked = [...providers.values()];
  const { servers, warnings } = resolveServers(machine.mcp, env);
  return {
    settings: toSettings(settings),
    models,
    roles: plainRoles(roles),
    added: joining.flatMap(({ file, resolved }) => plainAdded(file, resolved)),
    machine: plainMachine(machine),
    providers,
    servers,
    entries: listEntries({ settings, roles, joining, models: described, providers, machine }),
    warnings: [...sources.flatMap((source) => source.ignored), ...warnings],
    lacks: lacking({ roles, models, providers }),
    secrets: secrets(env, {
      names: [...asked.map((provider) => provider.keyVariable), ...headerVariables(machine.mcp.value)],
      values: asked.flatMap((provider) => Object.values(provider.headers)),
      addresses: asked.map((provider) => provider.baseUrl.value),
    }),
  };
}

/** For roles that nothing gives a model: the environment's, else the only one that is described. */
function spareModel(described: ModelsByAlias, env: Env): Found<string> | undefined {
  const { model } = openAiVariables(env);
  if (model !== undefined) {
    return { value: model, origin: { source: 'environment', place: 'OPENAI_MODEL' } };
  }
  const [only, ...others] = described;
  return only && others.length === 0 ? { value: only[0], origin: only[1].origin } : undefined;
}
