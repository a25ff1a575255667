import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { readFile, readdir, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Held, Wrapped } from '../shell-begin.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { descendants } from './processes.ts';

export type GroupLimits = { readonly processes: number; readonly memoryBytes: number };

/** Where groups of processes can be made, and by which files they are limited. */
export type Controller = {
  readonly folder: string;
  readonly version: Version;
};
type Version = {
  /** A file by which a process moves itself there at once, where there is one: moving another takes the kernel milliseconds. */
  readonly entry?: string;
  readonly limits: (wanted: GroupLimits) => readonly (readonly [file: string, value: string, need: Need])[];
  /** Files with a line that counts how often a limit held. */
  readonly counts: readonly (readonly [file: string, line: RegExp, limit: Held])[];
};
type Need = 'must' | 'may';
type Program = Pick<Wrapped, 'file' | 'args'>;

/** One group for each controller; a process that is put in takes all that it starts along. */
export type Group = {
  /** What to start so that a program is in from its beginning, as far as one can be by itself. */
  entering(program: Program): Program;
  /** Takes in a process that was started so, and what it has started so far, for the rest. */
  add(pid: number): Promise<void>;
  /** The limits that have held something back so far; to be asked before it is removed. */
  held(): readonly Held[];
  remove(): Promise<void>;
};

const PROCESSES = ({ processes }: GroupLimits) => ['pids.max', String(processes), 'must'] as const;

const TOO_MANY = ['pids.events', /^max [1-9]/m, 'processes'] as const;
const KILLED = /^oom_kill [1-9]/m;

const VERSION_1: Readonly<Record<string, Version>> = {
  pids: { entry: 'tasks', limits: (wanted) => [PROCESSES(wanted)], counts: [TOO_MANY] },
  memory: {
    entry: 'tasks',
    limits: ({ memoryBytes }) => [
      ['memory.limit_in_bytes', String(memoryBytes), 'must'],
      ['memory.memsw.limit_in_bytes', String(memoryBytes), 'may'],
    ],
    counts: [['memory.oom_control', KILLED, 'memory']],
  },
};
const VERSION_2: Version = {
  limits: (wanted) => [
    PROCESSES(wanted),
    ['memory.max', String(wanted.memoryBytes), 'must'],
    ['memory.swap.max', '0', 'may'],
  ],
  counts: [TOO_MANY, ['memory.events', KILLED, 'memory']],
};

const NAME = 'orchestrate-';

/** The controllers that this process may make groups of; none where the machine does not let it. */
export async function findControllers(): Promise<Controller[]> {
  const [mounts, own] = await Promise.all(
    ['/proc/self/mounts', '/proc/self/cgroup'].map(async (file) => readFile(file, 'utf8').catch(() => '')),
  );
  const places = (own ?? '').split('\n').flatMap((line) => {
    const [, names = '', place = ''] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    return place === '' ? [] : [{ names: names.split(','), place }];
  });
  const found = (mounts ?? '').split('\n').flatMap((line): Controller[] => {
    const [, at = '', kind = '', options = ''] = line.split(' ');
    const version =
      kind === 'cgroup2'
        ? VERSION_2
        : options
            .split(',')
            .map((o) => VERSION_1[o])
            .find(Boolean);
    const mine = places.find(({ names }) =>
      kind === 'cgroup2' ? names.includes('') : names.some((name) => options.split(',').includes(name)),
    );
    return version && mine && /^cgroup2?$/.test(kind) ? [{ folder: path.join(at, mine.place), version }] : [];
  });
  // A mount that lies over another one of the same is listed as well.
  const apart = [...new Map(found.map((one) => [one.folder, one])).values()];
  const usable = await Promise.all(apart.map(canUse));
  return apart.filter((_, i) => usable[i]);
}

/** By making one: rights, mounts and versions have more ways to refuse than could be asked for. */
async function canUse(controller: Controller): Promise<boolean> {
  await sweep(controller.folder);
  try {
    const group = openGroup([controller], { processes: 64, memoryBytes: 2 ** 30 });
    await group.remove();
    return true;
  } catch {
    return false;
  }
}

