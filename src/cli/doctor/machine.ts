import { access, constants, mkdir, statfs } from 'node:fs/promises';
import { openGit, OLDEST } from '../../io/git/open.ts';
import type { Git } from '../../io/git/call.ts';
import { lockHolder } from '../../io/lock.ts';
import { repositoryState, stateRoot } from '../../io/state.ts';
import { surveyGround, type DirtyChoice } from '../../run/preflight.ts';
import type { Finding } from '../../view/diagnosis.ts';
import type { Shell } from '../shell.ts';

type Where = Pick<Shell, 'cwd' | 'env'>;

const GIGABYTE = 1024 ** 3;
const PLENTY_GB = 2;
const TOO_LITTLE_GB = 0.2;

export function lookAtNode(version: string): Finding {
  return { part: 'machine', what: 'node', status: 'ok', says: version.replace(/^v/, '') };
}

/** The repository that the command was given in, if there is one, and what is to be said of git. */
export async function lookAtGit({ cwd, env }: Where): Promise<{ git: Git | null; findings: Finding[] }> {
  const opened = await openGit({ dir: cwd, env });
  const machine = (status: Finding['status'], says: string, fix?: string): Finding => ({
    part: 'machine',
    what: 'git',
    status,
    says,
    ...(fix === undefined ? {} : { fix }),
  });
  const found = machine('ok', `it is there, ${OLDEST} or newer`);
  const nowhere = (says: string, fix: string): Finding => ({
    part: 'repository',
    what: 'folder',
    status: 'bad',
    says,
    fix,
  });
  switch (opened.kind) {
    case 'repository':
      return { git: opened.git, findings: [machine('ok', opened.git.version)] };
    case 'git_missing':
    case 'git_too_old':
      return { git: null, findings: [machine('bad', opened.detail, `install git ${OLDEST} or newer`)] };
    case 'not_a_repository':
      return {
        git: null,
        findings: [
          found,
          nowhere(`${cwd} is not in a git repository`, 'git init && git add -A && git commit'),
        ],
      };
    case 'no_work_tree':
    case 'unreadable':
      return { git: null, findings: [found, nowhere(opened.detail, 'start in an ordinary clone')] };
  }
}

/** Whether a run could start from the repository as it lies there. */
export async function lookAtRepository(git: Git): Promise<Finding[]> {
  const of = (status: Finding['status'], says: string): Finding => ({
    part: 'repository',
    what: 'folder',
    status,
    says,
  });
  const hindrance = await hindranceTo(git, 'leave');
  if (hindrance !== undefined) {
    return [of('bad', hindrance)];
  }
  const dirty = await hindranceTo(git, 'refuse');
  return [of('ok', git.root), ...(dirty === undefined ? [] : [{ ...of('note', dirty), what: 'changes' }])];
}

async function hindranceTo(git: Git, dirty: DirtyChoice): Promise<string | undefined> {
  try {
    await surveyGround(git, { dirty });
    return undefined;
  } catch (error) {
    if (error instanceof Error && error.name === 'PreflightError') {
      return error.message;
    }
    throw error;
  }
}

/** The folder of the run records: there, writable, with room; and whether a run holds the repository. */
export async function lookAtState(env: Shell['env'], git: Git | null): Promise<Finding[]> {
  const of = (status: Finding['status'], says: string, fix?: string): Finding => ({
    part: 'machine',
    what: 'state folder',
    status,
    says,
    ...(fix === undefined ? {} : { fix }),
  });
  try {
    const root = stateRoot(env);
    await mkdir(root, { recursive: true, mode: 0o700 });
    await access(root, constants.W_OK);
    return [roomIn(of, root, await freeGigabytes(root)), ...(git ? await lockOf(root, git) : [])];
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    return [of('bad', says, 'set XDG_STATE_HOME to a folder that you may write to')];
  }
}

async function freeGigabytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return (bavail * bsize) / GIGABYTE;
}

function roomIn(
  of: (status: Finding['status'], says: string, fix?: string) => Finding,
  root: string,
  free: number,
): Finding {
  const says = `${root}, ${free.toFixed(1)} GB free`;
  const fix = 'make room: orchestrate clean, or set XDG_STATE_HOME to another disk';
  if (free >= PLENTY_GB) {
    return of('ok', says);
  }
  return of(free < TOO_LITTLE_GB ? 'bad' : 'note', says, fix);
}

async function lockOf(root: string, git: Git): Promise<Finding[]> {
  const holder = await lockHolder((await repositoryState(root, git.commonDir)).lock);
  const of = { part: 'repository', what: 'lock' } as const;
  return holder === null
    ? [{ ...of, status: 'ok', says: 'free' }]
    : [
        {
          ...of,
          status: 'bad',
          says: `a run is under way (process ${String(holder.pid)})`,
          fix: 'wait for it, or watch it: orchestrate status',
        },
      ];
}
