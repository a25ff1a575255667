import type { AddedFile } from './added-roles.ts';
import type { FoundMachine } from './machine.ts';
import type { ModelsByAlias } from './models.ts';
import type { Provider } from './providers.ts';
import type { Found, Origin } from './ranked.ts';
import type { ResolvedRole } from './roles.ts';
import { type FoundSettings, writtenSettings } from './run-settings.ts';
import { OPTIONAL_ROLES, RoleName } from './schema.ts';

/** A setting in force, under the name that people write, such as `roles.coder.turns`. */
export type Entry = { readonly key: string; readonly value: unknown; readonly origin: Origin };

export type Resolved = {
  readonly settings: FoundSettings;
  readonly roles: Record<RoleName, ResolvedRole>;
  readonly joining: readonly { readonly file: AddedFile; readonly resolved: ResolvedRole }[];
  readonly models: ModelsByAlias;
  readonly providers: ReadonlyMap<string, Provider>;
  readonly machine: FoundMachine;
};

/** Everything in force, for people to read; keys and header values are told by name only. */
export function listEntries({ settings, roles, joining, models, providers, machine }: Resolved): Entry[] {
  return [
    ...writtenSettings(settings).map(([key, found]) => entry(key, found)),
    ...RoleName.options
      .filter((name) => roles[name].routes || !OPTIONAL_ROLES.has(name))
      .flatMap((name) => roleEntries(name, roles[name])),
    ...joining.flatMap(addedEntries),
    ...[...models].map(([alias, found]) => entry(`models.${alias}`, found)),
    ...[...providers.values()].flatMap(providerEntries),
    ...Object.entries(machine).map(([key, found]) => entry(key, found)),
  ];
}

const entry = (key: string, { value, origin }: Found<unknown>): Entry => ({ key, value, origin });

function roleEntries(name: string, { routes, turns, temperature, tools }: ResolvedRole): Entry[] {
  const parts = { model: routes, turns, temperature, tools };
  return Object.entries(parts).flatMap(([key, found]) =>
    found ? [entry(`roles.${name}.${key}`, found)] : [],
  );
}

function addedEntries({ file, resolved }: Resolved['joining'][number]): Entry[] {
  const { name, kind, when, source } = file;
  const origin: Origin = { source: source.kind, place: file.file };
  const said = { kind, ...(when.length > 0 && { when }), prompt: file.file };
  return [
    ...Object.entries(said).map(([key, value]) => ({ key: `roles.${name}.${key}`, value, origin })),
    ...roleEntries(name, resolved),
  ];
}

function providerEntries({ name, baseUrl, keyVariable, apiKey, headers, origin }: Provider): Entry[] {
  const at = `providers.${name}`;
  const names = Object.keys(headers);
  return [
    entry(`${at}.baseUrl`, { ...baseUrl, value: withoutPassword(baseUrl.value) }),
    { key: `${at}.key`, value: `${keyVariable} (${apiKey === '' ? 'not set' : 'set'})`, origin },
    ...(names.length > 0 ? [{ key: `${at}.headers`, value: names, origin }] : []),
  ];
}

function withoutPassword(address: string): string {
  const url = new URL(address);
  if (url.password === '') {
    return address;
  }
  url.password = 'hidden';
  return url.href;
}
