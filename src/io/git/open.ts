import { realpath } from 'node:fs/promises';
import { type Git, GitError, type Identity, line, start } from './call.ts';
import { whileUnchanged } from './drivers.ts';
import { asEnvironment, bareEnvironment, PINNED } from './pins.ts';
import { carry, type Environment, filtersOf, readIdentity, userSettings } from './user-settings.ts';

/** Oldest git that merges without a work tree (`merge-tree --write-tree`). */
export const OLDEST = '2.38';

export type Opened =
  | { readonly kind: 'repository'; readonly git: Git }
  | { readonly kind: 'git_missing'; readonly detail: string }
  | { readonly kind: 'git_too_old'; readonly detail: string }
  | { readonly kind: 'not_a_repository'; readonly detail: string }
  /** A bare repository, or a folder inside a git directory. */
  | { readonly kind: 'no_work_tree'; readonly detail: string }
  /** There is a repository, and git refuses to read it: foreign owner, broken config, no permission. */
  | { readonly kind: 'unreadable'; readonly detail: string };

/**
 * Finds the repository of a folder and reads, once, what of the user's settings our calls carry on. Inherited `GIT_*`
 * variables do not count. `env` is the caller's environment.
 */
export async function openGit({ dir, env }: { dir: string; env: Environment }): Promise<Opened> {
  const cwd = await realpath(dir).catch(() => null);
  if (cwd === null) {
    return { kind: 'not_a_repository', detail: `${dir} does not exist` };
  }
  const bare = bareEnvironment(env);
  const version = await readVersion(cwd, bare);
  if (version.kind !== 'version') {
    return version;
  }
  const user = await userSettings(cwd, env);
  const carried = [...PINNED, ...carry(user, env)];
  const places = await discover(cwd, {
    ...bare,
    ...asEnvironment([...carried, ['safe.bareRepository', 'all']]),
  });
  if (places.kind !== 'places') {
    return places;
  }
  const { gitDir, commonDir, root, start: inside } = places;
  const identity = readIdentity(user, env);
  const environment = { ...bare, ...signAs(identity) };
  const disarm = whileUnchanged({ gitDir, commonDir }, async () =>
    configKeys({ cwd: root, env: { ...bare, GIT_DIR: gitDir, GIT_WORK_TREE: root } }),
  );
  return {
    kind: 'repository',
    git: {
      version: version.text,
      root,
      start: inside,
      gitDir,
      commonDir,
      identity,
      carried,
      filters: filtersOf(user),
      environment,
      disarm,
    },
  };
}

const signAs = ({ name, email }: Identity): Record<string, string> => ({
  GIT_AUTHOR_NAME: name,
  GIT_AUTHOR_EMAIL: email,
  GIT_COMMITTER_NAME: name,
  GIT_COMMITTER_EMAIL: email,
});

async function readVersion(
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ kind: 'version'; text: string } | Extract<Opened, { kind: 'git_missing' | 'git_too_old' }>> {
  const result = await start(['version'], { cwd, env });
  const [, text = '', major, minor] = /((\d+)\.(\d+)[^\s]*)/.exec(result.stdout.toString('utf8')) ?? [];
  if (result.exitCode !== 0 || text === '') {
    return { kind: 'git_missing', detail: result.failure ?? result.stderr.trim() };
  }
  const [wantedMajor = 0, wantedMinor = 0] = OLDEST.split('.').map(Number);
  const old = Number(major) < wantedMajor || (Number(major) === wantedMajor && Number(minor) < wantedMinor);
  return old
    ? {
        kind: 'git_too_old',
        detail: `git ${text} is too old: ${OLDEST} is the first that can merge without a work tree`,
      }
    : { kind: 'version', text };
}

type Places = { kind: 'places'; gitDir: string; commonDir: string; root: string; start: string };

async function discover(
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Places | Exclude<Opened, { kind: 'repository' }>> {
  const ask = async (...what: string[]) =>
    start(['rev-parse', '--path-format=absolute', ...what], { cwd, env });
  // One call for the ordinary case. A line break in a path, or no work tree, is told apart by asking one by one.
  const all = await ask(
    '--is-inside-work-tree',
    '--git-dir',
    '--git-common-dir',
    '--show-toplevel',
    '--show-prefix',
  );
  const lines = all.stdout.toString('utf8').split('\n');
  const [isInside, ...found] = lines;
  if (all.exitCode === 0 && isInside === 'true' && lines.length === 6) {
    const [gitDir = '', commonDir = '', root = '', prefix = ''] = found;
    return placesOf({ gitDir, commonDir, root, prefix });
  }
  const [gitDir, commonDir, inside, root, prefix] = await Promise.all([
    ask('--git-dir'),
    ask('--git-common-dir'),
    ask('--is-inside-work-tree'),
    ask('--show-toplevel'),
    ask('--show-prefix'),
  ]);
  if (gitDir.exitCode !== 0) {
    const detail = gitDir.stderr.trim();
    return { kind: /not a git repository/i.test(detail) ? 'not_a_repository' : 'unreadable', detail };
  }
  if (line(inside.stdout) !== 'true') {
    return { kind: 'no_work_tree', detail: `${line(gitDir.stdout)} has no work tree here` };
  }
  return placesOf({
    gitDir: line(gitDir.stdout),
    commonDir: line(commonDir.stdout),
    root: line(root.stdout),
    prefix: line(prefix.stdout),
  });
}

async function placesOf(told: Record<'gitDir' | 'commonDir' | 'root' | 'prefix', string>): Promise<Places> {
  const [gitDir, commonDir, root] = await Promise.all([
    realpath(told.gitDir),
    realpath(told.commonDir),
    realpath(told.root),
  ]);
  return { kind: 'places', gitDir, commonDir, root, start: told.prefix.replace(/\/$/, '') };
}

async function configKeys(options: {
  cwd: string;
  env: Readonly<Record<string, string>>;
}): Promise<string[]> {
  const args = ['config', '--list', '--name-only', '-z'];
  const result = await start(args, options);
  if (result.exitCode !== 0) {
    throw new GitError(args, result);
  }
  return result.stdout.toString('utf8').split('\0');
}
