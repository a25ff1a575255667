import { attempt, type Git, start } from './call.ts';

export type Published =
  { readonly kind: 'published' } | { readonly kind: 'refused'; readonly reason: string };

export type Publishing = {
  readonly remote: string;
  readonly commit: string;
  /** Of the remote. It is made, or moved forwards; never overwritten. */
  readonly branch: string;
  /** The user's own: it is their key that is used, by their settings. */
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** Pushes a commit, because the user asked for it. No hook of the repository runs, and nothing is asked on a terminal. */
export async function publish(git: Git, { remote, commit, branch, env }: Publishing): Promise<Published> {
  const own = Object.entries(env).flatMap(([name, value]) =>
    value === undefined || name.startsWith('GIT_') ? [] : [[name, value] as const],
  );
  const result = await start(
    ['-c', 'core.hooksPath=/dev/null', 'push', '--quiet', remote, `${commit}:refs/heads/${branch}`],
    { cwd: git.root, env: { ...Object.fromEntries(own), GIT_TERMINAL_PROMPT: '0' } },
  );
  return result.exitCode === 0
    ? { kind: 'published' }
    : { kind: 'refused', reason: result.stderr.trim() || (result.failure ?? 'git push failed') };
}

/** Whether a branch may have that name. */
export const isBranchName = async (git: Git, name: string): Promise<boolean> =>
  (await attempt(git, ['check-ref-format', `refs/heads/${name}`])).exitCode === 0 && !name.startsWith('-');
