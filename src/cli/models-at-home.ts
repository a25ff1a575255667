import type { Configuration } from '../config/effective.ts';
import type { Loaded } from '../config/load.ts';
import type { ModelSettings } from '../config/models.ts';
import type { Sheet } from '../scale/task.ts';

type Asking = { readonly sheet: Sheet; readonly model: string };

/**
 * The models that a coder of another machine's run may come to ask, at this worker's own addresses and with its own keys.
 * `model` is the alias that it is given; what else the coordinator has in its configuration need not be known here.
 */
export function modelsAtHome(
  { sheet, model }: Asking,
  own: Pick<Loaded, 'providers'>,
): Pick<Configuration, 'models' | 'roles' | 'entries'> {
  const [first = model] = Object.keys(sheet.tools);
  const alias = model in sheet.models ? model : first;
  const { turns, temperature } = sheet;
  const routes = { easy: [alias], medium: [alias], hard: [alias] } as const;
  return {
    models: Object.fromEntries(
      reachable([alias, sheet.summarizer.alias], sheet).map((name) => [name, atHome(name, sheet, own)]),
    ),
    roles: { coder: { routes, turns, ...(temperature === undefined ? {} : { temperature }) } },
    entries: [],
  };
}

/** Those that are named, with what they fall back on. */
function reachable(names: readonly string[], { models }: Sheet): string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    const routed = models[name];
    if (routed && !found.has(name)) {
      found.add(name);
      routed.fallbacks.forEach(visit);
    }
  };
  names.forEach(visit);
  return [...found];
}

function atHome(alias: string, { models }: Sheet, { providers }: Pick<Loaded, 'providers'>): ModelSettings {
  const routed = models[alias];
  const provider = routed && providers.get(routed.provider);
  if (!provider) {
    throw new Error(
      `this worker has no provider ${String(routed?.provider)}, which ${alias} is asked of: name it under providers in its config.yaml`,
    );
  }
  const { apiKey, headers, allowed } = provider;
  return { ...routed, baseUrl: provider.baseUrl.value, apiKey, headers, allowed };
}
