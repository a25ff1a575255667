import { type Env, openAiVariables } from './environment.ts';
import { ConfigError } from './problem.ts';
import { builtIn, type Found, type Origin, strongest } from './ranked.ts';
import type { GivenProvider } from './schema.ts';
import type { Source } from './source.ts';

export const BUILT_IN_PROVIDER = 'openai';
const OPENAI_URL = 'https://api.openai.com/v1';

/** Requests and tokens a minute, and requests at once, that a key allows; what is not given is found out. */
export type Allowed = Pick<GivenProvider, 'perMinute' | 'atOnce'>;

/** Where models are asked, with the key in hand. */
export type Provider = {
  readonly name: string;
  readonly baseUrl: Found<string>;
  readonly keyVariable: string;
  /** Empty when its variable is not set. */
  readonly apiKey: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly allowed: Allowed;
  readonly origin: Origin;
  /** It cannot work without a key: the user names a variable for it, or everybody knows. */
  readonly needsKey: boolean;
};

/** The built-in provider and the user's own, by name. */
export function resolveProviders(sources: readonly Source[], env: Env): Map<string, Provider> {
  const names = new Set([BUILT_IN_PROVIDER, ...sources.flatMap((s) => Object.keys(s.given.providers ?? {}))]);
  return new Map([...names].map((name) => [name, resolveProvider(name, sources, env)]));
}

function resolveProvider(name: string, sources: readonly Source[], env: Env): Provider {
  const found = strongest(sources, ['providers', name], (given) => given.providers?.[name]);
  const keyVariable =
    found?.value.keyVariable ?? `${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}_API_KEY`;
  const baseUrl = address(name, found, env);
  return {
    name,
    baseUrl,
    keyVariable,
    apiKey: env[keyVariable]?.trim() ?? '',
    headers: found?.value.headers ?? {},
    allowed: allowedBy(found?.value),
    origin: found?.origin ?? builtIn,
    needsKey: found?.value.keyVariable !== undefined || baseUrl.value === OPENAI_URL,
  };
}

const allowedBy = ({ perMinute, atOnce }: GivenProvider = {}): Allowed => ({
  ...(perMinute && { perMinute }),
  ...(atOnce !== undefined && { atOnce }),
});

function address(name: string, found: Found<GivenProvider> | undefined, env: Env): Found<string> {
  const standard = name === BUILT_IN_PROVIDER ? standardAddress(env) : undefined;
  if (standard?.origin.source === 'environment') {
    return standard;
  }
  const given = found?.value.baseUrl;
  if (found && given !== undefined) {
    return { value: given, origin: found.origin };
  }
  if (standard) {
    return standard;
  }
  const key = `providers.${name}`;
  throw new ConfigError([
    { key, place: found?.origin.place ?? key, message: `${key} has no baseUrl: say where it is reached` },
  ]);
}

function standardAddress(env: Env): Found<string> {
  const { baseUrl } = openAiVariables(env);
  if (baseUrl === undefined) {
    return { value: OPENAI_URL, origin: builtIn };
  }
  const place = 'OPENAI_BASE_URL';
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    const message =
      'expected an address such as http://127.0.0.1:11434/v1, with http:// or https:// in front';
    throw new ConfigError([{ key: place, place, message }]);
  }
  return { value: baseUrl, origin: { source: 'environment', place } };
}
