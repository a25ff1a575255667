import { createHash } from 'node:crypto';
import { mkdir, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './append.ts';
import { makeFolder } from './small-file.ts';

export type StateEnvironment = Readonly<Record<string, string | undefined>>;

/** The folder that holds everything this program remembers. Throws when the environment names no place for it. */
export function stateRoot(env: StateEnvironment, platform: NodeJS.Platform = process.platform): string {
  const paths = platform === 'win32' ? path.win32 : path.posix;
  const local = platform === 'win32' ? env['LOCALAPPDATA'] : undefined;
  const home = env['HOME'] ?? (platform === 'win32' ? env['USERPROFILE'] : undefined);
  const candidates = [env['XDG_STATE_HOME'], local, home ? paths.join(home, '.local', 'state') : undefined];
  const root = candidates.find((dir) => dir !== undefined && paths.isAbsolute(dir));
  if (root === undefined) {
    throw new Error(
      'there is no place for run records: neither XDG_STATE_HOME nor HOME names an absolute folder',
    );
  }
  return paths.join(root, 'orchestrate');
}

/** Where the records of one repository lie; shared by all of its work trees. */
export type RepositoryState = {
  /** Name of the repository and a hash of where it is. */
  readonly id: string;
  readonly dir: string;
  readonly runs: string;
  readonly slots: string;
  readonly trash: string;
  readonly lock: string;
};

/** Makes (readable by the user only) and names the state folder of a repository. `commonDir` is its git directory. */
export async function repositoryState(root: string, commonDir: string): Promise<RepositoryState> {
  const real = await realpath(commonDir);
  const own = path.basename(real);
  const name = (own === '.git' ? path.basename(path.dirname(real)) : own.replace(/\.git$/, ''))
    .replace(/[^\w.-]+/g, '-')
    .slice(0, 40);
  const id = `${name || 'repository'}-${createHash('sha256').update(real).digest('hex').slice(0, 10)}`;
  const dir = path.join(root, id);
  const at = (folder: string): string => path.join(dir, folder);
  const state = { id, dir, runs: at('runs'), slots: at('slots'), trash: at('trash'), lock: at('lock') };
  for (const folder of [state.runs, state.slots, state.trash]) {
    await makeFolder(folder);
  }
  return state;
}

/** The records of one run. */
export type RunFolder = {
  readonly id: string;
  readonly dir: string;
  readonly journal: string;
  readonly spec: string;
  readonly planYaml: string;
  readonly planMd: string;
  /** The words of a planner that gave no valid plan. */
  readonly planRaw: string;
  readonly transcripts: string;
  readonly logs: string;
  readonly report: string;
  /** Letters of a person to the process that drives the run. */
  readonly inbox: string;
};

/** Names the records of a run; makes nothing. */
export function runFolder(state: Pick<RepositoryState, 'runs'>, id: string): RunFolder {
  const dir = path.join(state.runs, id);
  const at = (name: string): string => path.join(dir, name);
  return {
    id,
    dir,
    journal: at('journal.jsonl'),
    spec: at('spec.md'),
    planYaml: at('plan.yaml'),
    planMd: at('plan.md'),
    planRaw: at('plan-raw.txt'),
    transcripts: at('transcripts'),
    logs: at('logs'),
    report: at('report.json'),
    inbox: at('inbox'),
  };
}

/**
 * Makes the folder of a new run under an id that no other run of this repository has, also when many start at once. It is
 * the newest one from then on, also where the clock was set back since the one before.
 */
export async function createRun(state: RepositoryState, now: Date = new Date()): Promise<RunFolder> {
  const [newest] = await listRuns(state);
  const from = Math.max(now.getTime(), newest === undefined ? 0 : afterId(newest.id));
  for (let step = 0; ; step += 1) {
    const run = runFolder(state, runId(from + step * MS_PER_SUFFIX));
    try {
      await mkdir(run.dir, { mode: 0o700 });
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
        continue;
      }
      throw error;
    }
    await mkdir(run.transcripts, { mode: 0o700 });
    await mkdir(run.logs, { mode: 0o700 });
    await syncFolder(state.runs);
    return run;
  }
}

const SUFFIXES = 36 ** 3;
const MS_PER_SUFFIX = 60_000 / SUFFIXES;

/** `20261129-1947-k3f`: minute in UTC, then the moment within it, so that names sort by time. */
function runId(time: number): string {
  const minute = new Date(time).toISOString().slice(0, 16).replaceAll(/[-:]/g, '').replace('T', '-');
  const moment = Math.floor(((time % 60_000) / 60_000) * SUFFIXES);
  return `${minute}-${moment.toString(36).padStart(3, '0')}`;
}

/** The first moment whose id sorts after this one. */
function afterId(id: string): number {
  const [, year = '', month, day, hour, minute, moment = '0'] =
    /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)-(.+)$/.exec(id) ?? [];
  const start = Date.parse(`${year}-${String(month)}-${String(day)}T${String(hour)}:${String(minute)}:00Z`);
  return start + Math.ceil((Number.parseInt(moment, 36) + 1) * MS_PER_SUFFIX);
}

/** The runs of a repository, newest first. */
export async function listRuns(state: RepositoryState): Promise<RunFolder[]> {
  const names = (await readdir(state.runs)).filter((name) => /^\d{8}-\d{4}-[\da-z]{3}$/.test(name));
  return names
    .toSorted()
    .toReversed()
    .map((id) => runFolder(state, id));
}
