import { homedir } from 'node:os';
import path from 'node:path';
import { namesSecret } from './show-value.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** The process's own variables. */
export const processEnv = (): Env => process.env;

/** The variables that are enough to run without any file. */
export function openAiVariables(env: Env): { readonly baseUrl?: string; readonly model?: string } {
  const baseUrl = env['OPENAI_BASE_URL']?.trim();
  const model = env['OPENAI_MODEL']?.trim();
  return { ...(baseUrl ? { baseUrl } : {}), ...(model ? { model } : {}) };
}

export type Folders = {
  /** Holds the user's own config.yaml and roles. */
  readonly config: string;
  /** Holds the records of all runs. */
  readonly state: string;
};

/** The user's home folder. */
export const homeOf = (env: Env): string => env['HOME'] || homedir();

/** Where the user's files are, after the XDG rules: a relative path in a variable does not count. */
export function folders(env: Env): Folders {
  const home = homeOf(env);
  const base = (variable: string, ...standard: string[]): string => {
    const given = env[variable] ?? '';
    return path.join(path.isAbsolute(given) ? given : path.join(home, ...standard), 'orchestrate');
  };
  return { config: base('XDG_CONFIG_HOME', '.config'), state: base('XDG_STATE_HOME', '.local', 'state') };
}

/** Shorter values are switches and placeholders: hiding every `none` or `test` would ruin what is shown. */
const SHORTEST_SECRET = 8;

/** What is secret beyond the names of variables. */
export type MoreSecrets = {
  /** Variables that hold keys, whatever they are called. */
  readonly names?: readonly string[];
  readonly values?: readonly string[];
  /** Addresses that may hold a password. */
  readonly addresses?: readonly string[];
};

/**
 * Values that must never be shown or written down, longest first: those of variables named like secrets, passwords
 * inside addresses, and `more`. A value of several lines counts as a whole and line by line.
 */
export function secrets(env: Env, { names = [], values = [], addresses = [] }: MoreSecrets = {}): string[] {
  const variables = Object.entries(env).map(([name, value]) => [name, value ?? ''] as const);
  const named = variables
    .filter(([name]) => namesSecret(name) || names.includes(name))
    .map(([, value]) => value);
  const inside = [...variables.map(([, value]) => value), ...addresses].flatMap(passwords);
  const whole = [...named, ...inside, ...values];
  const lines = whole.flatMap((value) => value.split(/\r?\n/));
  const long = [...whole, ...lines]
    .map((value) => value.trim())
    .filter((value) => value.length >= SHORTEST_SECRET);
  return [...new Set(long)].toSorted((a, b) => b.length - a.length);
}

/** What stands before the `@` of an address: the password, or a lone token. */
const passwords = (text: string): string[] =>
  [...text.matchAll(/\b[a-z][a-z0-9+.-]*:\/\/(?:[^\s:/@]*:([^\s/@]+)|([^\s:/@]{20,}))@/gi)].map(
    ([, password, token]) => password ?? token ?? '',
  );
