import { PROXY_VARIABLES } from './bridge.ts';
import { HOME } from './profile.ts';

/** Where the user keeps things: none of it is there inside. */
const ELSEWHERE = /^(?:XDG_.*|npm_config_.*|PYTHONUSERBASE|CARGO_HOME|GOPATH|GOCACHE|GRADLE_USER_HOME)$/i;

/** The variables of a command as they are inside: another home, another name, and how to find the way out if there is one. */
export function inside(
  env: Readonly<Record<string, string>>,
  { variables, way }: { readonly variables: Readonly<Record<string, string>>; readonly way: 'out' | 'none' },
): Record<string, string> {
  const kept = Object.entries(env).filter(([name]) => !ELSEWHERE.test(name));
  return {
    ...Object.fromEntries(kept),
    HOME,
    USER: 'agent',
    LOGNAME: 'agent',
    SHELL: '/bin/bash',
    TMPDIR: '/tmp',
    LANG: 'C.UTF-8',
    npm_config_cache: '/tmp/npm-cache',
    npm_config_update_notifier: 'false',
    ...variables,
    ...(way === 'out' ? PROXY_VARIABLES : {}),
  };
}

/** Who is who inside, for programs that ask for the name of their user. */
export const passwd = (uid: number, gid: number): string =>
  [
    ...(uid === 0 ? [] : ['root:x:0:0:root:/root:/bin/bash']),
    `agent:x:${String(uid)}:${String(gid)}:agent:${HOME}:/bin/bash`,
    'nobody:x:65534:65534:nobody:/:/bin/false',
    '',
  ].join('\n');

export const group = (gid: number): string => `agent:x:${String(gid)}:\nnogroup:x:65534:\n`;
