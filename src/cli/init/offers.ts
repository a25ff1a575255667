import type { LocalServer } from '../../model/local.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** A place where models are asked, ready to be chosen. */
export type Offer = {
  /** As it is named in settings and by `--provider`. */
  readonly name: string;
  readonly title: string;
  readonly baseUrl: string;
  /** Names the variable with the key; absent where none is asked for. */
  readonly keyVariable?: string;
  /** Served without a line in config.yaml: by the three variables. */
  readonly builtIn: boolean;
  /** Names of models that it is known to have. */
  readonly models: readonly string[];
};

const hosted = (name: string, title: string, baseUrl: string): Offer => ({
  name,
  title,
  baseUrl,
  keyVariable: `${name.toUpperCase()}_API_KEY`,
  builtIn: false,
  models: [],
});

const OPENAI: Offer = { ...hosted('openai', 'OpenAI', 'https://api.openai.com/v1'), builtIn: true };

/** Hosted providers by the variable that usually holds their key. */
const HOSTED: readonly Offer[] = [
  OPENAI,
  hosted('openrouter', 'OpenRouter', 'https://openrouter.ai/api/v1'),
  hosted('anthropic', 'Anthropic', 'https://api.anthropic.com/v1'),
  hosted('gemini', 'Google Gemini', 'https://generativelanguage.googleapis.com/v1beta/openai'),
  hosted('mistral', 'Mistral', 'https://api.mistral.ai/v1'),
  hosted('deepseek', 'DeepSeek', 'https://api.deepseek.com/v1'),
  hosted('groq', 'Groq', 'https://api.groq.com/openai/v1'),
];

export const KEY_VARIABLES: readonly string[] = HOSTED.flatMap(({ keyVariable }) => keyVariable ?? []);

/** Providers that the environment has an address or a key for, most explicit first. */
export function offersIn(env: Env): Offer[] {
  const said = (variable: string): string => env[variable]?.trim() ?? '';
  const address = said('OPENAI_BASE_URL');
  const keyed = HOSTED.filter(({ keyVariable = '' }) => said(keyVariable) !== '');
  const others = keyed.filter(({ builtIn }) => !builtIn);
  if (address === '' && keyed.length === others.length) {
    return others;
  }
  const models = [said('OPENAI_MODEL')].filter(Boolean);
  const named =
    address === '' ? OPENAI : { ...OPENAI, title: `OPENAI_BASE_URL (${address})`, baseUrl: address };
  return [{ ...named, models }, ...others];
}

/** Servers on this machine as offers; they ask for no key. */
export const localOffers = (servers: readonly LocalServer[]): Offer[] =>
  servers.map(({ kind, baseUrl, models }) => ({
    name: kind.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    title: `${kind} on this machine`,
    baseUrl,
    builtIn: false,
    models,
  }));
