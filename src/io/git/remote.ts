import type { ExecResult } from '../exec.ts';
import { attempt, fields, type Git, GitError, line, start, type Tree } from './call.ts';
import type { Setting } from './pins.ts';
import type { Ref } from './refs.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Another repository, and how it is spoken to: the only calls of ours that leave the machine. */
export type Remote = { readonly git: Git; readonly url: string; readonly talking: Talking };

type Talking = { readonly tree: Tree; readonly env: Readonly<Record<string, string>> };

/** What programs that carry git's words need of the caller's environment. */
const CARRIED = [
  'HOME',
  'SSH_AUTH_SOCK',
  'GIT_SSH_COMMAND',
  'GIT_SSL_CAINFO',
  'SSL_CERT_FILE',
  'http_proxy',
  'https_proxy',
  'HTTPS_PROXY',
  'no_proxy',
  'NO_PROXY',
];

/** Settings that say how a server is reached and believed; of the user's and the machine's own, never a repository's. */
const REACHING = /^(?:http|credential|url)\.|^core\.sshcommand$/;

/**
 * A repository elsewhere, by its address or by the name that `git` has for it. Nobody is asked for a password: keys come
 * from ssh, or from the credential helpers of the user's own configuration, which also says what authorities and proxies
 * there are.
 */
export async function openRemote(git: Git, { name, env }: { name: string; env: Env }): Promise<Remote> {
  const carried = CARRIED.flatMap((key) => {
    const value = env[key];
    return value === undefined ? [] : [[key, value] as const];
  });
  const settings: readonly Setting[] = [
    ['protocol.allow', 'user'],
    ['core.sshCommand', 'ssh -o BatchMode=yes'],
    ...(await reaching(git, env)),
  ];
  const { commonDir } = git;
  return {
    git,
    url: await addressOf(git, name),
    talking: {
      tree: { gitDir: commonDir, workTree: commonDir, indexFile: `${commonDir}/no-index-of-ours`, settings },
      env: { ...Object.fromEntries(carried), GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh' },
    },
  };
}

async function addressOf(git: Git, name: string): Promise<string> {
  const result = await attempt(git, ['remote', 'get-url', name]);
  return result.exitCode === 0 ? line(result.stdout) : name;
}

async function reaching(git: Git, { HOME, XDG_CONFIG_HOME, PATH }: Env): Promise<Setting[]> {
  if (HOME === undefined) {
    return [];
  }
  const env = { HOME, PATH: PATH ?? '', ...(XDG_CONFIG_HOME === undefined ? {} : { XDG_CONFIG_HOME }) };
  const listed = async (scope: string): Promise<Setting[]> =>
    fields((await start(['config', scope, '--list', '--null'], { cwd: git.commonDir, env })).stdout).map(
      pairOf,
    );
  return [...(await listed('--system')), ...(await listed('--global'))].filter(([key]) => REACHING.test(key));
}

/** A value may hold line ends, a key none; without a value it is true. */
function pairOf(row: string): Setting {
  const end = row.indexOf('\n');
  return end < 0 ? [row, 'true'] : [row.slice(0, end), row.slice(end + 1)];
}

const say = async ({ git, talking }: Remote, args: readonly string[]): Promise<ExecResult> =>
  attempt(git, args, talking);

/** Its refs below a prefix, such as `refs/orchestrate/x/`. Throws {@link GitError} where it cannot be reached. */
export async function listRemote(remote: Remote, prefix: string): Promise<Ref[]> {
  const args = ['ls-remote', '--quiet', remote.url, `${prefix}*`];
  const result = await say(remote, args);
  if (result.exitCode !== 0) {
    throw new GitError(args, result);
  }
  return result.stdout
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((row) => ({ id: row.slice(0, row.indexOf('\t')), ref: row.slice(row.indexOf('\t') + 1) }));
}

/** Fetches one ref with what it stands on, as a ref of ours, and nothing else. Null where it has none of that name. */
export async function fetchRef(
  remote: Remote,
  { from, to }: { from: string; to: string },
): Promise<string | null> {
  const quiet = ['--quiet', '--no-tags', '--no-write-fetch-head', '--no-auto-maintenance'];
  const args = ['fetch', ...quiet, '--recurse-submodules=no', remote.url, `+${from}:${to}`];
  const result = await say(remote, args);
  if (result.exitCode === 0) {
    const found = await attempt(remote.git, ['rev-parse', '--verify', to]);
    return line(found.stdout);
  }
  if (/couldn't find remote ref/.test(result.stderr)) {
    return null;
  }
  throw new GitError(args, result);
}

/** A ref that is to move from what it was (null: there was none) to what it shall be (null: gone). */
export type Move = { readonly ref: string; readonly from: string | null; readonly to: string | null };

/**
 * Moves refs there all at once, by compare-and-swap, or none of them: `refused` where one was not what it was said to
 * be. Throws {@link GitError} where nobody knows what came of it.
 */
export async function pushRefs(remote: Remote, moves: readonly Move[]): Promise<'pushed' | 'refused'> {
  const leases = moves.map(({ ref, from }) => `--force-with-lease=${ref}:${from ?? ''}`);
  const specs = moves.map(({ ref, to }) => `${to ?? ''}:${ref}`);
  const args = ['push', '--quiet', '--atomic', '--porcelain', '--no-verify', ...leases, remote.url, ...specs];
  const result = await say(remote, args);
  if (result.exitCode === 0) {
    return 'pushed';
  }
  if (/^!\t/m.test(result.stdout.toString('utf8'))) {
    return 'refused';
  }
  throw new GitError(args, result);
}
