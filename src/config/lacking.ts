import type { ModelSettings } from './models.ts';
import { BUILT_IN_PROVIDER, type Provider } from './providers.ts';
import type { ResolvedRole } from './roles.ts';
import { OPTIONAL_ROLES, RoleName } from './schema.ts';

type Resolved = {
  readonly roles: Record<RoleName, ResolvedRole>;
  readonly models: Readonly<Record<string, ModelSettings>>;
  readonly providers: ReadonlyMap<string, Provider>;
};

/** What stands between these settings and a first answer of a model, one sentence each. */
export function lacking({ roles, models, providers }: Resolved): string[] {
  const without = RoleName.options.filter((role) => !roles[role].routes && !OPTIONAL_ROLES.has(role));
  const used = new Set(Object.values(models).map((model) => model.provider));
  const keyless = [...providers.values()].filter((p) => used.has(p.name) && p.needsKey && p.apiKey === '');
  return [
    ...(without.length > 0 ? [noModel(without, providers)] : []),
    ...keyless.map((p) => `The provider ${p.name} needs a key: set the variable ${p.keyVariable}.`),
  ];
}

function noModel(without: readonly RoleName[], providers: ReadonlyMap<string, Provider>): string {
  const address = providers.get(BUILT_IN_PROVIDER)?.baseUrl;
  const known = address?.origin.source === 'environment' ? `${address.origin.place} is set, but no` : 'No';
  return `${known} model is named for ${without.join(', ')}: set OPENAI_MODEL, pass --model NAME, or name models in agents.yaml.`;
}
