import { type Env, folders } from './environment.ts';
import { builtIn, type Found, strongest } from './ranked.ts';
import type { Given } from './schema.ts';
import type { Source } from './source.ts';

type Set<K extends keyof Given> = NonNullable<Given[K]>;

/** What reaches beyond the run, and who said so. */
export type FoundMachine = {
  readonly mode: Found<Set<'mode'>>;
  readonly permissions: Found<{ readonly allow: readonly string[]; readonly deny: readonly string[] }>;
  readonly network: Found<Set<'network'>>;
  readonly hooks: Found<Set<'hooks'>>;
  readonly environment: Found<Set<'environment'>>;
  readonly mcp: Found<Set<'mcp'>>;
  readonly stateFolder: Found<string>;
};

export type Machine = { readonly [K in keyof FoundMachine]: FoundMachine[K]['value'] };

export function findMachine(sources: readonly Source[], env: Env): FoundMachine {
  const find = <K extends keyof Given>(key: K, otherwise: Set<K>): Found<Set<K>> =>
    strongest<Set<K>>(sources, [key], (given) => given[key] ?? undefined) ?? {
      value: otherwise,
      origin: builtIn,
    };
  return {
    mode: find('mode', 'auto'),
    permissions: find('permissions', { allow: [], deny: [] }),
    network: find('network', { allow: [] }),
    hooks: find('hooks', {}),
    environment: find('environment', []),
    mcp: find('mcp', {}),
    stateFolder: find('stateFolder', folders(env).state),
  };
}

export const plainMachine = ({
  mode,
  permissions,
  network,
  hooks,
  environment,
  mcp,
  stateFolder,
}: FoundMachine): Machine => ({
  mode: mode.value,
  permissions: permissions.value,
  network: network.value,
  hooks: hooks.value,
  environment: environment.value,
  mcp: mcp.value,
  stateFolder: stateFolder.value,
});
