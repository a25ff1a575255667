import path from 'node:path';
import { type Identity, start } from './call.ts';
import type { Setting } from './pins.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that say where the user's configuration is, as opposed to where a repository is. */
const CONFIG_VARIABLE = /^GIT_CONFIG_(GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)$/;

export type UserSettings = { readonly last: ReadonlyMap<string, string>; readonly safe: readonly string[] };

/** The configuration in force for a folder as the user's own git would see it. Reading it starts no program. */
export async function userSettings(cwd: string, env: Environment): Promise<UserSettings> {
  const kept = Object.entries(env).filter(
    (pair): pair is [string, string] =>
      pair[1] !== undefined && (!pair[0].startsWith('GIT_') || CONFIG_VARIABLE.test(pair[0])),
  );
  const args = ['config', '--list', '--show-scope', '-z'];
  const result = await start(args, {
    cwd,
    env: { ...Object.fromEntries(kept), LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' },
  });
  const parts = result.exitCode === 0 ? result.stdout.toString('utf8').split('\0') : [];
  const last = new Map<string, string>();
  const safe: string[] = [];
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const [key = '', ...rest] = (parts[i + 1] ?? '').split('\n');
    // A key without any value means true.
    const value = rest.length === 0 ? 'true' : rest.join('\n');
    last.set(key, value);
    if (key === 'safe.directory' && /^(system|global|command)$/.test(parts[i] ?? '')) {
      safe.push(value);
    }
  }
  return { last, safe };
}

/** The settings that decide over file contents and ignored files; the safe folders only from where git trusts them. */
export function carry({ last, safe }: UserSettings, env: Environment): Setting[] {
  const home = env['HOME'] ?? '';
  const excludes =
    last.get('core.excludesfile') ??
    path.join(env['XDG_CONFIG_HOME'] || path.join(home, '.config'), 'git/ignore');
  return [
    ['core.autocrlf', last.get('core.autocrlf') || 'false'],
    ['core.eol', last.get('core.eol') || 'native'],
    ['core.excludesFile', excludes.replace(/^~(?=\/)/, home)],
    ...safe.map((dir): Setting => ['safe.directory', dir.replace(/^~(?=\/)/, home)]),
  ];
}

/** Names of the filters that are configured as programs. */
export const filtersOf = ({ last }: UserSettings): string[] => [
  ...new Set(
    [...last.keys()].flatMap((key) => /^filter\.(.+)\.(?:clean|smudge|process)$/s.exec(key)?.[1] ?? []),
  ),
];

/** Git drops these from a name, and refuses one that holds nothing else. */
const clean = (text: string | undefined): string => (text ?? '').replace(/[<>\n]/g, '').trim();

/** Who signs commits: the user as configured, else as the environment names an author, else this program. */
export function readIdentity({ last }: UserSettings, env: Environment): Identity {
  const name =
    clean(env['GIT_COMMITTER_NAME']) || clean(last.get('user.name')) || clean(env['GIT_AUTHOR_NAME']);
  const email =
    clean(env['GIT_COMMITTER_EMAIL']) || clean(last.get('user.email')) || clean(env['GIT_AUTHOR_EMAIL']);
  return {
    name: name || 'orchestrate',
    email: email || 'orchestrate@localhost',
    fallback: name === '' || email === '',
  };
}
