import { access, constants, statfs } from 'node:fs/promises';
import type { Git } from '../../io/git/call.ts';
import { OLDEST, openGit } from '../../io/git/open.ts';
import { lockHolder } from '../../io/lock.ts';
import { makeFolder } from '../../io/small-file.ts';
import { repositoryState } from '../../io/state.ts';
import { PreflightError, surveyGround, type DirtyChoice } from '../../run/preflight.ts';
import { about, type Finding } from '../../view/diagnosis.ts';
import { recordsFolder } from '../records.ts';
import type { Shell } from '../shell.ts';

const GIGABYTE = 1024 ** 3;
const PLENTY_GB = 2;
const TOO_LITTLE_GB = 0.2;

export const lookAtNode = (version: string): Finding =>
  about('machine', 'node').ok(version.replace(/^v/, ''));

/** The repository that the command was given in, if there is one, and what is to be said of git. */
export async function lookAtGit({
  cwd,
  env,
}: Pick<Shell, 'cwd' | 'env'>): Promise<{ git: Git | null; findings: Finding[] }> {
  const opened = await openGit({ dir: cwd, env });
  const program = about('machine', 'git');
  const folder = about('repository', 'folder');
  const enough = program.ok(`${OLDEST} or newer`);
  switch (opened.kind) {
    case 'repository':
      return { git: opened.git, findings: [program.ok(opened.git.version)] };
    case 'git_missing':
    case 'git_too_old':
      return { git: null, findings: [program.bad(opened.detail, `install git ${OLDEST} or newer`)] };
    case 'not_a_repository': {
      const outside = folder.bad(`${cwd} is not in a git repository`, 'git init && git add -A && git commit');
      return { git: null, findings: [enough, outside] };
    }
    case 'no_work_tree':
    case 'unreadable':
      return { git: null, findings: [enough, folder.bad(opened.detail, 'start in an ordinary clone')] };
  }
}

/** Whether a run could start from the repository as it lies there. */
export async function lookAtRepository(git: Git): Promise<Finding[]> {
  const folder = about('repository', 'folder');
  const hindrance = await hindranceTo(git, 'leave');
  if (hindrance !== undefined) {
    return [folder.bad(hindrance)];
  }
  const dirty = await hindranceTo(git, 'refuse');
  return [folder.ok(git.root), ...(dirty === undefined ? [] : [about('repository', 'changes').note(dirty)])];
}

async function hindranceTo(git: Git, dirty: DirtyChoice): Promise<string | undefined> {
  try {
    await surveyGround(git, { dirty });
    return undefined;
  } catch (error) {
    if (error instanceof PreflightError) {
      return error.message;
    }
    throw error;
  }
}

/** The folder of the run records: there, writable, with room; and whether a run holds the repository. */
export async function lookAtState(env: Shell['env'], git: Git | null): Promise<Finding[]> {
  try {
    const root = await recordsFolder(env);
    await makeFolder(root);
    await access(root, constants.W_OK);
    return [await roomIn(root), ...(git ? [await lockOf(root, git)] : [])];
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    return [state.bad(says, 'set XDG_STATE_HOME to a folder that you may write to')];
  }
}

const state = about('machine', 'state folder');

async function roomIn(root: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(root);
  const free = (bavail * bsize) / GIGABYTE;
  const says = `${root}, ${free.toFixed(1)} GB free`;
  if (free >= PLENTY_GB) {
    return state.ok(says);
  }
  const fix = 'make room: orchestrate clean, or set XDG_STATE_HOME to another disk';
  return free < TOO_LITTLE_GB ? state.bad(says, fix) : state.note(says, fix);
}

async function lockOf(root: string, git: Git): Promise<Finding> {
  const holder = await lockHolder((await repositoryState(root, git.commonDir)).lock);
  const lock = about('repository', 'lock');
  return holder === null
    ? lock.ok('free')
    : lock.bad(
        `a run is under way (process ${String(holder.pid)})`,
        'wait for it, or watch it: orchestrate status',
      );
}
