import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { execa } from 'execa';
import { bin, ranOf } from './program.ts';
import { checkpoint, closing, plans, scene, type Scene, type Script } from './scene.ts';

/** Seconds of silence after which another worker has a job. */
const LEASE = ['--lease', '4'];

/** No two scenes share a queue. */
let scenes = 0;

type Where = {
  /** Address of the Redis. */
  readonly redis: string;
  /** What all sides have in their environment beside it. */
  readonly env?: Readonly<Record<string, string>>;
};

type Starting = {
  readonly slots?: number;
  readonly labels?: string;
  /** Its own address of the repository. */
  readonly remote?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Another build of the program. */
  readonly program?: string;
};

/** A scene with a repository that other machines reach, and workers that have homes of their own. */
export async function several(script: Script, { redis, env: more = {} }: Where) {
  const stage = await scene({ script });
  const remote = path.join(stage.repo.home, 'shop.git');
  await execa('git', ['init', '-q', '--bare', remote]);
  await stage.repo.git('remote', 'add', 'origin', remote);
  const queue = `shop${String(++scenes)}`;
  const env = { ...stage.env, ORCHESTRATE_REDIS: redis, ...more };
  const flags = ['--workers', '--queue', queue, '--json'];
  const start = ['spec.md', '--check', 'sh check.sh', ...flags];
  const begin = (args: readonly string[], { home, own = {}, program = bin }: Begun) => {
    const child = execa(process.execPath, [program, ...args], {
      cwd: stage.repo.root,
      env: { ...env, HOME: home, XDG_STATE_HOME: `${home}/state`, XDG_CONFIG_HOME: `${home}/config`, ...own },
      extendEnv: false,
      reject: false,
      stdin: 'ignore',
      detached: true,
      forceKillAfterDelay: false,
    });
    closing(async () => {
      child.kill('SIGKILL');
      await child;
    });
    const said = { text: '' };
    child.stderr.on('data', (chunk: Buffer) => {
      said.text += String(chunk);
    });
    return {
      kill: (signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT') => child.kill(signal),
      ended: async () => ranOf(await child),
      hears: async (words: string) => until(() => said.text.includes(words)),
    };
  };
  return {
    ...stage,
    remote,
    worker: async (name: string, { slots = 2, labels, program, ...at }: Starting = {}) => {
      const home = path.join(stage.repo.home, name);
      const own = [
        '--remote',
        at.remote ?? remote,
        '--queue',
        queue,
        '--name',
        name,
        '--slots',
        String(slots),
      ];
      const labelled = labels === undefined ? [] : ['--labels', labels];
      const begun = begin(['worker', ...own, ...LEASE, ...labelled], {
        home,
        ...(at.env ? { own: at.env } : {}),
        ...(program === undefined ? {} : { program }),
      });
      await begun.hears('takes jobs');
      return begun;
    },
    go: async (own: Readonly<Record<string, string>> = {}) => stage.run(start, { env: { ...env, ...own } }),
    /** A coordinator that may be stopped on its way. */
    begin: (args: readonly string[], own: Readonly<Record<string, string>> = {}) =>
      begin(args, { home: stage.repo.home, own }),
    starting: start,
    resume: async () => stage.run(['resume', ...flags], { env }),
    resuming: ['resume', ...flags],
    ask: async (args: readonly string[]) => stage.run(args, { env }),
    /** What `orchestrate workers` tells. */
    workers: async () => {
      const told = await stage.run(['workers', '--queue', queue, '--json'], { env });
      return told.stdout
        .split('\n')
        .filter(Boolean)
        .map((row) => JSON.parse(row) as Record<string, unknown>);
    },
    /** Names of the refs in the shared repository. */
    shared: async () =>
      (await execa('git', ['--git-dir', remote, 'for-each-ref', '--format=%(refname)'])).stdout,
    transcript: async (conversation: string) =>
      readFile(path.join(await stage.records(), 'transcripts', `${conversation}.jsonl`), 'utf8'),
  };
}

type Begun = {
  readonly home: string;
  readonly own?: Readonly<Record<string, string>>;
  readonly program?: string;
};

export const ONE = plans(checkpoint('c1', { files: ['a.txt'] }));

export const TWO = plans(checkpoint('c1', { files: ['a.txt'] }), checkpoint('c2', { files: ['b.txt'] }));

/** How often each checkpoint is on the branch. */
export async function effects({ repo }: Pick<Scene, 'repo'>): Promise<string[]> {
  const branch = await repo.git('for-each-ref', '--format=%(refname)', 'refs/heads/orchestrate/');
  const told = await repo.git('log', '--format=%(trailers:key=Checkpoint,valueonly,separator=%x2C)', branch);
  return told.split('\n').filter(Boolean).toSorted();
}

/** Whether a file of a worker's says so already. */
export const isWritten = async (words: string, home: string): Promise<boolean> =>
  (await execa('grep', ['-rlx', words, home], { reject: false })).stdout !== '';

export async function until(met: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await met())) {
    await setTimeout(50);
  }
}