/** From when on a group that nobody is in was left behind: a new one is empty for a moment. */
const LEFT_MS = 60_000;

/** Groups of programs that were killed before they could tidy up. Who counts processes apart is not seen to be alive. */
async function sweep(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(NAME))) {
    const [pid = '', made = ''] = name.slice(NAME.length).split('-');
    if (!existsSync(`/proc/${pid}`) && !(Date.now() - parseInt(made, 36) < LEFT_MS)) {
      await rmdir(path.join(folder, name)).catch(() => undefined);
    }
  }
}

/** Makes a group with these limits; throws where one that must hold cannot be set. */
export function openGroup(controllers: readonly Controller[], wanted: GroupLimits): Group {
  // Others may have this number as well: where processes are counted from one again.
  const name = [NAME + String(process.pid), Date.now().toString(36), randomBytes(6).toString('hex')].join(
    '-',
  );
  const folders: string[] = [];
  const entries = controllers.flatMap(({ folder, version: { entry } }) =>
    entry === undefined ? [] : [path.join(folder, name, entry)],
  );
  const others = controllers.flatMap(({ folder, version }) =>
    version.entry === undefined ? [path.join(folder, name)] : [],
  );
  try {
    for (const { folder, version } of controllers) {
      const own = path.join(folder, name);
      mkdirSync(own);
      folders.push(own);
      for (const [file, value, need] of version.limits(wanted)) {
        write(path.join(own, file), value, need);
      }
    }
  } catch (error) {
    folders.forEach((folder) => rmdirSync(folder));
    throw error;
  }
  const counts = controllers.flatMap(({ folder, version }) =>
    version.counts.map(([file, ...of]) => [path.join(folder, name, file), ...of] as const),
  );
  return {
    entering: (program) =>
      entries.length === 0
        ? program
        : {
            file: '/bin/sh',
            args: ['-c', enterAll(entries.length), 'sh', ...entries, program.file, ...program.args],
          },
    add: async (pid) => takeIn(others, pid),
    held: () => [
      ...new Set(counts.flatMap(([file, line, limit]) => (line.test(textOf(file)) ? [limit] : []))),
    ],
    remove: async () => {
      await Promise.all(folders.map(dissolve));
    },
  };
}

/** A script that writes into its first arguments, and runs the others. */
const enterAll = (count: number): string =>
  [
    ...Array.from({ length: count }, (_, i) => `echo 0 >"$${String(i + 1)}" || exit 125`),
    `shift ${String(count)}`,
    'exec "$@"',
  ].join('; ');

/** What was started before its parent was taken in is outside; what is started later is inside by itself. */
async function takeIn(folders: readonly string[], first: number): Promise<void> {
  const taken = new Set<number>();
  for (let pid: number | undefined = first; pid !== undefined;) {
    for (const folder of folders) {
      await move(pid, folder);
    }
    taken.add(pid);
    pid = descendants(first).find((one) => !taken.has(one));
  }
}

async function move(pid: number, folder: string): Promise<void> {
  try {
    await writeFile(path.join(folder, 'cgroup.procs'), String(pid));
  } catch (error) {
    if (!isGone(error)) {
      throw error;
    }
  }
}

/** It has ended meanwhile. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ESRCH';

function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

function write(file: string, value: string, need: Need): void {
  try {
    writeFileSync(file, value);
  } catch (error) {
    if (need === 'must') {
      throw error;
    }
  }
}

const TRIES = 20;

/** A group goes once its last process is reaped, which may take a moment after the kill. */
async function dissolve(folder: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    try {
      await rmdir(folder);
      return;
    } catch {
      await endAll(folder);
      await delay(5 * tries);
    }
  }
}

async function endAll(folder: string): Promise<void> {
  await writeFile(path.join(folder, 'cgroup.kill'), '1').catch(() => undefined);
}
