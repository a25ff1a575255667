import { ConfigError } from './problem.ts';
import { type Allowed, BUILT_IN_PROVIDER, type Provider } from './providers.ts';
import { builtIn, type Found, strongest } from './ranked.ts';
import type { GivenModel } from './schema.ts';
import type { Source } from './source.ts';
import { nearest } from './suggest-key.ts';

/** Everything that is needed to ask one model. Prices are US dollars for a million tokens. */
export type ModelSettings = {
  /** Alias, as routes name it. */
  readonly name: string;
  /** Name that the provider knows it by. */
  readonly model: string;
  readonly provider: string;
  readonly api: 'chat' | 'responses';
  readonly baseUrl: string;
  /** Empty where the provider asks for none, or where it is missing. */
  readonly apiKey: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What the provider's key allows, where its owner says so. */
  readonly allowed: Allowed;
  readonly edit: 'edit' | 'apply_patch';
  /** Aliases to turn to when this one fails for good. */
  readonly fallbacks: readonly string[];
} & Pick<
  GivenModel,
  'profile' | 'window' | 'price' | 'effort' | 'temperature' | 'maxTokens' | 'retries' | 'patience'
>;

export type ModelsByAlias = ReadonlyMap<string, Found<GivenModel>>;

/** Every model that a file names; an alias of a stronger source replaces the whole entry of a weaker one. */
export function givenModels(sources: readonly Source[]): ModelsByAlias {
  const aliases = new Set(sources.flatMap((s) => Object.keys(s.given.models ?? {})));
  return new Map(
    [...aliases].flatMap((alias) => {
      const found = strongest(sources, ['models', alias], (given) => given.models?.[alias]);
      return found ? [[alias, found]] : [];
    }),
  );
}

/** The models that routes name and those that they fall back to; throws ConfigError where one cannot be put together. */
export function reachableModels(
  aliases: readonly string[],
  described: ModelsByAlias,
  providers: ReadonlyMap<string, Provider>,
): Record<string, ModelSettings> {
  const found = new Map<string, ModelSettings>();
  const waiting = [...aliases];
  for (let alias = waiting.shift(); alias !== undefined; alias = waiting.shift()) {
    if (!found.has(alias)) {
      const model = resolveModel(alias, described, providers);
      found.set(alias, model);
      waiting.push(...model.fallbacks);
    }
  }
  return Object.fromEntries(found);
}

/** A model that nobody describes: its alias is its name at the built-in provider. */
const plainModel: Found<GivenModel> = { value: {}, origin: builtIn };

function resolveModel(
  alias: string,
  models: ModelsByAlias,
  providers: ReadonlyMap<string, Provider>,
): ModelSettings {
  const { value: given, origin } = models.get(alias) ?? plainModel;
  const provider = providers.get(given.provider ?? BUILT_IN_PROVIDER);
  const wrong = [
    ...(provider ? [] : [unknownProvider(given.provider ?? '', providers)]),
    ...(given.fallbacks ?? []).filter((name) => !models.has(name)).map((name) => unknownModel(name, models)),
  ];
  if (!provider || wrong.length > 0) {
    throw new ConfigError(
      wrong.map((what) => ({
        key: `models.${alias}`,
        place: origin.place,
        message: `models.${alias} ${what}`,
      })),
    );
  }
  const { name, provider: _, api = 'chat', edit = 'edit', fallbacks = [], ...rest } = given;
  return {
    ...rest,
    name: alias,
    model: name ?? alias,
    provider: provider.name,
    api,
    baseUrl: provider.baseUrl.value,
    apiKey: provider.apiKey,
    headers: provider.headers,
    allowed: provider.allowed,
    edit,
    fallbacks,
  };
}

const unknownProvider = (name: string, providers: ReadonlyMap<string, Provider>): string =>
  `asks provider ${name}, which your own config.yaml does not name under providers${hint(name, [...providers.keys()])}`;

/** End of a sentence about a name that is not among the models. */
export const unknownModel = (name: string, models: ModelsByAlias): string =>
  `names ${name}, which is not under models${hint(name, [...models.keys()])}`;

function hint(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === undefined ? `; known: ${known.join(', ')}` : `; did you mean ${near}?`;
}
