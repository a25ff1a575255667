import { access, constants, lstat, readFile, readlink } from 'node:fs/promises';
import { availableParallelism, release } from 'node:os';
import path from 'node:path';
import { AUTHORITIES } from '../environment.ts';
import { isSystem, SYSTEM, toolchain } from './toolchain.ts';

/** What of this machine a confined command sees besides its own folders; all of it read-only. */
export type Host = {
  /** Shown under their own names. */
  readonly shown: readonly string[];
  /** Names that are links here, and where they lead. */
  readonly links: readonly (readonly [name: string, to: string])[];
  /** Files in shown folders that are covered. */
  readonly hidden: readonly string[];
  /** Root needs another name inside, or it would keep its rights. */
  readonly user: 'root' | 'ordinary';
  /** Variables that say where a part of an installation is that would be looked for in the home. */
  readonly variables: Readonly<Record<string, string>>;
  /** Processes and threads that one command may have at a time. */
  readonly processes: number;
  /** Text of /proc/self/limits. */
  readonly limits: string;
};

/** No secret is in these, and programs look for them. */
const ETC = [
  'alternatives',
  'bash.bashrc',
  'ca-certificates',
  'ca-certificates.conf',
  'debian_version',
  'fonts',
  'host.conf',
  'hosts',
  'inputrc',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'locale.alias',
  'locale.conf',
  'localtime',
  'login.defs',
  'magic',
  'mime.types',
  'nsswitch.conf',
  'os-release',
  'perl',
  'pki',
  'protocols',
  'python3',
  'services',
  'shells',
  'ssl',
  'static',
  'terminfo',
  'timezone',
].map((name) => `/etc/${name}`);

/** Installations that keep a part of theirs in /etc under a name with a version. */
const ETC_OF = /^(?:java|maven|php|ruby|ImageMagick)(?:-.*)?$/;

export type Looking = {
  /** The environment that commands will have. */
  readonly env: Readonly<Record<string, string>>;
  readonly home: string;
  /** Programs whose installation is needed besides what the path names. */
  readonly programs: readonly string[];
  /** Names of everything in /etc. */
  readonly etc: readonly string[];
};

/** Names of variables that say where an installation is. */
const INSTALLED =
  /^(?:JAVA_HOME|GOROOT|RUSTUP_HOME|PYENV_ROOT|RBENV_ROOT|NVM_DIR|VOLTA_HOME|ASDF_DATA_DIR|SDKMAN_DIR|BUN_INSTALL|DENO_INSTALL|ANDROID_HOME|DOTNET_ROOT)$/;

/** Looks at this machine; what it finds holds for a run. */
export async function lookAtHost({ env, home, programs, etc }: Looking): Promise<Host> {
  const versioned = etc.filter((name) => ETC_OF.test(name)).map((name) => `/etc/${name}`);
  const rustup = env['RUSTUP_HOME'] ?? path.join(home, '.rustup');
  const variables: Record<string, string> = (await kindOf(rustup)) === null ? {} : { RUSTUP_HOME: rustup };
  const named = Object.entries(env).flatMap(([name, value]) => (INSTALLED.test(name) ? [value] : []));
  const parts = [...named, ...Object.values(variables)];
  const [tools, found] = await Promise.all([
    toolchain({ path: env['PATH'] ?? '', home, programs, parts }),
    Promise.all([...SYSTEM, ...ETC, ...versioned, ...authorities(env)].map(kindOf)),
  ]);
  const there = found.filter((one) => one !== null);
  return {
    shown: [...new Set([...there.filter((one) => !isLink(one)).map(({ name }) => name), ...tools.folders])],
    links: there.flatMap((one) => (isLink(one) ? [[one.name, one.to ?? ''] as const] : [])),
    hidden: tools.hidden,
    variables,
    user: process.getuid?.() === 0 ? 'root' : 'ordinary',
    processes: processLimit(release()),
    limits: await readFile('/proc/self/limits', 'latin1').catch(() => ''),
  };
}

const isLink = ({ name, to }: Found): boolean => to !== null && isSystem(name);

type Found = { readonly name: string; readonly to: string | null };

async function kindOf(name: string): Promise<Found | null> {
  const found = await lstat(name).catch(() => null);
  const isOpen = await access(name, constants.R_OK).then(
    () => true,
    () => false,
  );
  return found === null || !isOpen
    ? null
    : { name, to: found.isSymbolicLink() ? await readlink(name) : null };
}

/** Certificates that the user's network needs, wherever they lie. */
const authorities = (env: Readonly<Record<string, string>>): string[] =>
  Object.entries(env).flatMap(([name, value]) =>
    AUTHORITIES.test(name) && path.isAbsolute(value) && value !== '/' ? [value] : [],
  );

const FEWEST = 512;
const MOST = 1_536;
const EACH = 24;
/** Before it, the kernel counts all processes of a user, not only those of one namespace. */
const COUNTS_BY_NAMESPACE = [5, 14] as const;
const OF_A_USER = 8_192;

export function processLimit(kernel: string): number {
  const [major = 0, minor = 0] = kernel.split('.').map(Number);
  const [wantedMajor, wantedMinor] = COUNTS_BY_NAMESPACE;
  const byNamespace = major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
  return byNamespace ? Math.min(MOST, Math.max(FEWEST, EACH * availableParallelism())) : OF_A_USER;
}
