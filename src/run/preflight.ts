import type { Git } from '../io/git/call.ts';
import { inspect, type Inspection } from '../io/git/inspect.ts';
import { openGit } from '../io/git/open.ts';

/** Something that keeps a run from starting: told in one paragraph, with what to do. Nothing was changed. */
export class PreflightError extends Error {
  override readonly name = 'PreflightError';
}

export type Ground = {
  readonly git: Git;
  readonly head: string;
  /** Uncommitted changes. The spec itself is none: it is kept with the run. */
  readonly changes: Changes;
};

type Changes = Pick<Inspection['dirty'], 'paths' | 'total'>;

type Env = Readonly<Record<string, string | undefined>>;

/** The repository that a run can start from, or a PreflightError. */
export async function findRepository(cwd: string, env: Env): Promise<Git> {
  const opened = await openGit({ dir: cwd, env });
  switch (opened.kind) {
    case 'repository':
      return opened.git;
    case 'not_a_repository':
      throw new PreflightError(
        `${cwd} is not in a git repository. The work lands as commits, so start in one: git init, then git commit.`,
      );
    case 'no_work_tree':
      throw new PreflightError(
        `${cwd} has no working tree (${opened.detail}). Start in an ordinary clone of the repository.`,
      );
    case 'git_missing':
      throw new PreflightError(
        `git could not be run (${opened.detail}). Install git and put it on the PATH.`,
      );
    case 'git_too_old':
    case 'unreadable':
      throw new PreflightError(opened.detail);
  }
}

export type DirtyChoice = 'refuse' | 'leave' | 'include';

/** Looks at the repository before anything is written or paid for. */
export async function surveyGround(
  git: Git,
  options: { dirty: DirtyChoice; spec?: string },
): Promise<Ground> {
  const facts = await inspect(git);
  const { head } = facts;
  if (head === null) {
    throw new PreflightError(
      'This repository has no commit yet, so there is nothing to start from. Make one: git commit --allow-empty -m "Start".',
    );
  }
  const changes = besides(options.spec, facts.dirty);
  const problem =
    unfinished(facts) ??
    locked(facts) ??
    unwritable(facts) ??
    lacking(facts) ??
    (options.dirty === 'refuse' ? uncommitted(changes) : undefined);
  if (problem !== undefined) {
    throw new PreflightError(problem);
  }
  return { git, head, changes };
}

const unfinished = ({ operation }: Inspection): string | undefined =>
  operation === null
    ? undefined
    : `A ${operation} is in progress. Finish it (git ${operation} --continue) or give it up (git ${operation} --abort), then start again.`;

const locked = ({ indexLock }: Inspection): string | undefined =>
  indexLock === null
    ? undefined
    : `${indexLock.path} exists, ${String(Math.round(indexLock.ageMs / 1000))} s old: a git command is running, or one died. If none is running, remove the file and start again.`;

const unwritable = ({ writable }: Inspection): string | undefined =>
  writable
    ? undefined
    : 'The .git folder cannot be written, and the result is to be a branch in it. Give yourself the right to write there.';

const lacking = ({ lacks }: Inspection): string | undefined =>
  lacks === 0
    ? undefined
    : `This clone was made with a filter and lacks ${String(lacks)} object${lacks === 1 ? '' : 's'} of HEAD, which a run needs whole and does not fetch. Get what is left out: git fetch --refetch --no-filter`;

const LISTED = 10;

function besides(spec: string | undefined, dirty: Changes): Changes {
  const paths = dirty.paths.filter((p) => p.path !== spec);
  return { paths, total: dirty.total - (dirty.paths.length - paths.length) };
}

function uncommitted({ paths, total }: Changes): string | undefined {
  if (total === 0) {
    return undefined;
  }
  const more = total > LISTED ? `\n  … and ${String(total - LISTED)} more` : '';
  return [
    `There are uncommitted changes, which the run would not see:\n${paths
      .slice(0, LISTED)
      .map((p) => `  ${p.state} ${p.path}`)
      .join('\n')}${more}`,
    'Commit them, or start with --include-dirty (the run starts from them; your files stay as they are) or --allow-dirty (the run starts from HEAD without them).',
  ].join('\n');
}
